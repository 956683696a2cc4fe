import type { Check } from './examine.ts';

/** What the check asks of the file system. */
export interface FolderSenses {
  exists(path: string): Promise<boolean>;
  /** Writes a small file to the disk itself and removes it. @throws the system's error */
  tryWriting(folder: string): Promise<void>;
  /** @throws the system's error when a folder could not be made in it */
  mayWrite(folder: string): Promise<void>;
  freeBytes(folder: string): Promise<number>;
}

/** A journal of a long check has some megabytes, a stack's databases some hundred. */
const scarceBytes = 500 * 1024 ** 2;

/** Looks without leaving anything: a folder that is not there yet is not made. */
export function stateFolderCheck(
  folder: string,
  parentOf: (path: string) => string,
  senses: FolderSenses,
): Check {
  return {
    area: 'state',
    name: 'state folder',
    advice: 'choose another with --state-dir or SHOPCTL_STATE_DIR',
    look: async () => {
      const isThere = await senses.exists(folder);
      const there = isThere ? folder : await nearestFolder(folder, parentOf, senses);
      if (isThere) await senses.tryWriting(folder);
      else await senses.mayWrite(there);
      const freeBytes = await senses.freeBytes(there);
      const says = `${folder} ${isThere ? 'can be written' : 'can be made'}, ${megabytes(freeBytes)} free`;
      const facts = { folder, freeBytes };
      if (freeBytes >= scarceBytes) return { health: 'ok', says, facts };
      const advice = `make room, or choose another with --state-dir: a stack takes up to ${megabytes(scarceBytes)}`;
      return { health: 'warning', says, facts, advice };
    },
  };
}

async function nearestFolder(
  folder: string,
  parentOf: (path: string) => string,
  senses: FolderSenses,
): Promise<string> {
  let there = folder;
  while (!(await senses.exists(there)) && parentOf(there) !== there) there = parentOf(there);
  return there;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
