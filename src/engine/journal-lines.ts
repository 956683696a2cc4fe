import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';

/** A line of a file, without its line break. */
export interface Line {
  /** 1, 2, 3 … */
  readonly number: number;
  readonly text: string;
  /** Whether a line break ends it; the last line may have none. */
  readonly isWhole: boolean;
}

/** Long enough that reading costs nothing beside parsing, short enough not to count. */
const chunkBytes = 256 * 1024;
const lineBreak = 0x0a;

/**
 * The lines of a file of any length, one at a time: never the whole text at once.
 *
 * @throws ShopctlError when there is no such file, or it cannot be read
 */
export function* linesOf(path: string): Generator<Line> {
  const file = reading(path, () => openSync(path, 'r'));
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    /** Of the line that goes on in the next chunk. */
    let begun: Buffer[] = [];
    let number = 1;
    for (;;) {
      const size = reading(path, () => readSync(file, chunk));
      if (size === 0) break;
      const filled = chunk.subarray(0, size);
      const end = filled.lastIndexOf(lineBreak);
      if (end !== -1) {
        for (const text of textOf([...begun, filled.subarray(0, end)]).split('\n')) {
          yield { number, text, isWhole: true };
          number += 1;
        }
        begun = [];
      }
      // A copy: the chunk is read into again.
      if (end + 1 < size) begun.push(Buffer.from(filled.subarray(end + 1)));
    }
    if (begun.length > 0) yield { number, text: textOf(begun), isWhole: false };
  } finally {
    closeSync(file);
  }
}

/** Length in bytes up to and with the last line break. */
export function wholeLinesOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let end = fstatSync(file).size; end > 0; ) {
      const from = Math.max(0, end - chunkBytes);
      const size = readSync(file, chunk, 0, end - from, from);
      const last = chunk.subarray(0, size).lastIndexOf(lineBreak);
      if (last !== -1) return from + last + 1;
      end = from;
    }
    return 0;
  } finally {
    closeSync(file);
  }
}

/** Bytes are put together before they become text: a character may lie on both sides of a cut. */
function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}

function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    throw new ShopctlError({
      message: missing ? `there is no journal ${path}` : `${path} cannot be read: ${messageOf(error)}`,
      hint: 'shopctl runs lists the runs there are',
      cause: error,
    });
  }
}
