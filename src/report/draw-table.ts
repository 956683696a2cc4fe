import Table from 'cli-table3';
import type { Style } from './style.ts';

export interface Column {
  /** May have two lines. */
  readonly head: string;
  readonly align?: 'left' | 'right';
  /** Longer content is cut with an ellipsis. Absent: as wide as its widest cell. */
  readonly width?: number;
}

const gap = '  ';

/** Characters between two columns. */
export const columnGap = gap.length;

/**
 * A table with one rule under its head and no other lines, so that the numbers are what one sees. Never wraps, has no
 * blanks at line ends, and no ANSI but what the cells bring along.
 */
export function drawTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const heads = columns.map((column) => column.head);
  const table = emptyTable(columns, style, heads.some((head) => head !== '') ? heads : undefined);
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function emptyTable(columns: readonly Column[], style: Style, head: string[] | undefined): Table.Table {
  const { rule, ellipsis } = style.glyphs;
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '' };
  const below = { bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' };
  const sides = { left: '', 'left-mid': '', right: '', 'right-mid': '' };
  return new Table({
    ...(head === undefined ? {} : { head: head.map((text) => emphasized(text, style)) }),
    colAligns: columns.map((column) => column.align ?? 'left'),
    // cli-table3 takes null for "as wide as needed", and its arrays may not have holes.
    colWidths: columns.map((column) => column.width ?? null),
    truncate: ellipsis,
    chars: { ...none, ...below, ...sides, mid: rule, 'mid-mid': rule.repeat(columnGap), middle: gap },
    // Empty lists: otherwise it colours heads and borders, piped or not.
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  });
}

// Line by line: an escape sequence that spans a line break would colour the neighbouring cells too.
function emphasized(head: string, style: Style): string {
  return head
    .split('\n')
    .map((line) => (line === '' ? '' : style.bold(line)))
    .join('\n');
}
