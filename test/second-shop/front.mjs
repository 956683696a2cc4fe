import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const paid = 2;
const sessions = new Set();

/** The counter: a login, then purchases. */
export function runFront({ database, port }) {
  const server = createServer((request, response) => {
    answer(request, database).then(
      ({ status, body, headers = {} }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      },
      (error) => {
        response.writeHead(500);
        response.end(error.message);
      },
    );
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

async function answer(request, database) {
  const { method, url } = request;
  if (method === 'GET' && url === '/alive') return { status: 200, body: {} };
  const body = JSON.parse((await textOf(request)) || '{}');
  if (method === 'POST' && url === '/session') return logIn(body);
  if (method !== 'POST' || url !== '/checkout') return { status: 404, body: {} };
  const session = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (!sessions.has(session)) return { status: 401, body: { error: { code: 'LOG_IN_FIRST' } } };
  if (!(body.count > 0)) return { status: 422, body: { error: { code: 'BAD_COUNT' } } };
  return { status: 200, body: { data: { purchase: { ref: await buy(body, database) }, state: 'SETTLED' } } };
}

function logIn({ user, secret }) {
  if (user !== 'till' || secret !== 'open-sesame') return { status: 403, body: {} };
  const session = randomUUID();
  sessions.add(session);
  return { status: 200, body: {}, headers: { 'set-cookie': `sid=${session}; Path=/; HttpOnly` } };
}

/** One transaction: the purchase, the money, and the letter that tells the depot. */
async function buy({ buyer, count }, database) {
  const ref = randomUUID();
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query('insert into "Purchases" ("PurchaseId", "BuyerEmail", "State") values ($1, $2, $3)', [
      ref,
      buyer,
      paid,
    ]);
    await client.query(`insert into "CashBook" ("Ref", "Kind", "Euro") values ($1, 'in', $2)`, [
      ref,
      9.95 * count,
    ]);
    await client.query('insert into "Letters" ("Body") values ($1)', [
      JSON.stringify({ purchase: { ref, buyer, count } }),
    ]);
    await client.query('commit');
    return ref;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
