import type { KnownDefect } from '../known-defect.ts';

/** What can be wrong with the outbox and its relay. */
export const relayDefects: readonly KnownDefect[] = [];
