import type { Clock } from '../host.ts';
import { type Attempt, answerInWords, oneOrder } from '../model/attempt.ts';
import { awaitCondition } from './await-condition.ts';
import type { OrderLoad, Runtime } from './ports.ts';

/** What tells whether a shop is well. */
export interface SteadyStateDeps {
  readonly runtime: Runtime;
  readonly load: OrderLoad;
  readonly clock: Clock;
}

const lookEveryMs = 1000;

/**
 * Waits until the shop is in its steady state: every part runs, and an order is confirmed. An order is only sent where
 * every part runs. The orders carry a run id of their own, so that no run counts them.
 *
 * @param ordersRunId begins each order's key
 * @returns what ails the shop when the time is over, in words; undefined when it is well
 */
export async function awaitSteadyState(
  { runtime, load, clock }: SteadyStateDeps,
  ordersRunId: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  let ails: string | undefined = 'nobody looked';
  let sent = 0;
  const isWell = async () => {
    ails = await partsAway(runtime);
    if (ails === undefined) {
      sent += 1;
      ails = await orderTurnedAway(load, { firstN: sent, runId: ordersRunId, clock, signal });
    }
    return ails === undefined;
  };
  await awaitCondition(isWell, { withinMs, everyMs: lookEveryMs }, clock, signal);
  return ails;
}

/** `payments is paused, broker is stopped`; undefined where every part runs. */
async function partsAway(runtime: Runtime): Promise<string | undefined> {
  const away = (await runtime.parts()).filter(({ state }) => state !== 'running');
  return away.length === 0 ? undefined : away.map(({ name, state }) => `${name} is ${state}`).join(', ');
}

async function orderTurnedAway(
  load: OrderLoad,
  order: { firstN: number; runId: string; clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  const { clock, ...request } = order;
  const answers: Attempt[] = [];
  await load.run({
    ...request,
    name: 'steady state',
    plan: oneOrder,
    clock: () => clock.monotonic(),
    onAttempt: (attempt) => answers.push(attempt),
  });
  const [answer] = answers;
  if (answer?.result === 'Confirmed') return undefined;
  return `an order is answered with ${answer === undefined ? 'nothing' : answerInWords(answer)}`;
}
