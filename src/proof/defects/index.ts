import type { KnownDefect } from '../known-defect.ts';
import { consumerDefects } from './consumer.ts';
import { relayDefects } from './relay.ts';
import { sagaDefects } from './saga.ts';

/** Every known defect, in the order in which `shopctl prove` takes them. */
export const knownDefects: readonly KnownDefect[] = [...relayDefects, ...consumerDefects, ...sagaDefects];
