import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shopctl, startShopctl } from './shopctl.ts';

const empty = mkdtempSync(join(tmpdir(), 'shopctl-empty-'));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

/** What nobody but a bug report should show. */
const stackTrace = /\n\s+at .*:\d+:\d+/;

describe('what was typed wrong is quoted, with exit code 64', () => {
  it.each<[string[], string]>([
    [['chaos', 'broker-stpo'], "there is no fault 'broker-stpo'; near it: broker-stop"],
    [['chaos', 'brokr-stop'], "there is no fault 'brokr-stop'; near it: broker-stop"],
    [['chaos', 'payments-fail', '7'], "not '7'"],
    [['check', 'broker-outag'], "there is no scenario 'broker-outag'; near it: broker-outage"],
    [['check'], 'check needs a scenario'],
    [['explain', 'nothing'], "there is no scenario 'nothing'"],
    [['load', '0'], '"0"'],
    [['load', '-5'], '-5'],
    [['load', '1e9x'], '"1e9x"'],
    [['load', '2000000'], '"2000000"'],
    [['load', '--rate', '5'], 'needs --duration'],
    [['load', '--fail-on', 'p95 >> 2'], 'p95 >> 2'],
    [['load', '1', '--url', 'ftp://shop'], "'ftp://shop' is not the address of a shop"],
    [['load', '1', '--url', 'http://shop.example'], 'shop.example is not this machine'],
    [['load', '--rate', '5', '--duration', '1s', '--in-flight', '0'], '--in-flight'],
    [['check', 'broker-outage', '--step'], '--step waits for Enter'],
    [['loda', '40'], "unknown command 'loda'"],
    [['load', '40', '--concurency', '2'], "unknown option '--concurency'"],
    [['watch', '--every', 'soon'], "'soon' is invalid"],
    [['logs', 'brokker'], "there is no part 'brokker'; near it: broker"],
    [['report', 'no-such-run'], "there is no run 'no-such-run'"],
    [['check', 'broker-outage', '--report', 'pdf=x'], "--report 'pdf=x'"],
    [['up', '--port', 'gateway=99999'], 'gateway=99999'],
    [['up', '--scale', 'orders=10'], "--scale 'orders=10' is not a whole number from 1 to 9"],
  ])('%j', async (args, message) => {
    const { code, stderr, stdout } = await shopctl(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(64);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(stackTrace);
  });
});

describe('a shop that is not there', () => {
  it('is named with the system’s own code and a way out, with exit code 3', async () => {
    const { code, stderr } = await startShopctl(['load', '40', '--url', 'http://127.0.0.1:9'], {
      stateDir: empty,
    }).ended;
    expect(code).toBe(3);
    expect(stderr).toContain('ECONNREFUSED 127.0.0.1:9');
    expect(stderr).toContain('hint: shopctl up');
    expect(stderr).not.toMatch(stackTrace);
  });

  it('is said by status, check, chaos and logs as well', async () => {
    for (const args of [['status'], ['check', 'broker-outage'], ['chaos', 'broker-stop'], ['logs']]) {
      const { code, stderr, stdout } = await startShopctl(args, { stateDir: empty }).ended;
      expect(code, args.join(' ')).toBe(3);
      expect(stdout + stderr).toContain('shopctl up');
      expect(stderr).not.toMatch(stackTrace);
    }
  });

  it('has nothing to stop', async () => {
    const { code, stdout } = await startShopctl(['down'], { stateDir: empty }).ended;
    expect(code).toBe(0);
    expect(stdout).toContain('nothing was running');
  });
});

describe('a state folder that is not as it should be', () => {
  it('is refused where it cannot be written', async () => {
    const { code, stderr } = await startShopctl(['load', '1'], { stateDir: '/dev/null/state' }).ended;
    expect(code).toBe(3);
    expect(stderr).toContain('/dev/null/state');
    expect(stderr).not.toMatch(stackTrace);
  });

  it('is not overwritten when its stack file is corrupt; the error says the way out', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'shopctl-corrupt-'));
    await mkdir(join(stateDir, 'stack'));
    writeFileSync(join(stateDir, 'stack/stack.json'), '{"version":');
    for (const command of ['status', 'up', 'down']) {
      const { code, stderr } = await startShopctl([command], { stateDir }).ended;
      expect(code, command).toBe(3);
      expect(stderr).toContain('stack.json');
      expect(stderr).toContain('hint:');
      expect(stderr).not.toMatch(stackTrace);
    }
    expect((await startShopctl(['down', '--purge'], { stateDir }).ended).code).toBe(0);
    rmSync(stateDir, { recursive: true });
  });
});
