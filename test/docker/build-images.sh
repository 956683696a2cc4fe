#!/usr/bin/env bash
# Builds stand-ins for the images that fixtures/shop/compose.yaml names, under their official names, for machines that
# reach no registry: one Debian with RabbitMQ and PostgreSQL from its own packages, and this machine's node.
# Takes about two minutes the first time; the root file system is kept in the cache folder and used again.
#
#   test/docker/build-images.sh <cache folder>
#   test/docker/build-images.sh <cache folder> --root-file-system-only
#
# As root. DOCKER_HOST says which engine gets the images; it must be one that is used for tests only. The second form needs
# no engine: it fetches ahead, and the first one waits for it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${1:?usage: build-images.sh <cache folder>}
rootfs=$cache/debian-bookworm.tar
node=$(command -v node)

exec 9>"$cache/lock"
flock 9
if [ ! -s "$rootfs" ]; then
  folder=$(mktemp -d "$cache/debootstrap.XXXXXX")
  trap 'rm -rf "$folder"' EXIT
  echo "fetching Debian with RabbitMQ and PostgreSQL …"
  # Packages may start nothing while they are installed: this is no machine.
  debootstrap --variant=minbase --include=rabbitmq-server,postgresql,gosu bookworm "$folder" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$cache/debootstrap.log" 2>&1 ||
    { tail -5 "$cache/debootstrap.log" >&2; exit 1; }
  # What nobody uses here would be copied into every engine: nearly half of it all, a compiler for queries most of that.
  (cd "$folder" && rm -rf var/cache/apt/* var/lib/apt/lists/* usr/share/{doc,man,locale,i18n} usr/lib/python3* \
    usr/lib/postgresql/*/lib/{llvmjit*,bitcode} usr/lib/*/libLLVM* usr/lib/*/libz3*)
  tar -C "$folder" --numeric-owner -cf "$rootfs.new" .
  mv "$rootfs.new" "$rootfs"
  rm -rf "$folder"
fi
flock -u 9
if [ "${2:-}" = --root-file-system-only ]; then exit 0; fi

docker image inspect shopctl-test/debian >/dev/null 2>&1 || docker import "$rootfs" shopctl-test/debian >/dev/null
context=$(mktemp -d "$cache/images.XXXXXX")
trap 'rm -rf "${folder:-}" "$context"' EXIT
cp "$here"/images/* "$context"
cp -L "$node" "$context/node"
export DOCKER_BUILDKIT=0
# A checkout may have lost the modes.
chmod 755 "$context"/*.sh "$context/node"
for image in rabbitmq:4-management postgres:17 node:22-slim; do
  # The old builder needs no plugin; what it says about its age goes nowhere.
  docker build -q -t "$image" -f "$context/${image%%:*}.Dockerfile" "$context" >/dev/null 2>"$context/log" ||
    { cat "$context/log" >&2; exit 1; }
  echo "built $image"
done
