import { z } from 'zod';
import { duration, extract, jsonPath, listOf, place, text, texts } from './values.ts';

const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;

/** Each `body` is text, sent as it is, or an object, sent as JSON. */
const request = {
  url: place.describe("where it is sent: a path below the shop's door, or a whole URL"),
  method: z.enum(methods, `one of ${methods.join(', ')}`).default('POST'),
  headers: texts.prefault({}),
  cookies: texts.prefault({}),
  body: z
    .unknown()
    .optional()
    .describe(
      'text, sent as it is, or an object, sent as JSON; may hold {{runId}} {{n}} {{uuid}} {{product}} {{quantity}}',
    ),
};

const login = z.strictObject(
  {
    ...request,
    takeCookies: z
      .boolean('true or false')
      .default(true)
      .describe('the cookies that it sets go with every order'),
    takeHeader: z
      .strictObject(
        {
          name: text('the name of a header, e.g. authorization'),
          value: text("the header's value, e.g. Bearer {{token}}"),
          token: extract.describe('where the token is in the reply to the login'),
        },
        '{ name, value, token }',
      )
      .optional()
      .describe('a header that every order carries, made of the reply to the login'),
  },
  'a request: { url, method, headers, body }',
);

/** Null is one: a reply may say that all is well by naming no error. */
const equalledHint = 'the text, number, true, false or null that the reply holds there, e.g. true';
const equalled = z.union([z.string(), z.number(), z.boolean(), z.null()], equalledHint).transform(String);

const statusHint = 'HTTP statuses, e.g. [200, 201]';
const accepted = z
  .strictObject(
    {
      status: z
        .array(z.int(statusHint).min(100, statusHint).max(599, statusHint), statusHint)
        .min(1, statusHint)
        .optional(),
      where: z
        .strictObject({ path: jsonPath, equals: equalled }, '{ path, equals }')
        .optional()
        .describe('for shops that say no with a 200: accepted only where this holds'),
    },
    '{ status, where }',
  )
  .prefault({});

const heldOnce = 'may hold {{runId}} {{uuid}} {{product}} {{quantity}}';

export const order = z.strictObject(
  {
    ...request,
    login: login.optional().describe(`sent once a run, before its first order; ${heldOnce}`),
    seed: z
      .array(z.strictObject(request, 'a request: { url, method, headers, body }'), 'a list of requests')
      .prefault([])
      .describe(`sent once a run, after the login and before its first order; ${heldOnce}`),
    timeout: duration.default(10_000).describe('limit for one answer'),
    accepted: accepted.describe('which replies mean that the order was taken; 200 to 299 when absent'),
    reply: z
      .strictObject(
        { id: extract.optional(), status: extract.optional(), reason: extract.optional() },
        '{ id, status, reason }',
      )
      .default({})
      .describe('where the reply says the id of the order, its status, and why it was refused'),
  },
  'how an order is sent: { url, body, reply, … }',
);

const words = (hint: string) => listOf(`words of the shop, e.g. ${hint}`);

export const statuses = z
  .strictObject(
    {
      confirmed: words('[PAID, SHIPPED]').optional().describe('the order ships; absent: every other word'),
      open: words('[NEW]').prefault(['Pending', 'Compensating']).describe('its end is not known yet'),
      cancelled: words('[VOID]').prefault(['Cancelled', 'Canceled']),
    },
    '{ confirmed, open, cancelled }',
  )
  .prefault({});
