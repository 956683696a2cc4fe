import { expect, it } from 'vitest';
import { lookAtHealth } from '../../src/probes/http-health.ts';
import { closedPort, openHttpDoor, openSilentDoor } from './local-doors.ts';

it.each([
  [200, { state: 'ready' }],
  [204, { state: 'ready' }],
  [503, { state: 'unready', why: 'HTTP 503' }],
])('a health page with %d is %j', async (status, expected) => {
  const door = await openHttpDoor((_request, response) => response.writeHead(status).end());
  expect(await lookAtHealth(`http://127.0.0.1:${door.port}/health/ready`, 5000)).toEqual(expected);
  await door.close();
});

it('a closed port is unreachable, with its code and address', async () => {
  const port = await closedPort();
  expect(await lookAtHealth(`http://127.0.0.1:${port}/health/ready`, 5000)).toEqual({
    state: 'unreachable',
    why: `ECONNREFUSED 127.0.0.1:${port}`,
  });
});

it('a frozen service is unreachable once the time is over', async () => {
  const door = await openSilentDoor();
  expect(await lookAtHealth(`http://127.0.0.1:${door.port}/`, 50)).toEqual({
    state: 'unreachable',
    why: `no answer within 50 ms from 127.0.0.1:${door.port}`,
  });
  await door.close();
});

it('an address that is no URL is unreachable', async () => {
  expect(await lookAtHealth('shop', 50)).toEqual({ state: 'unreachable', why: 'not a URL' });
});
