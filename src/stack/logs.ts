import { open, stat } from 'node:fs/promises';
import { lastLines } from './log-tail.ts';

export interface LogFile {
  /** Part name. */
  readonly name: string;
  readonly logFile: string;
}

export interface LogOptions {
  /** Lines of each file to begin with. */
  readonly lines: number;
  /** Goes on until the signal is aborted. */
  readonly follow: boolean;
  readonly clock: { sleep(ms: number, signal?: AbortSignal): Promise<void> };
  readonly signal: AbortSignal;
}

const lookEveryMs = 200;

/** Shows the ends of some log files, and with `follow` what is added to them. A file that is not there yet is empty. */
export async function followLogs(
  files: readonly LogFile[],
  options: LogOptions,
  show: (name: string, line: string) => void,
): Promise<void> {
  // Before the tail is read: a line written in between is then shown twice rather than never.
  const followers = await Promise.all(files.map((file) => follower(file, show)));
  for (const { name, logFile } of files) {
    for (const line of await lastLines(logFile, options.lines)) show(name, line);
  }
  while (options.follow && !options.signal.aborted) {
    await options.clock.sleep(lookEveryMs, options.signal).catch(() => {});
    for (const readOn of followers) await readOn();
  }
}

/** Reads on from where the file ends now; begins anew when it was cut. A half line waits for its rest. */
async function follower(
  { name, logFile }: LogFile,
  show: (name: string, line: string) => void,
): Promise<() => Promise<void>> {
  let position = await sizeOf(logFile);
  let half = '';
  return async () => {
    const size = await sizeOf(logFile);
    if (size < position) [position, half] = [0, ''];
    if (size === position) return;
    const text = await readBetween(logFile, position, size);
    position = size;
    const lines = (half + text).split('\n');
    half = lines.pop() ?? '';
    for (const line of lines) show(name, line);
  };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (file) => file.size,
    () => 0,
  );
}

async function readBetween(path: string, from: number, to: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
