import { describe, expect, it } from 'vitest';
import { stepByStep } from '../../src/commands/step-by-step.ts';
import { stopped } from '../../src/model/fault.ts';
import {
  cancelling,
  during,
  hold,
  orders,
  ordersAt,
  settled,
  stepRelay,
  underLoad,
} from '../../src/model/scenario.ts';
import { fakeTerminal } from '../helpers/fake-host.ts';

describe('check --step', () => {
  it('says what comes next and what to expect, and waits for Enter', async () => {
    const { context, said, linesRead } = fakeTerminal(['']);
    await stepByStep(context)(during(stopped('broker'), [hold(1000)]));
    expect(said.join('')).toBe(
      '\nnext:   broker stopped; while it is:\n' +
        'expect: the timeline says so when it is seen; at the end: broker started\n' +
        'Enter goes on.\n',
    );
    expect(linesRead()).toBe(1);
  });

  it('begins a wait at once: reading would be counted as the time to recover', async () => {
    const { context, said, linesRead } = fakeTerminal([]);
    await stepByStep(context)(settled());
    expect(said.join('')).toMatch(/^\nnext: {3}wait until everything has arrived.*\nexpect: .*\n$/);
    expect(linesRead()).toBe(0);
  });

  it('says the steps beside a load before it begins, as nobody is asked in between', async () => {
    const { context, said } = fakeTerminal(['']);
    await stepByStep(context)(underLoad(ordersAt(5, 2000), [orders(2)]));
    expect(said.join('')).toContain('meanwhile:\n        send 2 orders, 1 at a time\n');
  });

  it('promises no refund before payments answers, and no event where none waits', async () => {
    const { context, said } = fakeTerminal(['', '']);
    const say = stepByStep(context);
    await say(cancelling(3));
    await say(stepRelay(2));
    expect(said[0]).toContain('its refund and its stock follow, once each, as soon as payments answers');
    expect(said[1]).toContain('fewer where fewer wait, and none where none does');
  });

  it('is refused where nobody can press Enter', () => {
    expect(() => stepByStep(fakeTerminal().context)).toThrow('stdin is not a terminal');
  });
});
