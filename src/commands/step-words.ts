import type { LoadPlan } from '../model/attempt.ts';
import { describeFault, describeHealing, type Fault, isArmed } from '../model/fault.ts';
import type { Step } from '../model/scenario.ts';

/** A step in words: what is done, and what a learner should see. */
export interface StepWords {
  readonly does: string;
  readonly expect: string;
}

/** What `explain` prints and `--step` says before each step; nested steps are not included. */
export function wordsFor(step: Step): StepWords {
  switch (step.kind) {
    case 'orders':
      return {
        does: describeLoad(step.load),
        expect: 'each order has an answer; the load table shows which',
      };
    case 'settled':
      return {
        does: `wait until everything has arrived, at most ${step.withinMs / 1000} s`,
        expect: 'unsent goes to 0, and shipments and inbox catch up with the confirmed orders',
      };
    case 'until-confirmed':
      return {
        does: `send one order after the other until one is confirmed, at most ${step.withinMs / 1000} s`,
        expect: 'a part that answers again is soon used again',
      };
    case 'hold':
      return {
        does: `wait ${step.ms / 1000} s`,
        expect: 'nothing is done; the counts tell what goes on and what waits',
      };
    case 'during':
      return duringWords(step.fault);
    case 'under-load':
      return {
        does: `${describeLoad(step.load)}; meanwhile:`,
        expect: 'the load goes on whatever happens beside it',
      };
    case 'tapped':
      return {
        does: 'write down every event on the wire; meanwhile:',
        expect: 'each message is named by its id',
      };
    case 'cancel':
      return {
        does: `cancel ${step.orders} confirmed orders${step.times > 1 ? `, ${step.times} times each` : ''}`,
        expect:
          'each is cancelled once; its refund and its stock follow, once each, as soon as payments answers',
      };
    case 'step-relay':
      return {
        does: `run one batch of the relay by hand, at most ${step.limit} ${step.limit === 1 ? 'event' : 'events'}`,
        expect:
          'so many events leave the outbox, the oldest first; fewer where fewer wait, and none where none does',
      };
    case 'browse':
      return {
        does: `read the catalogue${step.times > 1 ? ` ${step.times} times` : ''}`,
        expect: 'the catalogue is served, marked stale while inventory is away',
      };
    case 'poison':
      return {
        does: `plant poison: ${poisonWords[step.what]}`,
        expect: 'it is set aside and blocks nothing',
      };
  }
}

function duringWords(fault: Fault): StepWords {
  const does = isArmed(fault)
    ? `arm: ${describeFault(fault)}; then:`
    : `${describeFault(fault)}; while it is:`;
  return { does, expect: `the timeline says so when it is seen; at the end: ${describeHealing(fault)}` };
}

const poisonWords = {
  'not-json': 'a message that is not JSON',
  'no-message-id': 'a message without an id',
  'outbox-row': 'an outbox row that cannot be published',
} as const;

export function describeLoad(load: LoadPlan): string {
  if (load.model === 'open') {
    const stages = load.stages.map((stage) => `${stage.toPerSecond}/s over ${stage.durationMs / 1000} s`);
    return `send orders at ${stages.join(', then ')}`;
  }
  const pause = load.pauseMs > 0 ? `, ${load.pauseMs} ms apart` : '';
  return `send ${load.orders} orders, ${load.concurrency} at a time${pause}`;
}
