import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { Attempt, LoadTotals } from '../model/attempt.ts';
import { parseDuration } from '../model/duration.ts';
import { type LatencySummary, summarizeLatency } from '../model/latency-summary.ts';

const latencyFields = { avg: 'avgMs', p50: 'p50Ms', p95: 'p95Ms', p99: 'p99Ms', max: 'maxMs' } as const;
const countNames = ['scheduled', 'started', 'dropped', 'accepted', 'refused', 'unknown'] as const;
type LatencyName = keyof typeof latencyFields;
type CountName = (typeof countNames)[number];
type Comparison = '>' | '>=' | '<' | '<=' | '==' | '!=';

/** One condition under which a load fails. `p95 > 200` has the limit in ms, `unknown > 1%` in per cent. */
export type Gate = { readonly text: string; readonly comparison: Comparison; readonly limit: number } & (
  | { readonly kind: 'latency'; readonly metric: LatencyName }
  | { readonly kind: 'count'; readonly metric: CountName }
  | { readonly kind: 'share'; readonly metric: CountName }
  | { readonly kind: 'rate'; readonly metric: 'rate' }
);

export interface GateResult {
  readonly gate: Gate;
  readonly fired: boolean;
  /** What was measured, in the gate's unit; undefined when there was no sample, which fires. */
  readonly actual: number | undefined;
}

const metricNames = [...Object.keys(latencyFields), ...countNames, 'rate'];
const grammar = /^(\s*)([a-z0-9]+)?(\s*)(>=|<=|==|!=|>|<|=)?(\s*)(\S.*?)?\s*$/i;

/**
 * Parses `--fail-on`: conditions joined by `,` or `||`, any of which fails the load. Latencies (`avg`, `p50`, `p95`,
 * `p99`, `max`) in ms or with a unit (`p99 > 1s`); counts (`refused > 0`), also as a share of the started orders
 * (`unknown > 1%`); `rate`, accepted orders per second.
 *
 * @throws ShopctlError (usage) that quotes the expression and says at which character it is wrong
 */
export function parseFailOn(expression: string): Gate[] {
  const gates: Gate[] = [];
  let at = 0;
  for (const piece of expression.split(/(,|\|\|)/)) {
    if (piece !== ',' && piece !== '||') gates.push(parseGate(piece, at, expression));
    at += piece.length;
  }
  return gates;
}

/** Judges the gates over one load. Without a sample a gate fires: a load that measured nothing must not pass. */
export function judgeGates(
  gates: readonly Gate[],
  attempts: Iterable<Attempt>,
  totals: LoadTotals,
): GateResult[] {
  // Refusals come back at once and would hide a slow shop; timeouts are what its clients waited for.
  const answered = [...attempts].filter((attempt) => attempt.outcome !== 'refused');
  const latency = summarizeLatency(answered);
  return gates.map((gate) => {
    const actual = measure(gate, latency, totals);
    return { gate, actual, fired: actual === undefined || holds(actual, gate.comparison, gate.limit) };
  });
}

/** One sentence for a gate that fired: `p95 > 200: it was 240.5 ms`. */
export function describeGate({ gate, actual }: GateResult): string {
  if (actual === undefined) return `${gate.text}: no sample`;
  const unit = { latency: ' ms', share: ' %', rate: ' orders/s', count: '' }[gate.kind];
  return `${gate.text}: it was ${Math.round(actual * 10) / 10}${unit}`;
}

function measure(gate: Gate, latency: LatencySummary | undefined, totals: LoadTotals): number | undefined {
  switch (gate.kind) {
    case 'latency':
      return latency?.[latencyFields[gate.metric]];
    case 'rate':
      return totals.wallMs > 0 && totals.started > 0 ? (totals.accepted * 1000) / totals.wallMs : undefined;
    case 'count':
      return totals.scheduled > 0 ? totals[gate.metric] : undefined;
    case 'share': {
      const whole = gate.metric === 'dropped' ? totals.scheduled : totals.started;
      return whole > 0 ? (totals[gate.metric] * 100) / whole : undefined;
    }
  }
}

function holds(actual: number, comparison: Comparison, limit: number): boolean {
  switch (comparison) {
    case '>':
      return actual > limit;
    case '>=':
      return actual >= limit;
    case '<':
      return actual < limit;
    case '<=':
      return actual <= limit;
    case '==':
      return actual === limit;
    case '!=':
      return actual !== limit;
  }
}

function parseGate(piece: string, at: number, expression: string): Gate {
  const [, lead = '', name, gap = '', sign, space = '', value] = grammar.exec(piece) ?? [];
  const nameAt = at + lead.length;
  if (name === undefined || !metricNames.includes(name)) {
    throw wrong(expression, nameAt, `expected one of ${metricNames.join(', ')}`);
  }
  const signAt = nameAt + name.length + gap.length;
  if (sign === undefined) throw wrong(expression, signAt, 'expected >, >=, <, <=, == or !=');
  const valueAt = signAt + sign.length + space.length;
  const comparison = (sign === '=' ? '==' : sign) as Comparison;
  const limit = parseLimit(name, value ?? '');
  if (limit === undefined) throw wrong(expression, valueAt, `expected ${limitForm(name)}`);
  return { text: piece.trim(), comparison, ...limit } as Gate;
}

interface Limit {
  readonly kind: Gate['kind'];
  readonly metric: string;
  readonly limit: number;
}

function parseLimit(metric: string, value: string): Limit | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*(.*)$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const limit = Number(digits);
  if (metric in latencyFields) {
    const ms = unit === '' ? limit : parseDuration(value);
    return ms === undefined ? undefined : { kind: 'latency', metric, limit: ms };
  }
  if (metric === 'rate') return unit === '' || unit === '/s' ? { kind: 'rate', metric, limit } : undefined;
  if (unit === '') return { kind: 'count', metric, limit };
  return unit === '%' ? { kind: 'share', metric, limit } : undefined;
}

function limitForm(metric: string): string {
  if (metric in latencyFields) return 'milliseconds or a duration, such as 200 or 1.5s';
  return metric === 'rate' ? 'orders per second, such as 50' : 'a number or a share, such as 0 or 1%';
}

function wrong(expression: string, at: number, expected: string): ShopctlError {
  const found = expression.slice(at).trim();
  const instead = found === '' ? 'it ends' : `there is ${JSON.stringify(found)}`;
  return new ShopctlError({
    message: `--fail-on ${JSON.stringify(expression)}: ${expected} at character ${at + 1}, where ${instead}`,
    hint: 'for example: --fail-on "p95 > 200, unknown > 1%"',
    exitCode: ExitCode.usage,
  });
}
