import { Chalk, type ChalkInstance } from 'chalk';
import type { Verdict } from '../model/verdict.ts';

/** What the caller knows of its sink: whether it shows colours (TTY, NO_COLOR, TERM, --no-color) and box drawing. */
export interface StyleOptions {
  readonly color: boolean;
  /** Box drawing and check marks; `false` draws with ASCII. Defaults to true. */
  readonly unicode?: boolean;
}

/** How a report looks in a terminal. With colour off every function returns its text as it is. */
export interface Style {
  readonly bold: ChalkInstance;
  readonly dim: ChalkInstance;
  readonly fault: ChalkInstance;
  readonly verdict: Readonly<Record<Verdict, ChalkInstance>>;
  readonly glyphs: Glyphs;
}

export interface Glyphs {
  readonly mark: Readonly<Record<Verdict, string>>;
  readonly rule: string;
  readonly elided: string;
  readonly ellipsis: string;
  readonly dot: string;
  /** Gutter of a fault window: its first row, the rows within, its last row. */
  readonly window: { readonly begins: string; readonly holds: string; readonly ends: string };
}

const unicodeGlyphs: Glyphs = {
  mark: { held: '✓', broken: '✗', unknown: '?' },
  rule: '─',
  elided: '⋮',
  ellipsis: '…',
  dot: '·',
  window: { begins: '┏', holds: '┃', ends: '┗' },
};

const asciiGlyphs: Glyphs = {
  mark: { held: '+', broken: 'x', unknown: '?' },
  rule: '-',
  elided: ':',
  ellipsis: '...',
  dot: '-',
  window: { begins: '+', holds: '|', ends: '+' },
};

/** A style with the sixteen colours of the reader's own theme, or with none at all. */
export function createStyle(options: StyleOptions): Style {
  // Level by hand: chalk's own detection looks at the process, and the report may be going elsewhere.
  const chalk = new Chalk({ level: options.color ? 1 : 0 });
  return {
    bold: chalk.bold,
    dim: chalk.dim,
    fault: chalk.magenta,
    verdict: { held: chalk.green, broken: chalk.red, unknown: chalk.yellow },
    glyphs: (options.unicode ?? true) ? unicodeGlyphs : asciiGlyphs,
  };
}

/** No colours: for files, pipes and tests. */
export const plainStyle: Style = createStyle({ color: false });
