import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AdminDoor } from '../../src/chaos/admin-door.ts';

let server: Server | undefined;
afterEach(() => new Promise((done) => server?.close(done) ?? done(undefined)));

/** A door that answers everything the same. */
async function doorThat(status: number, body: string): Promise<AdminDoor> {
  const opened = createServer((_request, response) => response.writeHead(status).end(body));
  server = opened;
  await new Promise<void>((listening) => opened.listen(0, '127.0.0.1', listening));
  return new AdminDoor(`http://127.0.0.1:${(opened.address() as AddressInfo).port}`);
}

describe('a round of the held relay, run through the admin door', () => {
  it.each([
    ['says how many it sent', 200, '{"sent":2}', { sent: 2 }],
    [
      'that failed is an answer',
      500,
      '{"reason":"Unexpected"}',
      { sent: 0, failure: 'the round failed (Unexpected)' },
    ],
    ['that failed without a word', 502, 'bad gateway', { sent: 0, failure: 'the round failed (HTTP 502)' }],
  ])('%s', async (_title, status, body, expected) => {
    expect(await (await doorThat(status, body)).stepRelay(2)).toEqual(expected);
  });

  it('is an error where nobody answers', async () => {
    const door = await doorThat(200, '{}');
    await new Promise((done) => server?.close(done));
    await expect(door.stepRelay(2)).rejects.toThrow('does not answer: ECONNREFUSED');
  });
});

describe('the switches of a service', () => {
  it('are not guessed where the door refuses', async () => {
    const door = await doorThat(400, '{"reason":"InvalidInput"}');
    await expect(door.turn({ crashAt: 'nowhere' })).rejects.toThrow('it answered 400');
  });
});
