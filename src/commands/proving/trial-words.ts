import { formatDuration } from '../../model/duration.ts';
import type { TrialOutcome } from '../../model/proof.ts';
import { worstOf } from '../../model/verdict.ts';
import type { TrialResult } from '../../proof/assemble.ts';
import { describeShop, type Trial } from '../../proof/trials.ts';
import type { Style } from '../../report/style.ts';

/** `no-inbox in duplicate-delivery`, `clean shop in relay-race (orders=2)`. */
export function trialWords({ shop, scenario, round }: Trial): string {
  const beside = shop.defect === undefined ? describeShop(shop) : undefined;
  const again = round === 1 ? '' : `, run ${round}`;
  return `${shop.defect ?? 'clean shop'} in ${scenario.name}${beside === undefined ? '' : ` (${beside})`}${again}`;
}

const verdicts = { 'as expected': 'held', otherwise: 'broken', 'no verdict': 'unknown' } as const;

/** What a trial came to, in one line. */
export function resultWords(trial: Trial, { outcomes, tookMs }: TrialResult, style: Style): string {
  const mark = style.glyphs.mark[worstOf(outcomes.map(({ how }) => verdicts[how]))];
  const what = outcomes.map((outcome, index) => outcomeWords(trial, outcome, index)).join('; ');
  return `${mark} ${trialWords(trial)}: ${what} (${formatDuration(tookMs)})`;
}

function outcomeWords({ shop, expected }: Trial, outcome: TrialOutcome, index: number): string {
  if (outcome.how !== 'as expected') return outcome.seen;
  const exposure = expected[index];
  if (exposure !== undefined) return `${exposure.promise} broken, ${outcome.findings} ${exposure.finding}`;
  return shop.defect === undefined ? 'held' : 'held, as such a shop does';
}
