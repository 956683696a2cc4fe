import type { KnownDefect } from '../known-defect.ts';

/** What can be wrong with the saga and its calls to other services. */
export const sagaDefects: readonly KnownDefect[] = [];
