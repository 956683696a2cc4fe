import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../src/stack/lock-file.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

const options = { withinMs: 10_000, doing: 'is at work' };

describe('a lock file', () => {
  it('lets one in at a time and is gone afterwards', async () => {
    const path = join(temporaryFolder(), 'lock');
    let inside = 0;
    let most = 0;
    const visit = () =>
      withLock(path, options, thisHost(), async () => {
        most = Math.max(most, ++inside);
        await new Promise((done) => setTimeout(done, 5));
        inside--;
      });
    await Promise.all([visit(), visit(), visit(), visit()]);
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it('is given back when the work fails', async () => {
    const path = join(temporaryFolder(), 'lock');
    const failing = withLock(path, options, thisHost(), async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });

  it('of a process that is gone is taken over, also when its pid is in use again', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'before the reboot' }));
    expect(await withLock(path, options, thisHost(), async () => 'mine')).toBe('mine');
  });

  it('of a living process is respected, and its holder named', async () => {
    const path = join(temporaryFolder(), 'lock');
    const host = thisHost();
    await withLock(path, options, host, async () => {
      const second = withLock(path, { ...options, withinMs: 60 }, host, async () => 'mine');
      await expect(second).rejects.toMatchObject({
        message: `another shopctl (pid ${process.pid}) is at work, and did not finish within 0.06 s`,
        hint: expect.stringContaining(path),
      });
      expect(existsSync(path)).toBe(true);
    });
  });
});
