import { open } from 'node:fs/promises';

const windowBytes = 32_768;
const excerptLines = 8;
const excerptWidth = 400;

/** The end of a part's log for an error message: few lines, and none of them a page long. */
export async function logExcerpt(path: string): Promise<string> {
  const lines = await lastLines(path, excerptLines);
  if (lines.length === 0) return 'its log is empty';
  const cut = lines.map((line) => (line.length > excerptWidth ? `${line.slice(0, excerptWidth)} …` : line));
  return `the end of its log:\n  ${cut.join('\n  ')}`;
}

/** The last lines of a text file; empty when it does not exist. Reads its end only, whatever its size. */
export async function lastLines(path: string, count: number): Promise<string[]> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const from = Math.max(0, size - windowBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      if (from > 0) lines.shift();
      return lines.filter((line) => line.trim() !== '').slice(-count);
    } finally {
      await file.close();
    }
  } catch {
    return [];
  }
}
