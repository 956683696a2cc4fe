import { Pool } from 'undici';

/**
 * The least that a load tool on undici has to do: the same requests, with no account of them.
 * @returns how long it took, in milliseconds
 */
export async function rawLoop(url: string, requests: number, inFlight: number): Promise<number> {
  const pool = new Pool(url, { connections: inFlight });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const startedMs = performance.now();
  let left = requests;
  const client = async (): Promise<void> => {
    while (left > 0) {
      const key = `bench-raw-${left--}`;
      const body = JSON.stringify({ customer: key, productId: 3, quantity: 1 });
      const reply = await pool.request({
        method: 'POST',
        path: '/api/orders',
        headers: { ...headers, 'idempotency-key': key },
        body,
      });
      await reply.body.text();
    }
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, client));
    return performance.now() - startedMs;
  } finally {
    await pool.close();
  }
}
