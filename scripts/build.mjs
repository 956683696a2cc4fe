// Compiles src/ and fixtures/shop/ to dist/ and copies what the compiler does not: the SQL migrations, and how the shop runs in containers.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const stamp = `${root}dist/.built`;

// The compiler remembers what it wrote and writes only what changed: with dist/ gone, that memory is wrong.
if (!existsSync(stamp)) rmSync(`${root}node_modules/.cache/tsc-build.tsbuildinfo`, { force: true });
rmSync(stamp, { force: true });

const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

removeOrphans('src');
removeOrphans('fixtures/shop');
for (const name of ['migrations', 'containers', 'k8s', 'compose.yaml', 'Dockerfile']) {
  rmSync(`${root}dist/fixtures/shop/${name}`, { recursive: true, force: true });
  cpSync(`${root}fixtures/shop/${name}`, `${root}dist/fixtures/shop/${name}`, { recursive: true });
}
// Written last: ensure-install.mjs compares the sources with it.
writeFileSync(stamp, `${new Date().toISOString()}\n`);

/** What was compiled from a source that is no more: it would be packed, and found by tests. */
function removeOrphans(folder) {
  for (const name of readdirSync(`${root}dist/${folder}`, { recursive: true })) {
    const source = name.replace(/(?:\.d\.ts|\.js|\.js\.map)$/, '.ts');
    if (source !== name && !existsSync(`${root}${folder}/${source}`)) rmSync(`${root}dist/${folder}/${name}`);
  }
}
