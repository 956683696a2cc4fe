import { formatDuration } from '../../model/duration.ts';
import { recoveriesOf, recoveryTimesOf } from '../../model/recovery.ts';
import type { RunRecord } from '../../model/run-record.ts';
import type { Comparison, LeftOut, Verdict } from '../../model/verdict.ts';
import { dateTime } from '../clock-time.ts';
import { countByKind } from '../findings.ts';
import { describeRecovery, describeWindow, whyText } from '../verdict-text.ts';
import { type Markup, markup } from './markup.ts';

const glyph: Readonly<Record<Verdict, string>> = { held: '✓', broken: '✗', unknown: '?' };

/** The verdict as a word with its mark: never by colour alone. */
export function verdictBadge(verdict: Verdict): Markup {
  return markup`<span class="badge ${verdict}"><span aria-hidden="true">${glyph[verdict]}</span> ${verdict}</span>`;
}

/** What one sees first: the verdict, of what, why, and the figures of the run. */
export function verdictHeader(record: RunRecord, timeZone: string | undefined): Markup {
  const { verdict } = record.end;
  const why = whyText(record);
  return markup`<header class="verdict ${verdict}">
<p class="word"><span class="mark" aria-hidden="true">${glyph[verdict]}</span>${verdict}</p>
<div class="about"><h1>${record.scenario?.name ?? record.command}</h1>
${record.scenario && markup`<p class="obligation">${record.scenario.obligation}</p>`}
${why && markup`<p class="why">${why}</p>`}</div>
</header>
<dl class="figures">${figuresOf(record).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="origin">${dateTime(Date.parse(record.openedAt), timeZone)} · run <code>${record.runId}</code> · <code>shopctl ${record.command}</code></p>`;
}

function figuresOf(record: RunRecord): [string, string][] {
  const count = { accepted: 0, refused: 0, unknown: 0 };
  for (const { outcome } of record.attempts) count[outcome] += 1;
  const broken = record.judged.filter(({ verdict }) => verdict !== 'held').length;
  const promises: [string, string][] =
    record.judged.length === 0
      ? []
      : [['promises held', `${record.judged.length - broken} of ${record.judged.length}`]];
  const orders: [string, string][] = Object.entries(count)
    .filter(([outcome, n]) => outcome === 'accepted' || n > 0)
    .map(([outcome, n]) => [`orders ${outcome}`, String(n)]);
  const times = recoveryTimesOf(record);
  const recoveries: [string, string][] =
    times.length === 0 ? [] : [['recovered in', times.map(formatDuration).join(', ')]];
  return [...promises, ...orders, ...recoveries, ['run', formatDuration(record.end.atMs)]];
}

/** Each promise with its verdict, what was looked at, and how many orders there is something to tell about. */
export function promisesSection(
  { judged, leftOut = [] }: Pick<RunRecord, 'judged' | 'leftOut'>,
  findingsId: string,
): Markup {
  if (judged.length === 0) return markup``;
  const rows = judged.map(
    ({ promise, verdict, lookedAt, reason, findings }) =>
      markup`<tr><td>${verdictBadge(verdict)}</td><th scope="row">${promise}</th><td>${lookedAt}${reason && markup`<br><span class="reason">${reason}</span>`}${
        findings.length > 0 ? markup`<br><a href="#${findingsId}">${countByKind(findings)}</a>` : undefined
      }</td></tr>`,
  );
  return markup`<section><h2>Promises</h2><div class="scroll"><table class="promises"><thead><tr><th scope="col">verdict</th><th scope="col">promise</th><th scope="col">looked at</th></tr></thead><tbody>${rows}${leftOut.map(leftOutRow)}</tbody></table></div>${judged.map(({ comparison }) => comparison && comparisonTable(comparison))}</section>`;
}

/** What this shop has nothing to show for: no verdict, and no mark of one. */
function leftOutRow({ promise, reason }: LeftOut): Markup {
  return markup`<tr><td>left out</td><th scope="row">${promise}</th><td>${reason}</td></tr>`;
}

function comparisonTable({ head, rows }: Comparison): Markup {
  const heads = head.map((text) => markup`<th scope="col">${text}</th>`);
  const lines = rows.map(
    ([name = '', ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  );
  return markup`<div class="scroll"><table class="comparison"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** Faults as they were observed, and how long the shop took after each. */
export function faultsSection(record: RunRecord, clock: (atMs: number) => string): Markup {
  if (record.faults.length === 0) return markup``;
  const recoveries = recoveriesOf(record);
  const items = record.faults.map((window) => {
    const recovery = recoveries.find((each) => each.window === window);
    return markup`<li>${describeWindow(window, record.end.atMs, clock)}${recovery && markup`<br>${describeRecovery(recovery)}`}<br><span class="reason">${window.identity}</span></li>`;
  });
  return markup`<section><h2>Faults, as observed</h2><ul class="faults">${items}</ul></section>`;
}
