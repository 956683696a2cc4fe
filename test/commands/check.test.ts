import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/commands/check.ts';
import { ExitCode } from '../../src/exit-code.ts';
import { fakeTerminal } from '../helpers/fake-host.ts';

const options: CheckOptions = {
  all: false,
  strict: false,
  step: false,
  repeat: 1,
  dryRun: false,
  format: 'table',
  report: [],
};

describe('shopctl check', () => {
  it('refuses --strict where nothing can be skipped', async () => {
    const checking = check(['broker-outage'], { ...options, strict: true }, fakeTerminal().context);
    await expect(checking).rejects.toMatchObject({
      message: '--strict is about what --all skips, and nothing is skipped without it',
      exitCode: ExitCode.usage,
    });
  });

  it('names near scenarios for one that is not there', async () => {
    const checking = check(['broker-outag'], options, fakeTerminal().context);
    await expect(checking).rejects.toMatchObject({
      message: expect.stringMatching(/'broker-outag'.*broker-outage/),
      hint: 'shopctl check --list shows all',
      exitCode: ExitCode.usage,
    });
  });
});
