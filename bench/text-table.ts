import { cellsOf, headingOf, heads } from './figure-text.ts';
import { describeRun, type Results } from './results.ts';

/** The results for a terminal or a log: one line a figure, no colours, no boxes. */
export function renderText(results: Results): string {
  const rows = results.sections.map((section) => section.figures.map(cellsOf));
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.flat().map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const blocks = results.sections.map((section, index) => {
    const failed = section.failure === undefined ? [] : [`failed: ${section.failure}`];
    return ['', headingOf(section), ...(rows[index] ?? []).map(line), ...failed].join('\n');
  });
  return `${describeRun(results)}\n\n${line(heads)}\n${blocks.join('\n')}\n`;
}
