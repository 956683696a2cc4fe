import { describe, expect, it } from 'vitest';
import { type Deed, deedNames, deedNamesFor, parseDeed } from '../../src/commands/fault-names.ts';
import { ShopctlError } from '../../src/errors.ts';
import { targetNames } from '../../src/model/target.ts';

describe('names of faults', () => {
  it.each<[string, string | undefined, Deed]>([
    ['broker-stop', undefined, { do: 'break', fault: { kind: 'stopped', target: 'broker' } }],
    ['postgres-kill', undefined, { do: 'break', fault: { kind: 'killed', target: 'postgres' } }],
    ['orders-pause', undefined, { do: 'break', fault: { kind: 'paused', target: 'orders' } }],
    ['broker-start', undefined, { do: 'bring back', target: 'broker' }],
    ['broker-resume', undefined, { do: 'bring back', target: 'broker' }],
    ['shipping-restart', undefined, { do: 'restart', fault: { kind: 'stopped', target: 'shipping' } }],
    ['payments-fail', '0.3', { do: 'break', fault: { kind: 'failing', target: 'payments', rate: 0.3 } }],
    ['payments-fail', '30%', { do: 'break', fault: { kind: 'failing', target: 'payments', rate: 0.3 } }],
    [
      'orders-crash',
      'relay.after-publish',
      { do: 'break', fault: { kind: 'crashing', target: 'orders', point: 'relay.after-publish' } },
    ],
    ['payments-slow', '2s', { do: 'break', fault: { kind: 'slowed', target: 'payments', latencyMs: 2000 } }],
  ])('%s %s', (typed, value, deed) => {
    expect(parseDeed(typed, value)).toEqual(deed);
  });

  it('are there for every target and action', () => {
    expect(deedNames).toHaveLength(targetNames.length * 6 + 4);
    for (const name of deedNames.filter((each) => !/fail|slow|crash$/.test(each))) {
      expect(() => parseDeed(name, undefined)).not.toThrow();
    }
  });

  it('are for one target those that its runtime can do', () => {
    expect(deedNamesFor('payments', ['stopped', 'killed', 'paused'])).not.toContain('payments-fail');
    expect(deedNamesFor('payments', ['stopped', 'failing'])).toContain('payments-fail');
    expect(deedNamesFor('orders', ['stopped', 'crashing'])).toContain('orders-crash');
  });

  it.each<[string, string | undefined, string]>([
    ['broker-stpo', undefined, "there is no fault 'broker-stpo'; near it: broker-stop"],
    ['brokr-stop', undefined, "there is no fault 'brokr-stop'; near it: broker-stop"],
    ['xyz', undefined, "there is no fault 'xyz'"],
    ['broker-stop', '3', "broker-stop takes no value, and '3' was given"],
    ['payments-fail', undefined, 'not nothing'],
    ['payments-fail', '0', "not '0'"],
    ['payments-fail', '1.5', "not '1.5'"],
    ['payments-fail', 'often', "not 'often'"],
    ['orders-crash', 'nowhere', "not 'nowhere'"],
    ['orders-crash', 'shipping.after-commit', "not 'shipping.after-commit'"],
    ['shipping-crash', undefined, 'not nothing'],
    ['payments-slow', 'x', "not 'x'"],
    ['payments-slow', '-2s', "not '-2s'"],
    ['payments-slow', '2h', "not '2h'"],
  ])('%s %s is refused with what was typed', (typed, value, message) => {
    const refused = () => parseDeed(typed, value);
    expect(refused).toThrow(ShopctlError);
    expect(refused).toThrow(message);
    expect(refused).toThrow(expect.objectContaining({ exitCode: 64 }));
  });
});
