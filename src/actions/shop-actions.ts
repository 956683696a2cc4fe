import type { ShopActions } from '../engine/ports.ts';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import type { SteppedRelay } from '../model/deed.ts';
import { plantMessage, type QueueRoute, tapEvents } from './broker-door.ts';
import { plantOutboxRow } from './outbox-door.ts';
import { cancelOrder, readCatalogue } from './shop-door.ts';

export interface ActionAddresses {
  /** The shop's public door. */
  readonly url: string;
  readonly ordersDsn: string;
  readonly brokerUrl: string;
  /** Runs one batch of the held relay, where the shop has a door for it. */
  readonly stepRelay?: ((limit: number) => Promise<RelayStep>) | undefined;
}

/** How many events a round sent, and the shop's word for a round that failed. */
export type RelayStep = Pick<SteppedRelay, 'sent' | 'failure'>;

/** What can be done to the reference shop beside sending orders. Nothing is connected before it is needed. */
export function openShopActions({ url, ordersDsn, brokerUrl, stepRelay }: ActionAddresses): ShopActions {
  const route: QueueRoute = {
    brokerUrl,
    exchange: 'shop.events',
    routingKey: 'order.confirmed',
    alsoTapped: ['order.cancelled'],
    order: 'orderId',
    queue: 'shipping.order-confirmed',
  };
  return {
    cancel: (orderId) => cancelOrder(url, orderId),
    browse: () => readCatalogue(url),
    poison: (what, key) =>
      what === 'outbox-row'
        ? expected('planting poison in the outbox', plantOutboxRow(ordersDsn, key))
        : expected('planting poison in the queue', plantMessage(route, what, key)),
    tap: (onDelivery) => expected('listening on the wire', tapEvents(route, onDelivery)),
    ...(stepRelay === undefined
      ? {}
      : { stepRelay: async (limit) => ({ kind: 'relay-stepped', limit, ...(await stepRelay(limit)) }) }),
  };
}

/** A server that is away is no bug of ours. @throws ShopctlError (exit 3) that says what was tried */
async function expected<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new ShopctlError({
      message: `${what} failed: ${codeOf(cause) ?? messageOf(cause)}`,
      hint: 'shopctl status shows whether the broker and the databases answer',
      cause,
    });
  }
}
