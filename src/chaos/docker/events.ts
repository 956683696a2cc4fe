import type { FaultTimes } from '../../engine/ports.ts';
import type { ProcessFault } from '../../model/fault.ts';
import type { DockerEngine } from './engine.ts';

interface ContainerEvent {
  readonly id: string;
  readonly what: string;
  /** By the engine's clock, milliseconds since the epoch. */
  readonly at: number;
}

/**
 * How far the engine's clock is ahead of this machine's, in milliseconds. Below half a second it may be the time the
 * question took, and counts as none.
 */
export async function engineAhead(engine: DockerEngine): Promise<number> {
  const asked = Date.now();
  const told = Date.parse((await engine.run(['info', '--format', '{{.SystemTime}}'])).trim());
  const ahead = told - (asked + Date.now()) / 2;
  return Number.isNaN(told) || Math.abs(ahead) < 500 ? 0 : ahead;
}

/**
 * When a fault began and whether it ended, from `docker events`: the engine's own record. It keeps the last 256 events
 * of all kinds, health checks among them, so what it does not hold any more says nothing.
 *
 * @param sinceMs when the fault was about to be inflicted; this and what is returned by this machine's clock
 */
export async function recordedTimes(
  engine: DockerEngine,
  ids: readonly string[],
  kind: ProcessFault['kind'],
  sinceMs: number,
  aheadMs: number,
): Promise<FaultTimes> {
  const events = await readEvents(engine, ids, sinceMs + aheadMs, Date.now() + aheadMs);
  const begins = kind === 'paused' ? 'pause' : 'die';
  const ends = kind === 'paused' ? ['unpause', 'die'] : ['start'];
  const begun = ids.map((id) => events.find((event) => event.id === id && event.what === begins)?.at);
  if (begun.some((at) => at === undefined)) return {};
  // Of several containers the last one makes the fault, and the first one to come back ends it.
  const beganAt = Math.max(...begun.map((at) => at ?? 0));
  const ended = events.find((event) => ends.includes(event.what) && event.at > beganAt);
  return {
    beganAt: beganAt - aheadMs,
    ...(ended === undefined ? {} : { endedAt: ended.at - aheadMs }),
  };
}

async function readEvents(
  engine: DockerEngine,
  ids: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<ContainerEvent[]> {
  const filters = [
    'type=container',
    ...ids.map((id) => `container=${id}`),
    ...['die', 'start', 'pause', 'unpause'].map((event) => `event=${event}`),
  ];
  const text = await engine.run([
    'events',
    '--since',
    (fromMs / 1000).toFixed(3),
    '--until',
    (toMs / 1000).toFixed(3),
    ...filters.flatMap((filter) => ['--filter', filter]),
    '--format',
    '{{.ID}} {{.Status}} {{.TimeNano}}',
  ]);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', what = '', nanoseconds = '0'] = line.split(' ');
      return { id, what, at: Number(nanoseconds) / 1e6 };
    });
}
