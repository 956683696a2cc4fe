import { describe, expect, it } from 'vitest';
import { redacted, redactedValue } from '../../src/model/redact.ts';

describe('a text', () => {
  it.each([
    ['amqp://user:s3cret@host:5672/vhost', 'amqp://user:***@host:5672/vhost'],
    ['postgres://shop:p%40ss@127.0.0.1:5432/ordersdb', 'postgres://shop:***@127.0.0.1:5432/ordersdb'],
    ['amqp://user:p@ss/w:rd@host is away', 'amqp://user:***@host is away'],
    ['amqp://user:12345@host', 'amqp://user:***@host'],
    ["'clerk:s3cret@host' is none", "'clerk:***@host' is none"],
    ['https://:s3cret@host/', 'https://:***@host/'],
    ['from "amqp://a:one@b" to "amqp://c:two@d"', 'from "amqp://a:***@b" to "amqp://c:***@d"'],
    ['Authorization: Bearer eyJhbGciOi.J9', 'Authorization: Bearer ***'],
    ['authorization=abc123', 'authorization=***'],
    ['{"authorization":"Basic c2hvcDpzaG9w"}', '{"authorization":"Basic ***"}'],
    ['it sent Bearer abcd.1234', 'it sent Bearer ***'],
    ['up --set PASSWORD=hunter2 --fresh', 'up --set PASSWORD=*** --fresh'],
    ['SMTP_PASS=abc', 'SMTP_PASS=***'],
    ['DB_PASSWORD="two words" next', 'DB_PASSWORD=*** next'],
    ['{"apiKey":"k-1","name":"n"}', '{"apiKey":***,"name":"n"}'],
    ['https://shop/?token=abc&page=2', 'https://shop/?token=***&page=2'],
    ['postgres:/app:hunter2@db/shop', 'postgres:/app:***@db/shop'],
    ['postgres//app:hunter2@db/shop', 'postgres//app:***@db/shop'],
    ['localhost:5432/app:hunter2@db/shop', 'localhost:5432/app:***@db/shop'],
    ['user=till&pass=hunter2', 'user=till&pass=***'],
    ['{"pass":"hunter2","pin":"0815"}', '{"pass":***,"pin":***}'],
    ['x-auth: abc', 'x-auth: ***'],
    ['PHPSESSID=abc; sid=def', 'PHPSESSID=***; sid=***'],
    ['Set-Cookie: session=abc; Path=/', 'Set-Cookie: ***; Path=/'],
  ])('%s', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    'broker stopped',
    'http://127.0.0.1:5100/api/orders',
    'http://127.0.0.1:5100 for shop@example.org',
    'mail shop@example.org: basic authentication failed',
    'a bearer of news',
    'mailto:shop@example.org',
    'rabbit@host at 17:30:01',
    'passed: 3, compass: north, spin: up, inside: out',
    'http://127.0.0.1:5100/api/orders?page=2 of shop@example.org',
    'the password was refused',
    '20261130-171208-qczw-48',
  ])('without a secret stays as it is: %s', (text) => {
    expect(redacted(text)).toBe(text);
  });
});

describe('a value', () => {
  it('has its texts redacted, however deep, and secrets by their name', () => {
    expect(
      redactedValue({
        addresses: { broker: 'amqp://guest:guest@127.0.0.1:5672', ports: [5672, null] },
        set: { PAYMENTS_PASSWORD: 'hunter2', headers: [{ Authorization: 'whatever' }], pass: 'x', pin: 'y' },
      }),
    ).toEqual({
      addresses: { broker: 'amqp://guest:***@127.0.0.1:5672', ports: [5672, null] },
      set: { PAYMENTS_PASSWORD: '***', headers: [{ Authorization: '***' }], pass: '***', pin: '***' },
    });
  });

  it('is not even copied where it holds no secret', () => {
    const value = { a: ['b', { c: 1 }] };
    expect(redactedValue(value)).toBe(value);
  });
});
