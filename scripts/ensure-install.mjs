// Makes a checkout fit to run: installs the npm packages when they are missing or older than the lock file, and
// builds dist/ when a source is newer. Node built-ins only, because nothing else may be there yet.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const installed = join(root, 'node_modules/.package-lock.json');
const built = join(root, 'dist/.built');
const sources = [
  'src',
  'fixtures/shop',
  'bench',
  'scripts/build.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Installs and builds what is missing or stale. Exits with the failing step's code, its output shown. */
export async function ensureInstalled() {
  if (isOlder(installed, newest(['package-lock.json']))) {
    await quietly('installing npm packages', 'npm', ['ci', '--no-audit', '--no-fund']);
  }
  if (isOlder(built, newest(sources))) {
    await quietly('building', process.execPath, [join(root, 'scripts/build.mjs')]);
  }
}

function isOlder(file, timeMs) {
  return !existsSync(file) || statSync(file).mtimeMs < timeMs;
}

function newest(paths) {
  return Math.max(...paths.map((path) => newestIn(join(root, path))));
}

function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  // A folder's own time counts too: it is how a deleted file shows.
  return readdirSync(path).reduce((time, name) => Math.max(time, newestIn(join(path, name))), stats.mtimeMs);
}

/** Runs a step with a word before it; its output is shown only when it fails, and then the process ends. */
async function quietly(what, command, args) {
  const begun = performance.now();
  console.error(`${what} …`);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const stillAtIt = setInterval(() => console.error(`${what}: ${seconds(begun)} s so far`), 10_000);
  const code = await new Promise((done) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      done(1);
    });
    child.on('close', (exitCode) => done(exitCode ?? 1));
  });
  clearInterval(stillAtIt);
  if (code === 0) return console.error(`${what}: done in ${seconds(begun)} s`);
  process.stderr.write(Buffer.concat(output));
  console.error(`${what} failed: ${command} ${args.join(' ')} ended with ${code}`);
  process.exit(code);
}

function seconds(begun) {
  return ((performance.now() - begun) / 1000).toFixed(1);
}
