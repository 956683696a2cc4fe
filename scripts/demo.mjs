// `npm run demo`: the whole stack, the broker-outage check, some load, and everything stopped again.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-install.mjs';

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
let interrupted = 0;
let child;
// shopctl sits in a group of its own, so a signal reaches it once, from here, whether it came from a terminal (which
// signals the whole group) or from `kill` (which does not).
for (const [name, code] of Object.entries(signalCodes)) {
  process.on(name, () => {
    if (interrupted !== 0) return;
    interrupted = code;
    if (child?.exitCode === null && !child.stopping) child.kill(name);
  });
}

await ensureInstalled();
let exitCode = interrupted;
for (const words of ['up', 'check broker-outage', 'load 40']) {
  if (exitCode === 0) exitCode = interrupted || (await shopctl(words));
}
// Whatever happened, and whoever asked for an end: nothing is left running.
const downCode = await shopctl('down');
process.exitCode = interrupted || exitCode || downCode;

function shopctl(words) {
  console.log(`\n$ shopctl ${words}`);
  child = spawn(process.execPath, [join(root, 'bin/shopctl.js'), ...words.split(' ')], {
    cwd: root,
    stdio: 'inherit',
    detached: true,
  });
  child.stopping = words === 'down';
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (code, signal) => done(code ?? signalCodes[signal] ?? 1));
  });
}
