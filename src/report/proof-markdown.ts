import { formatDuration } from '../model/duration.ts';
import type { MachineFacts, Proof, ProvedDefect } from '../model/proof.ts';
import { checkVerdict, defectVerdict, proofVerdict } from '../model/proof.ts';
import type { Verdict } from '../model/verdict.ts';
import { escapeMarkdown } from './markdown.ts';
import {
  findingText,
  neededText,
  otherwiseOf,
  roundsText,
  scenarioText,
  soakLine,
  summaryLines,
  timeText,
} from './proof-words.ts';

const mark: Readonly<Record<Verdict, string>> = { held: '✅', broken: '❌', unknown: '❔' };

/** The whole proof as a page of documentation, with a final line break: generated, never typed. */
export function renderProofMarkdown(proof: Proof): string {
  const blocks = [
    '# What shopctl is known to catch',
    '_Generated from runs by `shopctl prove --md docs/proof.md`. Do not edit: run it again._',
    'A checker is worth what it catches. The reference shop can be started with each of these defects, all taken from public bug ' +
      'reports. A defect counts as caught only when the promise named here was broken with a finding of the kind named here; ' +
      'a shop that fails otherwise is a defect missed. The clean shop, with the same settings and faults, must hold everything.',
    summaryLines(proof)
      .map((line, index) => `- ${index === 0 ? `${mark[proofVerdict(proof)]} ` : ''}${escapeMarkdown(line)}`)
      .join('\n'),
    machineBlock(proof),
    workBlock(proof),
    '## The matrix',
    matrix(proof.defects),
    ...otherwiseBlock(proof),
    '## The control',
    'The shop without any defect. Each scenario must hold.',
    table(
      ['scenario', 'verdict', 'took', 'held'],
      proof.control.map((check) => [
        escapeMarkdown(scenarioText(check)),
        `${mark[checkVerdict(check)]} ${findingText(check)}`,
        timeText(check),
        roundsText(check),
      ]),
    ),
    ...soakBlock(proof),
    '## The defects',
    ...proof.defects.map(defectBlock),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function machineBlock({ machine, shopctlVersion, code, ...proof }: Proof): string {
  const dates = [...proof.defects.flatMap(({ checks }) => checks), ...proof.control]
    .flatMap(({ runs }) => runs.map(({ at }) => at))
    .sort();
  const when = dates.length === 0 ? '' : ` Runs of ${spanText(dates[0] ?? '', dates.at(-1) ?? '')}.`;
  return `shopctl ${escapeMarkdown(shopctlVersion)}, code \`${code}\`.${when}${machine === undefined ? '' : ` ${machineText(machine)}`}`;
}

function workBlock({ work }: Proof): string {
  return work
    .filter(({ runs }) => runs > 0)
    .map(({ at, runs, jobs, tookMs }) => {
      const shops = jobs === 1 ? 'one shop at a time' : `${jobs} shops side by side`;
      return `- ${runs} ${runs === 1 ? 'run' : 'runs'} in ${formatDuration(tookMs)}, ${shops} (${at.slice(0, 10)})`;
    })
    .join('\n');
}

function machineText({
  processor,
  cores,
  memoryBytes,
  platform,
  node,
  postgres,
  rabbitmq,
}: MachineFacts): string {
  const memory = `${Math.round(memoryBytes / 1024 ** 3)} GiB`;
  return escapeMarkdown(
    `On ${cores} cores (${processor}) with ${memory}, ${platform}; Node ${node}, PostgreSQL ${postgres}, RabbitMQ ${rabbitmq}.`,
  );
}

/** Days are enough, in UTC. */
function spanText(from: string, to: string): string {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

function matrix(defects: readonly ProvedDefect[]): string {
  const rows = defects.flatMap(({ name, checks }) =>
    checks.map((check, index) => [
      index === 0 ? `[${name}](#${name})` : '',
      `${mark[checkVerdict(check)]} ${escapeMarkdown(scenarioText(check))}`,
      check.expected === undefined ? '_survives it_' : escapeMarkdown(check.expected.promise),
      findingText(check),
      timeText(check),
      neededText(check) === 'faults alone' ? 'faults alone' : code(neededText(check)),
      roundsText(check),
    ]),
  );
  return table(['defect', 'caught by', 'promise', 'finding', 'after', 'exposed by', 'runs'], rows);
}

function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('`', "'")}\``;
}

function otherwiseBlock(proof: Proof): string[] {
  const found = otherwiseOf(proof);
  return found.length === 0
    ? []
    : ['### What went otherwise', found.map(({ text }) => `- ${escapeMarkdown(text)}`).join('\n')];
}

function soakBlock({ soak }: Proof): string[] {
  if (soak === undefined) return [];
  const when = soak.from === undefined || soak.to === undefined ? '' : ` (${spanText(soak.from, soak.to)})`;
  return [
    '## The soak',
    `All scenarios in turn, one after the other: ${escapeMarkdown(soakLine(soak))}${when}.`,
  ];
}

function defectBlock(defect: ProvedDefect): string {
  const { name, mechanism, exposure, reports } = defect;
  const standsFor = reports.length === 0 ? '' : `\n\nReported as ${reports.map(escapeMarkdown).join(', ')}.`;
  return `### ${name}\n\n${mark[defectVerdict(defect)]} ${escapeMarkdown(mechanism)} ${escapeMarkdown(exposure)}${standsFor}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
