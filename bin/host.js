import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Interrupted } from '../dist/src/host.js';

/**
 * Builds the Host of a real process: the only place that reads it. The first SIGINT, SIGTERM or SIGHUP aborts
 * `signal`; further ones are ignored, because by then shopctl is healing what it broke. An error that nobody caught
 * does the same, so that a bug does not leave the shop broken either; it is reported at the end.
 *
 * @param {NodeJS.Process} process
 * @returns {import('../dist/src/host.js').Host}
 */
export function hostOfProcess(process) {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => interrupt.abort(new Interrupted(name)));
  }
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => interrupt.abort(error instanceof Error ? error : new Error(String(error))));
  }
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    arch: process.arch,
    uid: process.getuid?.(),
    pid: process.pid,
    execPath: process.execPath,
    packageRoot: fileURLToPath(new URL('..', import.meta.url)),
    stdin: { isTTY: process.stdin.isTTY === true, line: (signal) => lineOf(process.stdin, signal) },
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    signal: interrupt.signal,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep: async (ms, signal) => {
        await sleep(Math.max(0, ms), undefined, { signal }).catch(() => signal?.throwIfAborted());
      },
    },
  };
}

async function lineOf(stream, signal) {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stream });
  try {
    return await lines.question('', { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    lines.close();
  }
}

/**
 * A sink that never throws. `| head` closes the pipe early (EPIPE), a closed terminal answers EIO, a full disk ENOSPC:
 * none of that may keep shopctl from healing, so what cannot be written is dropped from then on.
 */
function sinkOf(stream) {
  let broken = false;
  stream.on('error', () => {
    broken = true;
  });
  return {
    write: (text) => {
      if (!broken) stream.write(text);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}
