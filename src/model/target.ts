/** What can be broken and healed. A runtime says which of these it has, and what it can do to each. */
export const targetNames = [
  'broker',
  'postgres',
  'gateway',
  'orders',
  'inventory',
  'payments',
  'shipping',
] as const;

export type TargetName = (typeof targetNames)[number];

export function isTargetName(text: string): text is TargetName {
  return (targetNames as readonly string[]).includes(text);
}

/** State of a target as its runtime sees it, not as a client of it would. */
export type TargetState = 'running' | 'paused' | 'stopped';
