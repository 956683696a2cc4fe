import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A user that processes can be started as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom PostgreSQL runs as: it refuses to be root, so then it is `postgres`, else `nobody`. Undefined means: as the
 * caller.
 */
export async function serverAccount(uid: number | undefined): Promise<Account | undefined> {
  if (uid !== 0) return undefined;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return (
    accountIn(passwd, 'postgres') ??
    accountIn(passwd, 'nobody') ?? { name: 'nobody', uid: 65_534, gid: 65_534 }
  );
}

/** Looks a user up in the text of a passwd file. */
export function accountIn(passwd: string, name: string): Account | undefined {
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/**
 * True when the account may pass every folder on the way to `path` and read and pass `path` itself. A folder that does
 * not exist yet counts as passable: who makes it sees to that. Access lists are not looked at.
 */
export async function isPassable(path: string, account: Account): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const seen = await stat(folder).catch(() => undefined);
    if (seen !== undefined) {
      const shift = seen.uid === account.uid ? 6 : seen.gid === account.gid ? 3 : 0;
      const needed = folder === path ? 0o5 : 0o1;
      if (((seen.mode >> shift) & needed) !== needed) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
