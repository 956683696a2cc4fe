import { describe, expect, it } from 'vitest';
import { createStyle } from '../../src/report/style.ts';
import { renderVerdict } from '../../src/report/verdict-text.ts';
import { brokenOutage, brokerOutage, empty, hostile, interrupted } from './run-records.ts';

describe('the verdict in a terminal', () => {
  it('begins with the verdict and shows what each promise looked at', () => {
    expect(renderVerdict(brokerOutage)).toMatchInlineSnapshot(`
      "held  broker-outage
            orders accepted while the broker is down ship exactly once after it returns

        ✓ held     no-lost-orders                 48 accepted orders against 48 shipments
        ✓ held     no-double-shipments            48 shipments of 48 orders
        ✓ held     outbox-drained                 48 outbox rows, 0 unsent
        ✓ held     orders-accepted-during-outage  5 of 5 orders accepted, slowest 133 ms

        fault     broker stopped, observed 02:14:17 to 02:14:36 (19 s)
        recovery  7 s from broker started to drained
        run       0197-broker, 38.2 s
        again     shopctl report 0197-broker"
    `);
  });

  it('names the first ten orders of a broken promise and counts the others', () => {
    expect(renderVerdict(brokenOutage)).toMatchInlineSnapshot(`
      "broken  broker-outage
              orders accepted while the broker is down ship exactly once after it returns

        ✗ broken   no-lost-orders       48 accepted orders against 27 shipments
            lost  order-1   its event is marked sent, in no queue, and was never received
            lost  order-2   its event is marked sent, in no queue, and was never received
            lost  order-3   its event is marked sent, in no queue, and was never received
            lost  order-4   its event is marked sent, in no queue, and was never received
            lost  order-5   its event is marked sent, in no queue, and was never received
            lost  order-6   its event is marked sent, in no queue, and was never received
            lost  order-7   its event is marked sent, in no queue, and was never received
            lost  order-8   its event is marked sent, in no queue, and was never received
            lost  order-9   its event is marked sent, in no queue, and was never received
            lost  order-10  its event is marked sent, in no queue, and was never received
            … and 12 more
        ✗ broken   no-double-shipments  27 shipments of 26 orders
            duplicated  order-30  2 shipments
        ? unknown  money-conserved      no charges
            the payments probe never answered

        fault     broker stopped, observed 02:14:17 to 02:14:36 (19 s)
        recovery  7 s from broker started to drained
        run       0197-broker, 38.2 s
        again     shopctl report 0197-broker"
    `);
  });

  it('says why nothing was judged', () => {
    expect(renderVerdict(interrupted)).toMatchInlineSnapshot(`
      "unknown  broker-outage
               orders accepted while the broker is down ship exactly once after it returns
               interrupted by SIGINT

        fault     broker stopped, observed 02:14:17 to 02:14:19 (2.8 s)
        run       0197-broker, 10 s
        again     shopctl report 0197-broker"
    `);
    expect(renderVerdict(empty)).toMatchInlineSnapshot(`
      "unknown  load 40
               run lost: the journal has no end: shopctl was killed

        run       0197-empty, 0 ms
        again     shopctl report 0197-empty"
    `);
  });

  it('does not claim a recovery that was not seen', () => {
    const [first, second] = brokerOutage.settles;
    const settles = [first!, { ...second!, outcome: 'moving' as const }];
    const text = renderVerdict({ ...brokerOutage, settles });
    expect(text).toContain('recovery  after broker started: not drained in 30 s: counts still moving');
    expect(text).not.toContain('to drained');
  });

  it('says when the drain was waited for only later, with other work in between', () => {
    const [first, second] = brokerOutage.settles;
    const settles = [first!, { ...second!, startedMs: 31_000 }];
    expect(renderVerdict({ ...brokerOutage, settles })).toContain(
      '7 s from broker started to drained (waited for only after 5 s)',
    );
  });

  it('says which fault was never observed, and which never healed', () => {
    const [window] = brokerOutage.faults;
    const { healedMs: _, ...unhealed } = window!;
    const { observedMs: __, ...unobserved } = unhealed;
    const text = renderVerdict({
      ...brokerOutage,
      faults: [unobserved, { ...unhealed, failure: 'port 5672 still closed' }],
    });
    expect(text).toContain('broker stopped: never observed to take effect');
    expect(text).toContain('observed from 02:14:17, not seen healed; failed: port 5672 still closed');
  });

  it('uses colours only when told to, and no escape from outside', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
    expect(renderVerdict(hostile)).not.toMatch(control);
    expect(renderVerdict(brokerOutage, { style: createStyle({ color: true }) })).toContain('\u001b[32m');
  });
});
