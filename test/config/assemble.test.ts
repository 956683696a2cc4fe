import { describe, expect, it } from 'vitest';
import { configOf, leastConfig, problemLines } from './configs.ts';

const withTarget = (target: object) => configOf({ ...leastConfig, targets: { payments: target } });

describe('a path in a config', () => {
  it.each([
    ['src/AppHost.csproj', '/shop/src/AppHost.csproj'],
    ['../other/AppHost.csproj', '/other/AppHost.csproj'],
    ['/abs/AppHost.csproj', '/abs/AppHost.csproj'],
  ])('of an app host begins at the config: %s', (apphost, expected) => {
    const { targets } = withTarget({ runtime: 'aspire', resource: 'payments', apphost });
    expect(targets.payments).toEqual({ runtime: 'aspire', resource: 'payments', apphost: expected });
  });

  it('of a command begins at the config', () => {
    const commands = { runtime: 'command', start: 'a', stop: 'b', status: 'c' };
    expect(withTarget({ ...commands, cwd: 'scripts' }).targets.payments).toMatchObject({
      cwd: '/shop/scripts',
    });
    expect(withTarget(commands).targets.payments).toMatchObject({ cwd: '/shop' });
  });
});

describe('an inbox whose ids are not the events ids', () => {
  const lines = (inbox: object) =>
    problemLines({
      ...leastConfig,
      probes: { dsn: 'postgres://a@db/shop', inbox: { table: 'inbox', ...inbox } },
    });

  it('needs what it can be counted by', () => {
    expect(lines({ position: 'received_at' })).toEqual([]);
    expect(lines({ order: 'order_id' })).toEqual([]);
    expect(lines({ event: 'message_id' })).toEqual([]);
    expect(lines({})).toEqual([expect.stringContaining('probes.inbox.event: missing')]);
  });
});
