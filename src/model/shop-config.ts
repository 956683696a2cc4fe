import type { OrderSpec } from './order-spec.ts';
import type { ProbeSpecs } from './probe-spec.ts';
import type { TargetName } from './target.ts';
import type { TargetIdentity } from './target-identity.ts';

/** Somebody's shop as its config names it, validated and with every default filled in. */
export interface ShopConfig {
  /** The public door, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly order: OrderSpec;
  readonly statuses: StatusWords;
  readonly probes: ProbeSpecs;
  readonly broker?: BrokerSpec | undefined;
  readonly targets: Readonly<Partial<Record<TargetName, TargetIdentity>>>;
  /** How long everything may take to arrive after the last fault; ends early when it has. */
  readonly settleMs: number;
  /** Orders may go to another machine. */
  readonly yes: boolean;
}

/** The shop's own words for where an order is. Compared without regard to case. */
export interface StatusWords {
  /** The order will ship. Absent: every word that is neither open nor cancelled. */
  readonly confirmed?: readonly string[] | undefined;
  /** Its end is not known yet. */
  readonly open: readonly string[];
  readonly cancelled: readonly string[];
}

export interface BrokerSpec {
  /** `amqp://USER:PASSWORD@HOST:PORT/VHOST` */
  readonly url?: string | undefined;
  /** `http://USER:PASSWORD@HOST:15672` of the management API. */
  readonly management?: string | undefined;
  /** The first is the one that the timeline shows. */
  readonly queues: readonly string[];
  readonly events?: EventSpec | undefined;
}

/** Where the events that have an effect are on the wire, to listen beside and to send one a second time. */
export interface EventSpec {
  readonly exchange: string;
  readonly routingKey: string;
  /** Path of the event's id in the message's JSON; absent: the message id of AMQP. */
  readonly id?: string | undefined;
  /** Path of the order's id in the message's JSON. */
  readonly order: string;
}

/** What the promises know an order's state by, in whatever words the shop has for it. */
export type KnownStatus = 'Confirmed' | 'Pending' | 'Compensating' | 'Cancelled';

const known: readonly string[] = [
  'Confirmed',
  'Pending',
  'Compensating',
  'Cancelled',
] satisfies KnownStatus[];

/**
 * The promises' word for a shop's own. A word that the config does not name stays as it is, so that it is seen.
 *
 * @param word as the shop says it, e.g. `PAID` or `2`
 */
export function statusFor(word: string, words: StatusWords): string {
  const says = (list: readonly string[]) => list.some((each) => each.toLowerCase() === word.toLowerCase());
  // Compensating stays told apart from Pending where the shop itself tells them apart in these words.
  if (says(words.open)) return word === 'Compensating' ? word : 'Pending';
  if (says(words.cancelled)) return 'Cancelled';
  if (words.confirmed === undefined) return 'Confirmed';
  return says(words.confirmed) ? 'Confirmed' : word;
}

export function isKnownStatus(status: string): boolean {
  return known.includes(status);
}
