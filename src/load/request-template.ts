import type { RequestSpec } from '../model/order-spec.ts';
import { type Filling, template, valueTemplate } from './template.ts';

/** A request with every placeholder filled in. */
export interface FilledRequest {
  readonly method: string;
  /** Path and query, or a whole URL. */
  readonly url: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Compiles a request of the config. */
export function requestTemplate(spec: RequestSpec): (filling: Filling) => FilledRequest {
  const { method } = spec;
  const url = template(spec.url);
  const body = bodyTemplate(spec.body);
  const headers = valueTemplate(headersOf(spec)) as (filling: Filling) => Record<string, string>;
  return (filling) => ({ method, url: url(filling), headers: headers(filling), body: body(filling) });
}

function bodyTemplate(body: unknown): (filling: Filling) => string {
  if (body === undefined) return () => '';
  const filled = valueTemplate(body);
  return typeof body === 'string' ? template(body) : (filling) => JSON.stringify(filled(filling));
}

function headersOf({ headers, cookies, body }: RequestSpec): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = contentType(body);
  const jar = cookieHeader(cookies);
  return {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(jar === undefined ? {} : { cookie: jar }),
    ...Object.fromEntries(named),
  };
}

/** What the body looks like, where no header says it. */
function contentType(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'string' || /^\s*[[{]/.test(body)) return 'application/json';
  return /^[\w.[\]%+-]+=/.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain';
}

/** `a=1; b=2`; undefined without cookies. */
export function cookieHeader(cookies: Readonly<Record<string, string>>): string | undefined {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? undefined : pairs.join('; ');
}
