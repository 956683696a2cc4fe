const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };
const part = String.raw`(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)`;
const whole = new RegExp(String.raw`^\s*${part}(?:\s*${part})*\s*$`);
const each = new RegExp(part, 'g');

/**
 * Reads `200ms`, `2s`, `1.5 s`, `1m`, `1m30s`, `2 min 3 s`, and `0`.
 *
 * @returns milliseconds; undefined for anything else, a number without a unit included: nobody can tell 200 ms from 200 s
 */
export function parseDuration(text: string): number | undefined {
  if (text.trim() === '0') return 0;
  if (!whole.test(text)) return undefined;
  let ms = 0;
  for (const [, amount, unit] of text.matchAll(each))
    ms += Number(amount) * (unitMs[unit ?? ''] ?? Number.NaN);
  return Number.isFinite(ms) ? ms : undefined;
}

/** `250 ms`, `1.2 s`, `2 min 3 s`, `1 h 5 min`: as exact as a reader needs it. */
export function formatDuration(ms: number): string {
  const rounded = Math.round(ms);
  if (rounded < 1000) return `${rounded} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(ms / 60_000);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`;
}
