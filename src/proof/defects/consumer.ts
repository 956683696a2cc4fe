import type { KnownDefect } from '../known-defect.ts';

/** What can be wrong with broker links, consumers and the inbox. */
export const consumerDefects: readonly KnownDefect[] = [];
