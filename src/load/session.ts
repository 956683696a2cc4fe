import { request } from 'undici';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import type { LoginSpec, OrderSpec } from '../model/order-spec.ts';
import { redacted } from '../model/redact.ts';
import { extractor, readable } from './extract.ts';
import { cookieHeader, type FilledRequest, requestTemplate } from './request-template.ts';
import type { Filling } from './template.ts';

const answerWithinMs = 10_000;
/** What a login page or a seed answers fits in here. */
const replyMaxChars = 1_000_000;

/** Headers that every order carries: what the login gave. */
export type SessionHeaders = Readonly<Record<string, string>>;

/**
 * Logs in and sends the seed requests, where the config has any.
 *
 * @param door where paths are below
 * @throws ShopctlError (exit 3) that says which request was refused, and with what
 */
export async function openSession(
  { login, seed, cookies }: OrderSpec,
  door: string,
  filling: Filling,
): Promise<SessionHeaders> {
  const session = login === undefined ? {} : await loggedIn(login, cookies, door, filling);
  for (const [index, spec] of seed.entries()) {
    const { headers, ...rest } = requestTemplate(spec)(filling);
    const filled = { ...rest, headers: { ...headers, ...session } };
    const { status, text } = await send(filled, door, `seed request ${index + 1}`);
    // What is there already needs no seed.
    if (status >= 400 && status !== 409) throw refused(`seed request ${index + 1}`, filled, status, text);
  }
  return session;
}

async function loggedIn(
  login: LoginSpec,
  cookies: OrderSpec['cookies'],
  door: string,
  filling: Filling,
): Promise<SessionHeaders> {
  const filled = requestTemplate(login)(filling);
  const { status, text, setCookies } = await send(filled, door, 'the login');
  if (status >= 400) throw refused('the login', filled, status, text);
  const jar = login.takeCookies ? cookieHeader({ ...cookies, ...setCookies }) : undefined;
  return { ...(jar === undefined ? {} : { cookie: jar }), ...tokenHeader(login, filled, status, text) };
}

function tokenHeader(
  { takeHeader }: LoginSpec,
  filled: FilledRequest,
  status: number,
  text: string,
): SessionHeaders {
  if (takeHeader === undefined) return {};
  const token = extractor(takeHeader.token)(readable(text));
  if (typeof token !== 'string' && typeof token !== 'number') {
    throw refused('the login gave no token', filled, status, '');
  }
  return {
    [takeHeader.name.toLowerCase()]: takeHeader.value.replaceAll(/\{\{\s*token\s*\}\}/g, String(token)),
  };
}

async function send({ method, url, headers, body }: FilledRequest, door: string, what: string) {
  const target = url.startsWith('/') ? `${door.replace(/\/+$/, '')}${url}` : url;
  try {
    const reply = await request(target, {
      method: method as 'POST',
      headers: { ...headers },
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = (await reply.body.text()).slice(0, replyMaxChars);
    return { status: reply.statusCode, text, setCookies: cookiesIn(reply.headers['set-cookie']) };
  } catch (cause) {
    throw new ShopctlError({
      message: `${what}, ${method} ${target}, has no answer: ${codeOf(cause) ?? messageOf(cause)}`,
      hint: 'is the shop running?',
      cause,
    });
  }
}

/** Names and values alone: how long and where to a browser keeps them does not matter for one run. */
function cookiesIn(header: string | string[] | undefined): Record<string, string> {
  const lines = header === undefined ? [] : [header].flat();
  const pairs = lines.flatMap((line) => /^([^=;\s]+)=([^;]*)/.exec(line)?.slice(1, 3) ?? []);
  return Object.fromEntries(chunked(pairs));
}

function chunked(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}

function refused(what: string, { method, url }: FilledRequest, status: number, text: string): ShopctlError {
  const said = redacted(text).replace(/\s+/g, ' ').trim().slice(0, 120);
  return new ShopctlError({
    message: `${what}: ${method} ${url} answered HTTP ${status}${said === '' ? '' : `: ${said}`}`,
    hint: 'order.login and order.seed of the config say what is sent',
  });
}
