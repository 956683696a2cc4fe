import { groupBy } from '../../model/group-by.ts';
import type { RunRecord } from '../../model/run-record.ts';
import type { Finding } from '../../model/verdict.ts';
import { findingsShownMax } from '../findings.ts';
import { type StoryStep, type Storyteller, storyteller } from '../order-story.ts';
import { type Markup, markup } from './markup.ts';

/** More stories than this are for the JSON report: nobody reads them, and the file has to stay small. */
const storiesMax = 200;

/** Orders that some promise found something about. */
export function foundOrders(record: RunRecord): Set<string> {
  return new Set(record.judged.flatMap(({ findings }) => findings.map(({ orderId }) => orderId)));
}

/** Every order with a finding, and its way through the shop as far as it was seen. */
export function findingsSection(record: RunRecord, id: string, timeZone: string | undefined): Markup {
  const findings = groupBy(
    record.judged.flatMap((promise) => promise.findings),
    ({ orderId }) => orderId,
  );
  if (findings.size === 0) return markup``;
  const tell = storyteller(record, timeZone);
  const stories = [...findings].slice(0, storiesMax).map(([orderId, found]) => story(orderId, found, tell));
  const first = stories.slice(0, findingsShownMax);
  const more = stories.slice(findingsShownMax);
  const untold = findings.size - stories.length;
  return markup`<section id="${id}"><h2>Findings <span class="count">${orders(findings.size)}</span></h2>
${first}
${more.length === 0 ? undefined : markup`<details><summary>… and ${more.length} more</summary>${more}</details>`}
${untold === 0 ? undefined : markup`<p class="note">${untold} more are in the JSON report.</p>`}</section>`;
}

function orders(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}

function story(orderId: string, found: readonly Finding[], tell: Storyteller): Markup {
  const kinds = found.map(({ kind, detail }) => markup`<p><span class="kind">${kind}</span> ${detail}</p>`);
  return markup`<article class="story"><h3><code>${orderId}</code></h3>${kinds}<dl>${tell(orderId).map(station)}</dl></article>`;
}

function station({ name, seen }: StoryStep): Markup {
  const texts =
    seen === undefined
      ? markup`<dd class="none">? no answer</dd>`
      : seen.length === 0
        ? markup`<dd class="none">none</dd>`
        : markup`${seen.map((text) => markup`<dd>${text}</dd>`)}`;
  return markup`<div><dt>${name}</dt>${texts}</div>`;
}
