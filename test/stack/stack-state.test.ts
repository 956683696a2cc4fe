import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { down } from '../../src/stack/down.ts';
import { type StackPaths, stackPaths } from '../../src/stack/stack-paths.ts';
import { readStackState, updateStackState, writeStackState } from '../../src/stack/stack-state.ts';
import type { StackState } from '../../src/stack/state-schema.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

function emptyState(paths: StackPaths): StackState {
  return {
    version: 1,
    stackId: paths.stackId,
    ports: { postgres: 5432 },
    addresses: { admin: {}, services: {}, databases: {}, broker: 'amqp://127.0.0.1' },
    parts: [],
  };
}

function pathsWith(text: string): StackPaths {
  const paths = stackPaths(temporaryFolder());
  mkdirSync(paths.root, { recursive: true });
  writeFileSync(paths.stateFile, text);
  return paths;
}

describe('the state file', () => {
  it('comes back as it was written, readable by its owner alone', async () => {
    const paths = stackPaths(temporaryFolder());
    await writeStackState(paths, emptyState(paths));
    expect(await readStackState(paths)).toEqual(emptyState(paths));
    expect(statSync(paths.stateFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(paths.root)).toEqual(['stack.json']);
  });

  it('is undefined where there is no stack', async () => {
    expect(await readStackState(stackPaths(temporaryFolder()))).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['half', '{"version":1,"par'],
    ['not a state', '{"version":1,"parts":"none"}'],
    ['without a version', '{}'],
  ])('that is %s is refused with a way out and left as it is', async (_, text) => {
    const paths = pathsWith(text);
    await expect(readStackState(paths)).rejects.toMatchObject({
      message: expect.stringContaining(paths.stateFile),
      hint: expect.stringContaining('down --purge'),
      exitCode: 3,
    });
    await expect(updateStackState(paths, thisHost(), () => undefined)).rejects.toThrow(paths.stateFile);
    expect(readFileSync(paths.stateFile, 'utf8')).toBe(text);
  });

  it('of a newer shopctl is refused by name, and left as it is', async () => {
    const paths = pathsWith('{"version":99}');
    await expect(readStackState(paths)).rejects.toThrow('newer shopctl (version 99');
    expect(readFileSync(paths.stateFile, 'utf8')).toBe('{"version":99}');
  });

  it('that cannot be read stops a plain down, and is moved aside by down --purge', async () => {
    const paths = pathsWith('{"version":1,"par');
    const host = thisHost();
    await expect(down({ stateDir: paths.stateDir }, host)).rejects.toThrow('cannot be read');
    const report = await down({ stateDir: paths.stateDir, purge: true }, host);
    expect(readFileSync(report.movedAside!, 'utf8')).toBe('{"version":1,"par');
    expect(readdirSync(paths.stateDir)).toEqual([report.movedAside!.slice(paths.stateDir.length + 1)]);
  });

  it('loses no change when many are made at once', async () => {
    const paths = stackPaths(temporaryFolder());
    await writeStackState(paths, emptyState(paths));
    const host = thisHost();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        updateStackState(paths, host, (state) => {
          state.ports[`port ${i}`] = 1000 + i;
        }),
      ),
    );
    expect(Object.keys((await readStackState(paths))!.ports)).toHaveLength(21);
  });
});
