import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { awaitCollected, isPidTaken } from '../../src/stack/signals.ts';
import { thisHost } from './stack-host.ts';

/** A parent that collects nothing while it is frozen, and its child, which has ended. */
let parent: ReturnType<typeof spawn>;
let ended: number;

beforeEach(async () => {
  parent = spawn('bash', ['-c', 'sleep 0 & echo $!; kill -STOP $$; wait; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout!, 'data');
  ended = Number(line);
  await delay(200);
});

afterEach(async () => {
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

/** A clock of its own, which goes on by what is slept; `atMs` is told each time. */
function hostWithClock(atMs: (ms: number) => void) {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
    atMs(now);
    await delay(1);
  };
  return thisHost({ clock: { now: () => now, monotonic: () => now, sleep } });
}

it('waits until what has ended is collected', async () => {
  const slept: number[] = [];
  const host = hostWithClock((ms) => {
    slept.push(ms);
    if (ms === 100) parent.kill('SIGCONT');
  });
  expect(isPidTaken(ended)).toBe(true);
  await awaitCollected([{ pid: ended, startedAt: '' }], host);
  expect(isPidTaken(ended)).toBe(false);
  expect(slept.at(-1)).toBeGreaterThanOrEqual(100);
});

it('waits for a moment only where nobody collects', async () => {
  let now = 0;
  await awaitCollected(
    [{ pid: ended, startedAt: '' }],
    hostWithClock((ms) => {
      now = ms;
    }),
  );
  expect(isPidTaken(ended)).toBe(true);
  expect(now).toBe(2000);
});
