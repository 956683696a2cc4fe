/** Words of a reply become rows of the result table: a shop that answers with a page must not fill the screen. */
const wordMaxChars = 80;

/** A value of a reply as one short line; undefined for what is no word. */
export function word(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const line = value.replace(/\p{Cc}+/gu, ' ').trim();
  if (line === '') return undefined;
  return line.length > wordMaxChars ? `${line.slice(0, wordMaxChars - 1)}…` : line;
}
