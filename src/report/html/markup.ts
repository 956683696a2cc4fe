import { cleanLine } from '../clean-text.ts';

/** HTML or SVG that is known to be safe, because `markup` made it. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type MarkupPart = string | number | Markup | undefined | readonly MarkupPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML may hold it, in content and in quoted attributes alike. */
export function escapeHtml(text: string): string {
  return cleanLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * A template whose values are escaped unless they are markup themselves, so that forgetting to escape is not possible.
 * Lists are joined, undefined is nothing.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const source = strings.reduce((text, string, index) => `${text}${sourceOf(parts[index - 1])}${string}`);
  return new Markup(source);
}

function sourceOf(part: MarkupPart): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(sourceOf).join('');
}

/** JSON for a `<script type="application/json">`: no text in it can end the element or open a comment. */
export function embeddedJson(value: unknown): Markup {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Markup(json);
}
