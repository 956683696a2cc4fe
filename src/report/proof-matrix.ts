import { checkVerdict, type ProvedCheck, type ProvedDefect } from '../model/proof.ts';
import { type Column, drawTable } from './draw-table.ts';
import { findingText, neededText, roundsText, timeText } from './proof-words.ts';
import type { Style } from './style.ts';
import { wrapLines } from './wrap-lines.ts';

/** Columns and rows for one width of a terminal. Cells may have several lines. */
interface Layout {
  /** From this width on. */
  readonly from: number;
  readonly columns: readonly Column[];
  readonly row: (name: string, check: ProvedCheck, look: Look) => string[];
}

interface Look {
  readonly style: Style;
  /** Whether anything was run more than once: then each says how often of how many times. */
  readonly repeated: boolean;
}

const after: Column = { head: 'after', align: 'right' };

/** The longest names of promises are shorter. */
const narrowCell = 30;

const allColumns: readonly Column[] = [
  { head: 'defect' },
  { head: 'caught by' },
  { head: 'promise' },
  { head: 'finding' },
  after,
  { head: 'exposed by' },
];

const layouts: readonly Layout[] = [
  {
    from: 150,
    columns: allColumns,
    row: (name, check, look) => [
      name,
      marked(check, look),
      promiseText(check),
      foundText(check, look),
      timeText(check),
      neededText(check),
    ],
  },
  {
    from: 116,
    columns: allColumns,
    row: (name, check, look) => [
      name,
      marked(check, look),
      [promiseText(check), ...helpLines(check)].join('\n'),
      foundText(check, look),
      timeText(check),
      check.expected?.needs === undefined ? neededText(check) : "shop's help",
    ],
  },
  {
    from: 0,
    columns: [{ head: 'defect' }, { head: 'finding' }, after, { head: 'caught by' }],
    row: (name, check, look) => [
      name,
      foundText(check, look),
      timeText(check),
      [marked(check, look), promiseText(check), ...helpLines(check)].join('\n  '),
    ],
  },
];

/** Which check caught which defect, a row a check. Without a final line break. */
export function proofMatrix(defects: readonly ProvedDefect[], width: number, style: Style): string {
  const layout = layouts.find(({ from }) => width >= from);
  if (layout === undefined || defects.length === 0) return '';
  const repeated = defects.some(({ checks }) => checks.some(({ rounds }) => rounds > 1));
  const rows = defects.flatMap(({ name, checks }) =>
    checks.map((check, index) => layout.row(index === 0 ? name : '', check, { style, repeated })),
  );
  return drawTable(layout.columns, rows, style);
}

/** The scenario, and below it how the shop was set up for it, where that is unusual. */
function marked(check: ProvedCheck, { style }: Look): string {
  const { scenario, shop } = check;
  const verdict = checkVerdict(check);
  const mark = style.verdict[verdict](style.glyphs.mark[verdict]);
  return `${mark} ${scenario}${shop === undefined ? '' : `\n  ${shop}`}`;
}

function promiseText({ expected }: ProvedCheck): string {
  return expected?.promise ?? 'survives it';
}

function helpLines({ expected }: ProvedCheck): string[] {
  return expected?.needs === undefined ? [] : wrapLines(`by ${expected.needs}`, narrowCell);
}

function foundText(check: ProvedCheck, { style, repeated }: Look): string {
  const verdict = checkVerdict(check);
  const found = findingText(check);
  const text = verdict === 'held' ? found : style.verdict[verdict](found);
  return repeated ? `${text}\n${roundsText(check)}` : text;
}
