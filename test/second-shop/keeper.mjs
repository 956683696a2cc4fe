// Starts, stops and looks at the parts of the second shop: node keeper.mjs <start|stop|kill|status> <role>. Exit 0 when it
// is as asked, or runs; 1 when not.
import { spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const [action, role] = process.argv.slice(2);
const folder = process.env.SECOND_FOLDER;
const pidFile = join(folder, `${role}.pid`);
const shop = fileURLToPath(new URL('shop.mjs', import.meta.url));

const actions = {
  start,
  stop: () => end('SIGTERM'),
  kill: () => end('SIGKILL'),
  status: async () => isAlive(),
};
process.exitCode = (await actions[action]()) ? 0 : 1;

async function start() {
  if (isAlive()) return true;
  const log = openSync(join(folder, `${role}.log`), 'a');
  const child = spawn(process.execPath, [shop, role], { detached: true, stdio: ['ignore', log, log] });
  writeFileSync(pidFile, String(child.pid));
  child.unref();
  return true;
}

async function end(signal) {
  const pid = pidOf();
  if (!isAlive()) return true;
  process.kill(pid, signal);
  for (let waitedMs = 0; waitedMs < 5000 && isAlive(); waitedMs += 50) await sleep(50);
  if (isAlive()) return false;
  rmSync(pidFile, { force: true });
  return true;
}

function pidOf() {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The pid, and that it still is this program: pids are given again. */
function isAlive() {
  const pid = pidOf();
  if (pid === undefined) return false;
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return !/\) Z /.test(state) && command.includes('shop.mjs') && command.includes(role);
  } catch {
    return false;
  }
}
