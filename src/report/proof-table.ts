import { formatDuration } from '../model/duration.ts';
import { type Proof, proofVerdict } from '../model/proof.ts';
import { cleanLine } from './clean-text.ts';
import { proofMatrix } from './proof-matrix.ts';
import { otherwiseOf, summaryLines } from './proof-words.ts';
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

/** The matrix of a proof for a terminal: who caught what, then what went otherwise. Without a final line break. */
export function renderProof(proof: Proof, options: ProofTableOptions): string {
  const style = options.style ?? plainStyle;
  const blocks = [
    proofMatrix(proof.defects, options.columns ?? Number.POSITIVE_INFINITY, style),
    otherwise(proof, options.runsFolder),
    summary(proof, style, options),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
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
