import { distance } from 'fastest-levenshtein';

/** The known names that look like what was given, nearest first, at most three; names that hold it or are held by it too. */
export function nearest(given: string, known: readonly string[]): string[] {
  const allowed = Math.max(2, Math.floor(given.length / 3));
  const far = (name: string) => (name.includes(given) || given.includes(name) ? 1 : distance(given, name));
  return [...new Set(known)]
    .map((name) => ({ name, far: far(name) }))
    .filter((one) => one.far <= allowed)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}
