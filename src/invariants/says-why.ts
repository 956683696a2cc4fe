import type { Attempt } from '../model/attempt.ts';
import { groupBy } from '../model/group-by.ts';
import type { Invariant, Judgement } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** A customer who does not get the order gets a reason that a program can act on, and only one of these. */
export function saysWhy(reasons: readonly string[]): Invariant {
  return {
    name: 'says-why',
    obligation: `an order that is not confirmed while the fault holds says why: ${reasons.join(' or ')}`,
    judge(record) {
      const during = attemptsDuringFaults(record);
      if (during.length === 0) return unknown('no order was sent while the fault was seen to hold');
      const unconfirmed = during.filter((attempt) => attempt.result !== 'Confirmed');
      return otherReason(unconfirmed, reasons) ?? held(inWords(unconfirmed, during.length));
    },
  };
}

/** As `saysWhy`, of a fault that each of the reasons is due for, one after the other: none comes before the one above it. */
export function saysWhyInTurn(reasons: readonly string[]): Invariant {
  return {
    name: 'says-why',
    obligation: `orders that are not confirmed while the fault holds say why: ${reasons.join(' at first, then ')}`,
    judge(record) {
      const unconfirmed = attemptsDuringFaults(record)
        .filter((attempt) => attempt.result !== 'Confirmed')
        .toSorted((a, b) => a.startedMs - b.startedMs);
      if (unconfirmed.length === 0) return unknown('every order was confirmed while the fault held');
      const wrong = otherReason(unconfirmed, reasons);
      if (wrong !== undefined) return wrong;
      const lookedAt = inWords(unconfirmed, unconfirmed.length);
      const turns = unconfirmed.map(({ reason = '' }) => reasons.indexOf(reason));
      const unseen = reasons.find((_, turn) => !turns.includes(turn));
      if (unseen !== undefined) return broken(lookedAt, [], `never seen: ${unseen}`);
      const inTurn = turns.every((turn, index) => index === 0 || turn >= (turns[index - 1] ?? 0));
      return inTurn ? held(lookedAt) : broken(lookedAt, [], 'the reasons did not come in this turn');
    },
  };
}

function otherReason(unconfirmed: readonly Attempt[], reasons: readonly string[]): Judgement | undefined {
  const others = unconfirmed.filter(({ reason }) => reason === undefined || !reasons.includes(reason));
  if (others.length === 0) return undefined;
  const said = [...new Set(others.map(({ result, reason }) => `${result} (${reason ?? 'no reason'})`))];
  return broken(count(unconfirmed.length, 'order'), [], `${others.length} said ${said.join(', ')}`);
}

function inWords(unconfirmed: readonly Attempt[], all: number): string {
  if (unconfirmed.length === 0) return `${count(all, 'order')}, all of them confirmed`;
  const byReason = groupBy(unconfirmed, ({ reason = '' }) => reason);
  return [...byReason].map(([reason, { length }]) => `${length} ${reason}`).join(', ');
}
