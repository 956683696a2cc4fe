import type { RunRecord } from '../model/run-record.ts';
import type { Finding, Judgement } from '../model/verdict.ts';

export function held(lookedAt: string): Judgement {
  return { verdict: 'held', lookedAt, findings: [] };
}

export function broken(lookedAt: string, findings: readonly Finding[], reason?: string): Judgement {
  return { verdict: 'broken', lookedAt, findings, ...(reason === undefined ? {} : { reason }) };
}

export function unknown(reason: string, lookedAt = 'nothing', findings: readonly Finding[] = []): Judgement {
  return { verdict: 'unknown', lookedAt, reason, findings };
}

/** This shop does not have what the promise is about. */
export function leftOut(reason: string): Judgement {
  return { ...unknown(reason), leftOut: true };
}

/** Broken with findings, held without. */
export function judged(lookedAt: string, findings: readonly Finding[], reason?: string): Judgement {
  return findings.length === 0 ? held(lookedAt) : broken(lookedAt, findings, reason);
}

/** `1 order`, `45 orders`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The evidence that a promise uses where the shop has it, and does without where not. @returns why it cannot be judged */
export function silentEvidence(record: RunRecord, ...names: EvidenceName[]): Judgement | undefined {
  const { evidence } = record;
  const silent = names.filter((name) => evidence?.[name] === null);
  return silent.length === 0 ? undefined : unknown(silenceOf(silent, evidence?.failures));
}

type EvidenceName = keyof NonNullable<RunRecord['evidence']>;

/**
 * Evidence that a promise cannot do without.
 * @returns why it cannot be judged, or undefined when all of it is there. A probe that did not answer leaves the promise
 * unknown; what this shop does not have leaves it out.
 */
export function missingEvidence(record: RunRecord, ...names: EvidenceName[]): Judgement | undefined {
  const { evidence } = record;
  if (evidence === undefined) return unknown('the run ended before the shop was asked for its rows');
  const silent = names.filter((name) => evidence[name] === null);
  if (silent.length > 0) return unknown(silenceOf(silent, evidence.failures));
  const absent = names.filter((name) => evidence[name] === undefined);
  if (absent.length > 0) return leftOut(`this shop shows no ${absent.join(' and no ')}`);
  return undefined;
}

function silenceOf(silent: readonly string[], failures: Readonly<Record<string, string>> = {}): string {
  const reasons = silent.flatMap((name) => failures[name] ?? []);
  if (reasons.length > 0) return reasons.join('; ');
  return `the probe for ${silent.join(' and ')} did not answer`;
}

/**
 * As `judged`, of orders and events that may still be on their way: unknown where it is too early to call anything lost
 * or stuck.
 */
export function judgedAtTheEnd(record: RunRecord, lookedAt: string, findings: readonly Finding[]): Judgement {
  const early = findings.length === 0 ? undefined : tooEarly(record);
  return early === undefined ? judged(lookedAt, findings) : unknown(early, lookedAt, findings);
}

/** Why things may still arrive, so that it is too early to call them lost; undefined when all there was to wait for was waited for. */
export function tooEarly({ attempts, faults, settles }: RunRecord): string | undefined {
  const last = settles.at(-1);
  if (last?.outcome === 'moving') return 'the time was up while counts still changed';
  if (last?.outcome === 'blind') return 'no probe answered any more while it was waited';
  const waitedUntilMs = last?.endedMs ?? Number.NEGATIVE_INFINITY;
  const goesOn =
    attempts.some(({ endedMs }) => endedMs > waitedUntilMs) ||
    faults.some(({ healedMs }) => healedMs !== undefined && healedMs > waitedUntilMs);
  return goesOn ? 'the run was cut short before everything could arrive' : undefined;
}
