import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Who listens on a TCP port of this machine, in words such as `postgres (pid 812)`; undefined when it cannot be told,
 * which is so for other users' processes unless shopctl is root.
 */
export async function portOwner(port: number, platform: NodeJS.Platform): Promise<string | undefined> {
  try {
    return platform === 'linux' ? await linuxOwner(port) : await lsofOwner(port);
  } catch {
    return undefined;
  }
}

async function linuxOwner(port: number): Promise<string | undefined> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
  if (inodes.size === 0) return undefined;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const fd of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined && inodes.has(inode)) return `${await linuxName(pid)} (pid ${pid})`;
    }
  }
  return undefined;
}

async function linuxName(pid: string): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
}

/** Socket inodes that listen on `port` in the text of /proc/net/tcp or tcp6; state 0A is LISTEN, ports are hex. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return local?.endsWith(`:${wanted}`) && state === '0A' && inode ? [inode] : [];
  });
}

async function lsofOwner(port: number): Promise<string | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeout: 5000 });
  const pid = /^p(\d+)$/m.exec(stdout)?.[1];
  const name = /^c(.+)$/m.exec(stdout)?.[1];
  return pid === undefined ? undefined : `${name ?? 'a process'} (pid ${pid})`;
}
