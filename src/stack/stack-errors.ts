import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import type { StackPaths } from './stack-paths.ts';

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the folder belongs to another user',
  EPERM: 'the folder belongs to another user',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
};

/** Runs `work`; what the file system refuses comes out as a sentence and a way out, anything else as it is. */
export async function explainingFiles<T>(paths: StackPaths, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = sentences[codeOf(error) ?? ''];
    if (error instanceof ShopctlError || sentence === undefined) throw error;
    throw new ShopctlError({
      message: `cannot work in ${paths.stateDir}: ${sentence} (${messageOf(error)})`,
      hint: 'mend that and repeat the command: nothing is lost; or use another state directory',
      cause: error,
    });
  }
}
