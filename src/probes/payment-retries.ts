import type { HttpReader } from './http-get.ts';

/** The reference shop's counter of repeated calls to payments. */
const retriesCounter = 'payments_retries_total';

/**
 * Repeated calls to payments since the services started, over all instances; `null` when one of them did not say.
 *
 * @param metricsUrls one for each orders instance, e.g. `http://127.0.0.1:5101/metrics`
 */
export async function readRetries(
  reader: HttpReader,
  metricsUrls: readonly string[],
  withinMs: number,
): Promise<number | null> {
  try {
    const pages = await Promise.all(metricsUrls.map((url) => reader.get(new URL(url), withinMs)));
    let total = 0;
    for (const { status, body } of pages) {
      const count = status === 200 ? counterTotal(body, retriesCounter) : undefined;
      if (count === undefined) return null;
      total += count;
    }
    return total;
  } catch {
    return null;
  }
}

/**
 * Retries between two readings; `null` when either is missing, or when the counter went down: then a service was
 * restarted, and what it had counted before is gone.
 */
export function retriesBetween(before: string | undefined, after: number | null): number | null {
  if (before === undefined || after === null) return null;
  const retries = after - Number(before);
  return retries >= 0 ? retries : null;
}

/** Sum over all labels of a counter in Prometheus' text form; undefined when the page does not have it. */
export function counterTotal(page: string, name: string): number | undefined {
  let total: number | undefined;
  for (const line of page.split('\n')) {
    if (!line.startsWith(name)) continue;
    const rest = line.slice(name.length);
    // The whole name, not the beginning of a longer one.
    if (!/^[{ ]/.test(rest)) continue;
    const [text] = rest
      .replace(/^\{.*\}/, '')
      .trim()
      .split(/\s+/);
    const value = text === undefined || text === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value)) total = (total ?? 0) + value;
  }
  return total;
}
