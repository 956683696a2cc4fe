import type { Measurement } from '../measurement.ts';
import { judging } from './judging.ts';
import { loadEngine } from './load-engine.ts';
import { machine } from './machine.ts';
import { orders } from './orders.ts';
import { recovery } from './recovery.ts';
import { relay } from './relay.ts';
import { startUp } from './start-up.ts';
import { watch } from './watch.ts';

/** In the order in which they run: without a stack first, then on a young one, and at the end the one that fills it. */
export const measurements: readonly Measurement[] = [
  startUp,
  judging,
  loadEngine,
  machine,
  orders,
  relay,
  recovery,
  watch,
];
