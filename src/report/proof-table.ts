import { formatDuration } from '../model/duration.ts';
import { checkVerdict, type Proof, type ProvedCheck, proofVerdict } from '../model/proof.ts';
import { cleanLine } from './clean-text.ts';
import { type Column, drawTable } from './draw-table.ts';
import {
  findingText,
  neededText,
  otherwiseOf,
  roundsText,
  scenarioText,
  summaryLines,
  timeText,
} from './proof-words.ts';
import { plainStyle, type Style } from './style.ts';

export interface ProofTableOptions {
  readonly style?: Style | undefined;
  /** Width of the terminal; as wide as needed when absent. */
  readonly columns?: number | undefined;
  /** Wall time of this proof. */
  readonly tookMs: number;
  /** State folder that holds the journals of its runs. */
  readonly runsFolder: string;
}

/** From this width on a check fits on one line. */
const wideFrom = 128;

/** The matrix of a proof for a terminal: who caught what, then what went otherwise. Without a final line break. */
export function renderProof(proof: Proof, options: ProofTableOptions): string {
  const style = options.style ?? plainStyle;
  const blocks = [
    matrix(proof, style, options.columns),
    otherwise(proof, options.runsFolder),
    summary(proof, style, options),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function matrix({ defects }: Proof, style: Style, width: number | undefined): string {
  if (defects.length === 0) return '';
  const repeated = defects.some(({ checks }) => checks.some(({ rounds }) => rounds > 1));
  const wide = width === undefined || width >= wideFrom;
  const rows = defects.flatMap(({ name, checks }) =>
    checks.map((check, index) => (wide ? wideRow : narrowRow)(index === 0 ? name : '', check, style)),
  );
  // The number of runs is the last column, and says nothing where each was run once.
  const cut = <Cell>(row: readonly Cell[]) => (repeated ? row : row.slice(0, -1));
  return drawTable(cut(wide ? wideColumns : narrowColumns), rows.map(cut), style);
}

const right = 'right' as const;
const wideColumns: readonly Column[] = [
  { head: 'defect' },
  { head: 'caught by' },
  { head: 'promise' },
  { head: 'finding' },
  { head: 'after', align: right },
  { head: 'exposed by' },
  { head: 'runs', align: right },
];
const narrowColumns: readonly Column[] = [
  { head: 'defect' },
  { head: 'caught by' },
  { head: 'finding' },
  { head: 'after', align: right },
  { head: 'runs', align: right },
];

function wideRow(name: string, check: ProvedCheck, style: Style): string[] {
  return [
    name,
    marked(scenarioText(check), check, style),
    promiseText(check),
    painted(findingText(check), check, style),
    timeText(check),
    neededText(check),
    roundsText(check),
  ];
}

/** Two lines a check: promise below scenario, what it needed below the finding. */
function narrowRow(name: string, check: ProvedCheck, style: Style): string[] {
  return [
    name,
    `${marked(check.scenario, check, style)}\n  ${promiseText(check)}`,
    `${painted(findingText(check), check, style)}\n${neededText(check)}`,
    timeText(check),
    roundsText(check),
  ];
}

function promiseText({ expected }: ProvedCheck): string {
  return expected?.promise ?? 'survives it';
}

function marked(text: string, check: ProvedCheck, style: Style): string {
  const verdict = checkVerdict(check);
  return `${style.verdict[verdict](style.glyphs.mark[verdict])} ${text}`;
}

function painted(text: string, check: ProvedCheck, style: Style): string {
  const verdict = checkVerdict(check);
  return verdict === 'held' ? text : style.verdict[verdict](text);
}

function otherwise(proof: Proof, runsFolder: string): string {
  const found = otherwiseOf(proof);
  return found
    .map(({ text, runId }) => {
      const how = runId === undefined ? '' : `\n  shopctl report ${runId} --state-dir ${runsFolder}`;
      return `${cleanLine(text)}${how}`;
    })
    .join('\n');
}

function summary(proof: Proof, style: Style, { tookMs }: ProofTableOptions): string {
  const verdict = proofVerdict(proof);
  const paint = style.verdict[verdict];
  const [first = 'nothing was asked for', ...more] = summaryLines(proof).map(cleanLine);
  const indent = ' '.repeat(verdict.length + 2);
  return [
    `${style.bold(paint(verdict))}  ${style.bold(first)}`,
    ...more.map((line) => `${indent}${line}`),
    `${indent}${style.dim(`in ${formatDuration(tookMs)}`)}`,
  ].join('\n');
}
