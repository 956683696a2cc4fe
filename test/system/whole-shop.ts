import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { shopctl, stackStatus } from './shopctl.ts';
import { stackAddresses } from './stack-addresses.ts';

/** Brings the shared stack back to a whole shop that takes orders and ships them, whatever a test did to it. */
export async function wholeShop(): Promise<void> {
  const { exitCode, parts, applied } = await stackStatus();
  // 0: every part is ready. Seven parts: no service is left in several instances.
  if (exitCode !== 0 || applied.length > 0 || parts.length !== 7) {
    await shopctl('recover');
    const { code, stderr } = await shopctl('up');
    if (code !== 0) throw new Error(`the stack did not come back: ${stderr}`);
  }
  await shipped(await confirmedOrder());
}

/** Ready is not yet whole: a circuit breaker that a test opened turns orders away for 15 s more. */
async function confirmedOrder(): Promise<string> {
  let last = 'no answer';
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await setTimeout(250)) {
    const answer = await fetch(`${stackAddresses().gateway}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: 'whole-shop', productId: 3, quantity: 1 }),
    });
    const text = await answer.text();
    if (answer.status === 201) return JSON.parse(text).id;
    last = `${answer.status} ${text}`;
  }
  throw new Error(`the shop confirms no order: ${last}`);
}

/** On its way it would be counted with what the next test sends. */
async function shipped(orderId: string): Promise<void> {
  const client = new pg.Client({ connectionString: stackAddresses().databases['shippingdb'] });
  await client.connect();
  try {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await setTimeout(50)) {
      const { rowCount } = await client.query('select from shipments where order_id = $1', [orderId]);
      if (rowCount === 1) return;
    }
  } finally {
    await client.end();
  }
  throw new Error(`order ${orderId} does not ship`);
}
