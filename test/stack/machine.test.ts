import { expect, it } from 'vitest';
import { stacksBorne } from '../../src/stack/machine.ts';

it.each([
  [1, 8, 1],
  [2, 8, 3],
  [8, 64, 4],
  [8, 4, 2],
  [2, 1, 1],
])('a machine with %i cores and %i GiB bears %i stacks', (cores, gibibytes, stacks) => {
  expect(stacksBorne(cores, gibibytes * 1024 ** 3)).toBe(stacks);
});
