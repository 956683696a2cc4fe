import { ShopctlError } from '../errors.ts';
import { type Deed, describeDeed } from '../model/deed.ts';
import type { BrowseStep, CancelStep, PoisonStep, StepRelayStep } from '../model/scenario.ts';
import { takeSample } from './poll.ts';
import type { ShopActions } from './ports.ts';
import type { StepContext } from './run-steps.ts';

type DeedStep = CancelStep | StepRelayStep | BrowseStep | PoisonStep;

/** Does something to the shop beside sending orders, and writes down what came of it. */
export async function runDeed(step: DeedStep, context: StepContext, signal: AbortSignal): Promise<void> {
  switch (step.kind) {
    case 'cancel':
      return cancelOrders(step, context, signal);
    case 'step-relay': {
      await done(await able(context, 'stepRelay')(step.limit), context);
      await takeSample(context.poll);
      return;
    }
    case 'browse':
      for (let i = 0; i < step.times; i++) {
        signal.throwIfAborted();
        await done(await able(context, 'browse')(), context);
      }
      return;
    case 'poison': {
      const key = `${context.journal.runId}-poison-${Math.round(context.journal.elapsedMs())}`;
      await done(await able(context, 'poison')(step.what, key), context);
    }
  }
}

async function cancelOrders(step: CancelStep, context: StepContext, signal: AbortSignal): Promise<void> {
  const { confirmed } = context.counters;
  const cancel = able(context, 'cancel');
  const chosen = confirmed.slice(Math.max(0, confirmed.length - step.orders));
  for (const orderId of chosen) {
    for (let i = 0; i < step.times; i++) {
      signal.throwIfAborted();
      const deed = await cancel(orderId);
      await done(deed, context);
      // One that may be cancelled is not due to ship any more.
      const at = confirmed.indexOf(orderId);
      if (deed.outcome !== 'refused' && at >= 0) confirmed.splice(at, 1);
    }
  }
  await takeSample(context.poll);
}

async function done(deed: Deed, { journal, progress }: StepContext): Promise<void> {
  await journal.commit({ type: 'deed', deed });
  progress.say(describeDeed(deed));
}

function able<Name extends keyof ShopActions>(
  { actions }: StepContext,
  name: Name,
): NonNullable<ShopActions[Name]> {
  const action = actions[name];
  if (action !== undefined) return action;
  throw new ShopctlError({
    message: `this shop cannot do what the step needs: ${name}`,
    hint: 'shopctl explain shows what a scenario needs',
  });
}
