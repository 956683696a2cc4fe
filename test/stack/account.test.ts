import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountIn, isPassable, serverAccount } from '../../src/stack/account.ts';
import { temporaryFolder } from './stack-host.ts';

const stranger = { name: 'stranger', uid: 4_000_001, gid: 4_000_001 };

describe('the account of the database server', () => {
  it('is found in a passwd file', () => {
    const passwd = 'root:x:0:0:root:/root:/bin/sh\npostgres:x:101:104:,,,:/var/lib/postgresql:/bin/bash\n';
    expect(accountIn(passwd, 'postgres')).toEqual({ name: 'postgres', uid: 101, gid: 104 });
    expect(accountIn(passwd, 'nobody')).toBeUndefined();
  });

  it('is the caller, unless the caller is root', async () => {
    expect(await serverAccount(1000)).toBeUndefined();
    expect((await serverAccount(0))?.uid).toBeGreaterThan(0);
  });
});

describe('a folder', () => {
  it('below one that is closed to others is not passable for them', async () => {
    const closed = join(temporaryFolder(), 'closed');
    mkdirSync(join(closed, 'inner'), { recursive: true });
    chmodSync(closed, 0o700);
    expect(await isPassable(join(closed, 'inner'), stranger)).toBe(false);
  });

  it('that everybody may read is passable, and so is one that does not exist yet', async () => {
    const open = temporaryFolder();
    chmodSync(open, 0o755);
    expect(await isPassable(open, stranger)).toBe(true);
    expect(await isPassable(join(open, 'later'), stranger)).toBe(true);
  });
});
