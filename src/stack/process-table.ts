import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { PartIdentity } from './part.ts';

export interface ProcessRow extends PartIdentity {
  readonly ppid: number;
  readonly pgid: number;
  readonly stopped: boolean;
}

const run = promisify(execFile);
let bootId: string | undefined;

/** Every living process. A zombie is a dead process that nobody has collected yet: it is left out. */
export async function processTable(platform: NodeJS.Platform): Promise<ProcessRow[]> {
  if (platform !== 'linux') {
    const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,pgid=,state=,lstart='], {
      timeout: 10_000,
      // Start times are part of an identity: they must not depend on the language and time zone of who looks.
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.split('\n').flatMap((line) => parsePsLine(line) ?? []);
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(pids.map((pid) => readLinuxRow(Number(pid))));
  return rows.flatMap((row) => row ?? []);
}

/** Identity of a living process, undefined when there is none with that pid. */
export async function identityOf(pid: number, platform: NodeJS.Platform): Promise<PartIdentity | undefined> {
  const row = await rowOf(pid, platform);
  return row && { pid: row.pid, startedAt: row.startedAt };
}

/** One living process, undefined when there is none with that pid. */
export async function rowOf(pid: number, platform: NodeJS.Platform): Promise<ProcessRow | undefined> {
  if (platform === 'linux') return readLinuxRow(pid);
  return (await processTable(platform)).find((row) => row.pid === pid);
}

/** True only when the process with that pid is the one that was recorded, not a later one with the same number. */
export async function isSameProcess(identity: PartIdentity, platform: NodeJS.Platform): Promise<boolean> {
  return (await identityOf(identity.pid, platform))?.startedAt === identity.startedAt;
}

/** A process and everything below it, from one reading of the table; empty when it is not the recorded one. */
export function familyOf(identity: PartIdentity, table: readonly ProcessRow[]): ProcessRow[] {
  const leader = table.find((row) => row.pid === identity.pid && row.startedAt === identity.startedAt);
  if (leader === undefined) return [];
  const family = [leader];
  for (let i = 0; i < family.length; i++) {
    const parent = family[i]!;
    family.push(
      ...table.filter(
        (row) =>
          !family.includes(row) &&
          (row.ppid === parent.pid || (parent === leader && row.pgid === leader.pid)),
      ),
    );
  }
  return family;
}

/** A process and the `NAME=value` texts of the environment that it was started with. */
export interface MarkedProcess extends ProcessRow {
  readonly environment: readonly string[];
}

/**
 * Linux: processes that carry `marker` (`NAME=value`) in the environment they were started with. It finds what was
 * spawned in the moment before its record could be written. Empty elsewhere: only Linux shows it cheaply.
 */
export async function markedProcesses(marker: string, platform: NodeJS.Platform): Promise<MarkedProcess[]> {
  if (platform !== 'linux') return [];
  const table = await processTable(platform);
  const marked = await Promise.all(
    table.map(async (row) => {
      const environ = await readFile(`/proc/${row.pid}/environ`, 'utf8').catch(() => '');
      return { ...row, environment: environ.split('\0') };
    }),
  );
  return marked.filter(({ environment }) => environment.includes(marker));
}

async function readLinuxRow(pid: number): Promise<ProcessRow | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The id of the boot is part of the token: after a reboot pids and tick counts start again.
    bootId ??= (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).slice(0, 8);
    return parseLinuxStat(stat, bootId);
  } catch {
    return undefined;
  }
}

/** proc(5): the name is in parentheses and may hold spaces and parentheses itself; the start time is field 22. */
export function parseLinuxStat(stat: string, boot: string): ProcessRow | undefined {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const pid = Number.parseInt(stat, 10);
  const [state, ppid, pgid] = afterName;
  const started = afterName[19];
  if (!Number.isInteger(pid) || state === undefined || started === undefined) return undefined;
  // A zombie whose other threads (field 20) still end has its ports and files open yet: it is not gone.
  if (state === 'X' || (state === 'Z' && Number(afterName[17]) <= 1)) return undefined;
  return {
    pid,
    ppid: Number(ppid),
    pgid: Number(pgid),
    stopped: state === 'T',
    startedAt: `${boot}:${started}`,
  };
}

/** A line of `ps -axo pid=,ppid=,pgid=,state=,lstart=`. */
export function parsePsLine(line: string): ProcessRow | undefined {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
  if (match === null) return undefined;
  const [, pid, ppid, pgid, state, startedAt] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (state.startsWith('Z')) return undefined;
  return {
    pid: Number(pid),
    ppid: Number(ppid),
    pgid: Number(pgid),
    stopped: state.startsWith('T'),
    startedAt,
  };
}
