import { z } from 'zod';
import { parseDuration } from '../../model/duration.ts';
import { nameParts } from '../../model/sql-name.ts';

/*
 * The single values of a config. Each is checked with one sentence that says what to give, whatever was wrong with it:
 * that sentence is the hint of the problem's line.
 */

/** A text that is not empty. @param hint what to give, e.g. `the name of a column` */
export function text(hint: string) {
  return z.string(hint).min(1, hint);
}

/** A text, or what YAML reads as a number or a boolean and is meant as one. A list or an object would be sent as its kind. */
export function word(hint: string) {
  return z.union([z.string(), z.number(), z.boolean()], hint).transform(String);
}

export const httpUrl = urlOf(/^https?:$/, 'a URL such as http://127.0.0.1:8080');
export const amqpUrl = urlOf(/^amqps?:$/, 'a broker URL such as amqp://USER:PASSWORD@HOST:5672');
export const dsn = urlOf(/^postgres(ql)?:$/, 'a DSN such as postgres://USER:PASSWORD@HOST:5432/NAME');

function urlOf(protocol: RegExp, hint: string) {
  return z.string(hint).refine((value) => {
    // With one slash it would be a URL, too: one without a host, whose password nobody would look for.
    return /^\w+:\/\//.test(value) && URL.canParse(value) && protocol.test(new URL(value).protocol);
  }, hint);
}

/** Where a request goes: below the door, or a whole URL. */
const placeHint = 'a path such as /api/orders, or a URL such as http://127.0.0.1:8080/api/orders';
export const place = z
  .string(placeHint)
  .refine((value) => value.startsWith('/') || /^https?:\/\/[^/]/.test(value), placeHint);

const durationHint = 'a time such as 500ms, 20s or 2m';
/** Milliseconds out. */
export const duration = z
  .string(durationHint)
  .refine((value) => (parseDuration(value) ?? 0) > 0, durationHint)
  .transform((value) => parseDuration(value) ?? 0);

const identifier = /^(?:"(?:[^"]|"")+"|[^\s".;()'][^\s".;()']*)$/;
const columnHint = 'the name of a column as the database shows it, e.g. sent_at or SentAt';
export const column = z.string(columnHint).refine((value) => identifier.test(value), columnHint);

const tableHint = 'the name of a table, with its schema where it needs one, e.g. outbox or shop.Outbox';
export const table = z
  .string(tableHint)
  .refine((value) => nameParts(value).every((part) => identifier.test(part)), tableHint);

export const jsonPath = text('a path into the JSON, e.g. data.id');

const fieldHint = 'a column, or { column, json } for something in its JSON';
/** A column, or something in the JSON of one. */
export const field = z
  .union([column, z.strictObject({ column, json: jsonPath }, fieldHint)], fieldHint)
  .describe('a column, or a path into the JSON of one');

const extractHint = "a path into the reply such as data.id, or { regex: 'Order created: (\\d+)' }";
/** Where in a reply something is. */
export const extract = z
  .union([text(extractHint), z.strictObject({ regex: grouped() }, extractHint)], extractHint)
  .describe('a path into the JSON of the reply, or the first group of a regex over its text');

function grouped() {
  const hint = 'a regular expression with one group, e.g. Order created: (\\d+)';
  return z.string(hint).refine((value) => groupsIn(value) > 0, hint);
}

/** @returns how many groups it has; -1 when it is no regular expression */
function groupsIn(source: string): number {
  try {
    // An empty alternative always matches, and the match has a place for each group.
    return (new RegExp(`${source}|`, 'u').exec('')?.length ?? 0) - 1;
  } catch {
    return -1;
  }
}

const headerHint = 'texts by name, e.g. { authorization: "Bearer ${TOKEN}" }';
export const texts = z.record(z.string(), word(headerHint), headerHint);

export const sql = text('a query, e.g. select id from shipments');

export function listOf(hint: string) {
  return z.array(word(hint), hint).min(1, hint);
}
