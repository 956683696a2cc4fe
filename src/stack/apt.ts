/** A package that apt would fetch, as `apt-get --print-uris` names it. */
export interface AptPackage {
  readonly name: string;
  /** As apt takes it in `name=version`. */
  readonly version: string;
  readonly bytes: number;
}

/**
 * The packages in the output of `apt-get install --print-uris`. Lines look like
 * `'http://…/erlang-base_25.2_amd64.deb' erlang-base_1%3a25.2_amd64.deb 9697280 MD5Sum:367c…`.
 */
export function parsePrintedUris(output: string): AptPackage[] {
  return output.split('\n').flatMap((line) => {
    const match = /^'[^']+'\s+([^_\s]+)_([^_\s]+)_[^_\s]+\.deb\s+(\d+)/.exec(line);
    if (match === null) return [];
    const [, name, version, bytes] = match as unknown as [string, string, string, string];
    return [{ name, version: decodeURIComponent(version), bytes: Number(bytes) }];
  });
}

/**
 * What of these a private copy of the broker needs: the broker, Erlang, and libraries. The C library is the machine's
 * own (another one beside it would not load), and log rotation, socat and user creation are for an installed service.
 */
export function neededForCopy(packages: readonly AptPackage[]): AptPackage[] {
  const notForCopy = /^(libc6|libc-bin|libcrypt1|libpopt0|libwrap0)$/;
  return packages.filter(
    ({ name }) => /^(rabbitmq-server$|erlang-|lib)/.test(name) && !notForCopy.test(name),
  );
}

/**
 * dpkg's status with the broker and Erlang taken out, so that apt names all their packages also on a machine that has
 * some of them installed: a private copy must be whole.
 */
export function statusWithoutBroker(status: string): string {
  return status
    .split(/\n\n+/)
    .filter((stanza) => !/^Package: (erlang-.*|rabbitmq-server|libsctp1)$/m.test(stanza))
    .join('\n\n')
    .concat('\n');
}

/** Options that keep apt within `folder`: an ordinary user can run it, and the machine's own lists stay as they are. */
export function privateAptOptions(folder: string): string[] {
  return [
    `Dir::State=${folder}/state`,
    `Dir::State::status=${folder}/status`,
    `Dir::Cache=${folder}/cache`,
    `Dir::Log=${folder}/log`,
    'Debug::NoLocking=1',
    // As root apt drops to a user that cannot reach a private folder; signatures are checked either way.
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false',
    'Acquire::Retries=2',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
    'APT::Get::List-Cleanup=false',
  ].flatMap((option) => ['-o', option]);
}
