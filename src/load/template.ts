import { placeholders } from '../model/order-spec.ts';

/** What a text's placeholders stand for. */
export type Filling = Readonly<Record<(typeof placeholders)[number], string>>;

const placeholder = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

/** A text with placeholders, taken apart once: an order is composed some thousand times a second. */
export function template(text: string): (filling: Filling) => string {
  const pieces: string[] = [];
  const names: (keyof Filling)[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    const name = match[1] as keyof Filling;
    if (!placeholders.includes(name)) continue;
    pieces.push(text.slice(from, match.index));
    names.push(name);
    from = match.index + match[0].length;
  }
  const rest = text.slice(from);
  if (names.length === 0) return () => rest;
  return (filling) => names.map((name, index) => `${pieces[index]}${filling[name]}`).join('') + rest;
}

/** The same of every text within a value. */
export function valueTemplate(value: unknown): (filling: Filling) => unknown {
  if (typeof value === 'string') return template(value);
  if (Array.isArray(value)) {
    const items = value.map(valueTemplate);
    return (filling) => items.map((item) => item(filling));
  }
  if (typeof value !== 'object' || value === null) return () => value;
  const fields = Object.entries(value).map(([key, item]) => [key, valueTemplate(item)] as const);
  return (filling) => Object.fromEntries(fields.map(([key, item]) => [key, item(filling)]));
}
