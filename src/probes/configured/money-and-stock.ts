import type { RunScope } from '../../engine/ports.ts';
import { comparableId } from '../../model/comparable-id.ts';
import type { ChargeRow, ReservationRow } from '../../model/evidence.ts';
import { asText, type ProbeTable } from './probe-table.ts';
import { ofOrders } from './rows.ts';
import type { Stores } from './stores.ts';

export async function readMoney(
  { spec }: Stores,
  name: 'charges' | 'refunds',
  table: ProbeTable,
  scope: RunScope,
  orderIds: Promise<readonly string[]>,
  left: () => number,
): Promise<ChargeRow[]> {
  const cents = spec[name]?.centsPerUnit ?? 1;
  // A row without an amount counts as one cent: enough to tell one charge from two, and a refund from none.
  const amount = table.has('amount') ? `coalesce("amount" * ${cents}, 0)::float8` : '1::float8';
  const list = `${asText('order', 'orderId')}, ${amount} as "amountCents"`;
  const rows = await table.rows<ChargeRow>(list, ofOrders(scope, await orderIds), left());
  return rows.map((row) => ({ ...row, orderId: comparableId(row.orderId) }));
}

export async function readReservations(
  table: ProbeTable,
  scope: RunScope,
  orderIds: Promise<readonly string[]>,
  left: () => number,
): Promise<ReservationRow[]> {
  const list = [
    asText('order', 'orderId'),
    table.has('product') ? `coalesce("product"::text, '') as "productId"` : `'' as "productId"`,
    table.has('quantity') ? '"quantity"::float8 as quantity' : '1::float8 as quantity',
    table.has('active') ? '"active" as active' : 'true as active',
  ];
  const rows = await table.rows<ReservationRow>(list.join(', '), ofOrders(scope, await orderIds), left());
  return rows.map((row) => ({ ...row, orderId: comparableId(row.orderId) }));
}
