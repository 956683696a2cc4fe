import { codeOf, messageOf } from '../errors.ts';
import { openHttpReader } from './http-get.ts';

/** What one look at a service's door saw. */
export type HealthSeen =
  | { readonly state: 'ready' }
  | { readonly state: 'unready'; readonly why: string }
  | { readonly state: 'unreachable'; readonly why: string };

/**
 * Looks once at a health page. `why` is fit for messages: `HTTP 503`, `ECONNREFUSED 127.0.0.1:5100`,
 * `no answer within 500 ms from 127.0.0.1:5100`. Never rejects.
 *
 * @param url e.g. `http://127.0.0.1:5100/health/ready`
 */
export async function lookAtHealth(url: string, withinMs: number): Promise<HealthSeen> {
  if (!URL.canParse(url)) return { state: 'unreachable', why: 'not a URL' };
  const page = new URL(url);
  const reader = openHttpReader();
  try {
    const { status } = await reader.get(page, withinMs);
    return status >= 200 && status < 300 ? { state: 'ready' } : { state: 'unready', why: `HTTP ${status}` };
  } catch (error) {
    const code = codeOf(error);
    const why = code === undefined ? `${messageOf(error)} from ${page.host}` : `${code} ${page.host}`;
    return { state: 'unreachable', why };
  } finally {
    await reader.close();
  }
}
