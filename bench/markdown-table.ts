import { cellsOf, headingOf, heads } from './figure-text.ts';
import { describeRun, type Results } from './results.ts';

const begin = '<!-- npm run bench -- --md: from here … -->';
const end = '<!-- … to here -->';

/** The results as Markdown: a table for each section. */
export function renderMarkdown(results: Results): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const tables = results.sections.map((section) => {
    const failed = section.failure === undefined ? [] : ['', `Failed: ${escaped(section.failure)}`];
    const table = [
      row(heads),
      '|---|--:|---|---|---|',
      ...section.figures.map((figure) => row(cellsOf(figure))),
    ];
    return [headingOf(section), '', ...table, ...failed].join('\n');
  });
  return `${describeRun(results)}\n\n${tables.join('\n\n')}\n`;
}

/** Puts the results between the two marks of a page, or, with the marks, at the end of one that has none. */
export function intoPage(page: string, markdown: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) return `${page}${page === '' ? '' : '\n'}${begin}\n\n${markdown}\n${end}\n`;
  return `${page.slice(0, from + begin.length)}\n\n${markdown}\n${page.slice(to)}`;
}

function escaped(text: string): string {
  return text.trim().replaceAll('|', '\\|').replaceAll('\n', ' ');
}
