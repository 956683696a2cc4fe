import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  familyOf,
  identityOf,
  isSameProcess,
  type ProcessRow,
  parseLinuxStat,
  parsePsLine,
  processTable,
} from '../../src/stack/process-table.ts';

function row(pid: number, ppid: number, pgid = pid): ProcessRow {
  return { pid, ppid, pgid, stopped: false, startedAt: `t${pid}` };
}

function stat(name: string, state: string, threads = 1): string {
  return `4711 (${name}) ${state} 12 4711 4700 0 -1 4194304 99 0 0 0 0 0 0 0 20 0 ${threads} 0 49533 3133440 384`;
}

describe('a line of /proc/PID/stat', () => {
  it('is read past a name with spaces and parentheses', () => {
    expect(parseLinuxStat(stat('a) S 1 (b', 'S'), 'boot')).toEqual({
      pid: 4711,
      ppid: 12,
      pgid: 4711,
      stopped: false,
      startedAt: 'boot:49533',
    });
  });

  it('tells a frozen process', () => {
    expect(parseLinuxStat(stat('x', 'T'), 'boot')?.stopped).toBe(true);
  });

  it('of a zombie counts as dead, unless its threads still hold its ports', () => {
    expect(parseLinuxStat(stat('x', 'Z'), 'boot')).toBeUndefined();
    expect(parseLinuxStat(stat('x', 'Z', 3), 'boot')).toBeDefined();
  });
});

it('reads what ps prints where there is no /proc', () => {
  expect(parsePsLine('  501   1   501 Ts   Mon Nov 30 16:20:00 2026')).toEqual({
    pid: 501,
    ppid: 1,
    pgid: 501,
    stopped: true,
    startedAt: 'Mon Nov 30 16:20:00 2026',
  });
  expect(parsePsLine('501 1 501 Z Mon Nov 30 16:20:00 2026')).toBeUndefined();
});

describe('the family of a process', () => {
  const table = [row(1, 0), row(10, 1), row(11, 10), row(12, 11, 12), row(13, 1, 10), row(20, 1)];

  it('is everything below it and in its group, in other groups too', () => {
    const family = familyOf({ pid: 10, startedAt: 't10' }, table);
    expect(family.map(({ pid }) => pid).sort()).toEqual([10, 11, 12, 13]);
  });

  it('is empty when another process has its pid now', () => {
    expect(familyOf({ pid: 10, startedAt: 'earlier' }, table)).toEqual([]);
  });
});

describe('the identity of a process', () => {
  it('stays while it lives and is gone when it has ended', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const identity = await identityOf(child.pid!, process.platform);
    expect(identity).toBeDefined();
    expect(await isSameProcess(identity!, process.platform)).toBe(true);
    expect(await isSameProcess({ ...identity!, startedAt: 'another' }, process.platform)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await isSameProcess(identity!, process.platform)).toBe(false);
  });
});

describe('a start time as ps tells it', () => {
  it('does not depend on the language and the time zone of who looks', async () => {
    const own = async () => (await processTable('darwin')).find(({ pid }) => pid === process.pid)?.startedAt;
    const seen: (string | undefined)[] = [];
    const before = process.env['TZ'];
    try {
      for (const zone of ['America/New_York', 'Asia/Tokyo', 'UTC']) {
        process.env['TZ'] = zone;
        seen.push(await own());
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
    expect(seen[0]).toMatch(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/);
    expect(new Set(seen).size).toBe(1);
  });
});
