/**
 * Sum over all labels of a counter in Prometheus' text form; undefined when the page does not have it.
 */
export function counterTotal(page: string, name: string): number | undefined {
  let total: number | undefined;
  for (const line of page.split('\n')) {
    if (!line.startsWith(name)) continue;
    const rest = line.slice(name.length);
    // The whole name, not the beginning of a longer one.
    if (!/^[{ ]/.test(rest)) continue;
    const value = Number(
      rest
        .replace(/^\{.*\}/, '')
        .trim()
        .split(/\s+/)[0],
    );
    if (Number.isFinite(value)) total = (total ?? 0) + value;
  }
  return total;
}
