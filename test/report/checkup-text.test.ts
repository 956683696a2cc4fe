import { describe, expect, it } from 'vitest';
import type { Checkup, Observation } from '../../src/model/checkup.ts';
import { checkupText } from '../../src/report/checkup-text.ts';
import { plainStyle } from '../../src/report/style.ts';

const checkup = (observations: readonly Observation[], checkable: boolean): Checkup => ({
  version: 1,
  shopctl: '0.1.0',
  config: '/shop/shopctl.config.yaml',
  checkable,
  observations,
});

describe('what doctor prints', () => {
  it('has a line for each thing in its section, with what to do below it', () => {
    const text = checkupText(
      checkup(
        [
          {
            area: 'shop',
            name: 'probe outbox',
            health: 'problem',
            says: 'no such table',
            advice: 'look again',
          },
          { area: 'versions', name: 'node', health: 'ok', says: '20.20.2: /usr/bin/node' },
          { area: 'versions', name: 'kubectl', health: 'skipped', says: 'not on the PATH (not needed)' },
          { area: 'ports', name: 'port 5432', health: 'warning', says: 'taken', advice: 'nothing' },
        ],
        false,
      ),
      plainStyle,
    );
    expect(text).toBe(
      [
        'shopctl, this machine, and the shop of /shop/shopctl.config.yaml',
        '',
        'versions',
        '  ✓ node          20.20.2: /usr/bin/node',
        '  · kubectl       not on the PATH (not needed)',
        '',
        'ports',
        '  ! port 5432     taken',
        '                  to do: nothing',
        '',
        'shop',
        '  ✗ probe outbox  no such table',
        '                  to do: look again',
        '',
        'this shop cannot be checked yet: 1 problem, 1 warning',
      ].join('\n'),
    );
  });

  it('says that nothing is in the way, and of which shop', () => {
    const text = checkupText({ ...checkup([], true), config: null }, plainStyle);
    expect(text.split('\n')).toEqual([
      'shopctl, this machine, and the reference shop',
      '',
      'nothing is in the way of a check; no warnings',
    ]);
  });
});
