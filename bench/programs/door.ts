/*
 * A shop's door that does nothing: it takes every order, and below `/slow` it takes its time. Started by the bench as
 * a process of its own, so that it and the load engine do not share a core's thread. Argument: the delay in ms.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

const delayMs = Number(process.argv[2]);
const answer = JSON.stringify({
  id: '0190a3c4-0000-7000-8000-000000000000',
  status: 'Confirmed',
  reason: null,
});
const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().once('end', () => {
    const reply = () => response.writeHead(201, head).end(answer);
    if (request.url?.startsWith('/slow')) setTimeout(reply, delayMs);
    else reply();
  });
});

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
