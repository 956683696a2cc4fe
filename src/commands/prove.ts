import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { type Proof, proofVerdict } from '../model/proof.ts';
import type { TrialResult } from '../proof/assemble.ts';
import { knownDefects } from '../proof/defects/index.ts';
import type { Trial } from '../proof/trials.ts';
import { renderProofJson } from '../report/proof-json.ts';
import { renderProofMarkdown } from '../report/proof-markdown.ts';
import { renderProof } from '../report/proof-table.ts';
import { wrapLines } from '../report/wrap-lines.ts';
import { stacksBorne } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';
import { askedFor, type Choice } from './proving/asked.ts';
import { codeId } from './proving/code-id.ts';
import { endLeftStacks } from './proving/left-stacks.ts';
import { dropOtherRuns, jobFolder, proofFolder, provingAlone, resultsPath } from './proving/proof-folder.ts';
import { type Asked, proofOf, trialsOf, wholeProof } from './proving/proof-plan.ts';
import { ResultsFile } from './proving/results-file.ts';
import { runTrials, type TrialsPlan } from './proving/run-trials.ts';
import { stackIn } from './proving/trial-stack.ts';
import { shopctlVersion } from './version.ts';

export interface ProveOptions extends Choice {
  /** Stacks side by side; as many as the machine bears when absent. */
  readonly jobs?: number | undefined;
  /** Results that are there already are kept. */
  readonly resume: boolean;
  /** File for the whole proof as Markdown. */
  readonly md?: string | undefined;
}

/**
 * `shopctl prove [defect…]`: starts the reference shop with each known defect and shows which scenario caught it, and that
 * the clean shop holds what they break.
 * @throws ShopctlError: usage for an unknown defect, exit 3 when shops do not start or cannot be stopped; the signal's
 * reason when interrupted, after what is known was printed
 */
export async function prove(
  names: readonly string[],
  options: ProveOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const asked = askedFor(names, options);
  return provingAlone(context, async () => {
    await endLeftStacks(context);
    const { host } = context;
    const code = codeId(host.packageRoot);
    const file = new ResultsFile(resultsPath(context), code);
    const begunAt = host.clock.monotonic();
    await makeRuns(asked, file, code, options, context);
    const about = { shopctlVersion: shopctlVersion(host.packageRoot), code };
    const proof = proofOf(asked, file, about);
    report(proof, host.clock.monotonic() - begunAt, context);
    if (options.md !== undefined) writeMarkdown(options.md, wholeProof(file, about), context);
    host.signal.throwIfAborted();
    return exitCodes[proofVerdict(proof)];
  });
}

const exitCodes = { held: ExitCode.held, broken: ExitCode.broken, unknown: ExitCode.unknown };

/** `shopctl prove --list`: every known defect and what is wrong with such a shop. */
export function listDefects({ output }: CommandContext): ExitCode {
  if (output.json) {
    output.printJson(
      knownDefects.map(({ name, mechanism, exposure, reports }) => ({ name, mechanism, exposure, reports })),
    );
    return ExitCode.held;
  }
  const indent = Math.max(...knownDefects.map(({ name }) => name.length)) + 2;
  for (const { name, mechanism } of knownDefects) {
    const [first = '', ...more] = wrapLines(mechanism, (output.columns ?? 120) - indent);
    output.print([name.padEnd(indent) + first, ...more.map((line) => ' '.repeat(indent) + line)].join('\n'));
  }
  return ExitCode.held;
}

/** Makes the runs that there are no results of yet. */
async function makeRuns(
  asked: Asked,
  file: ResultsFile,
  code: string,
  options: ProveOptions,
  context: CommandContext,
): Promise<void> {
  const trials = trialsOf(asked);
  beginRuns(trials, file, options, context);
  const left = trials.filter(({ id }) => !file.results.has(id));
  const done = trials.length - left.length;
  if (done > 0) context.output.say(`${done} of ${trials.length} runs are done already`);
  const soakIsOver = asked.soak !== undefined && [...file.results.values()].some(isEndOfSoak);
  if (left.length === 0 || soakIsOver) return;
  const plan: TrialsPlan = {
    trials: left,
    jobs: Math.min(options.jobs ?? stacksBorne(), left.length),
    count: { done, all: trials.length },
    file,
    // The services run what is on the disk when they start.
    isSameCode: () => codeId(context.host.packageRoot) === code,
    stackOf: (job, signal) => stackIn(jobFolder(context, job), context, signal),
    isLast: isEndOfSoak,
  };
  await timed(plan, context);
}

/** What is begun anew, or for the first time. */
function beginRuns(
  trials: readonly Trial[],
  file: ResultsFile,
  { resume }: ProveOptions,
  context: CommandContext,
): void {
  const { host, output } = context;
  const ids = trials.map(({ id }) => id).filter((id) => !resume || !file.begun.has(id));
  if (ids.length > 0) file.begin(ids, !resume, new Date(host.clock.now()).toISOString());
  dropOtherRuns(context, file.results);
  if (resume && file.hasResultsOfOtherCode) output.say('results of other code are not reused');
}

async function timed(plan: TrialsPlan, context: CommandContext): Promise<void> {
  const { clock } = context.host;
  const { file, jobs, trials } = plan;
  const begunAt = clock.monotonic();
  await runTrials(plan, context);
  const tookMs = Math.round(clock.monotonic() - begunAt);
  const runs = trials.filter(({ id }) => file.results.has(id)).length;
  file.addWork({ at: new Date(clock.now()).toISOString(), runs, jobs, tookMs });
}

/** In a row: the first that does not hold ends it. */
function isEndOfSoak({ id, outcomes }: TrialResult): boolean {
  return id.startsWith('soak/') && outcomes.some(({ how }) => how !== 'as expected');
}

function report(proof: Proof, tookMs: number, context: CommandContext): void {
  const { output } = context;
  if (output.json) {
    output.printReport(renderProofJson(proof).trimEnd());
    return;
  }
  const { style, columns } = output;
  output.printReport(renderProof(proof, { style, columns, tookMs, runsFolder: proofFolder(context) }));
}

/** @throws ShopctlError (exit 3) when the file cannot be written */
function writeMarkdown(file: string, proof: Proof, { host, output }: CommandContext): void {
  const path = resolve(host.cwd, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, renderProofMarkdown(proof));
  } catch (error) {
    throw new ShopctlError({
      message: `the proof cannot be written to ${path}: ${messageOf(error)}`,
      cause: error,
    });
  }
  output.say(`wrote ${path}`);
}
