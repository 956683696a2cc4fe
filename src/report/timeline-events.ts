import { describeDeed } from '../model/deed.ts';
import { formatDuration } from '../model/duration.ts';
import { describeFault, describeHealing } from '../model/fault.ts';
import type { FaultWindow, RunEnd, RunRecord, Settle } from '../model/run-record.ts';
import { cleanLine } from './clean-text.ts';

export interface TimelineEvent {
  readonly kind: 'event';
  /** Settles are not in the line form, whose lines others parse. */
  readonly of: 'fault' | 'settle' | 'remark' | 'end';
  readonly atMs: number;
  readonly text: string;
  /** More about it, for forms that have the room. */
  readonly note?: string;
}

/** From this delay on it is worth a note that a fault, or its healing, was seen later than it was asked for. */
const noteworthyDelayMs = 500;
const noteworthyWaitMs = 50;

/** Everything but samples and loads: faults as they were observed, settles, remarks, an end that was no proper one. */
export function eventsOf(record: RunRecord): TimelineEvent[] {
  return [
    ...record.faults.flatMap(faultEvents),
    ...record.settles.filter(isNoteworthy).map(settleEvent),
    ...record.deeds.map(({ atMs, deed }) => event('remark', atMs, cleanLine(describeDeed(deed)))),
    ...record.remarks.map((remark) => event('remark', remark.atMs, cleanLine(remark.text))),
    ...endEvents(record.end),
  ];
}

/** A wait that found everything there at its first look says nothing that the counts beside it do not. */
function isNoteworthy({ outcome, startedMs, endedMs }: Settle): boolean {
  return outcome !== 'drained' || endedMs - startedMs >= noteworthyWaitMs;
}

/** What a window has to say: when it was observed to begin and end, or that it was not, or why it could not be. */
export function faultEvents(window: FaultWindow): TimelineEvent[] {
  return [...beginEvents(window), ...endingEvents(window), ...failureEvents(window)];
}

/** The observed window, which is what reports draw. Absent where the fault was never seen to take effect. */
export function observedWindow(window: FaultWindow, runEndMs: number): ObservedWindow | undefined {
  if (window.observedMs === undefined) return undefined;
  const endMs = window.endedEarlyMs ?? window.healedMs;
  return { fromMs: window.observedMs, toMs: endMs ?? runEndMs, open: endMs === undefined };
}

export interface ObservedWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** Not seen to end within the run. */
  readonly open: boolean;
}

function beginEvents(window: FaultWindow): TimelineEvent[] {
  const text = describeFault(window.fault);
  if (window.observedMs !== undefined) {
    return [
      event('fault', window.observedMs, text, delayNote('injection', window.injectedMs, window.observedMs)),
    ];
  }
  if (window.injectedMs === undefined) return [];
  return [event('fault', window.injectedMs, `${text}, but never observed to take effect`)];
}

function endingEvents(window: FaultWindow): TimelineEvent[] {
  const text = describeHealing(window.fault);
  if (window.endedEarlyMs !== undefined) {
    return [event('fault', window.endedEarlyMs, `${text} by itself, before it was healed`)];
  }
  if (window.healedMs === undefined) return [];
  return [
    event('fault', window.healedMs, text, delayNote('healing began', window.healingMs, window.healedMs)),
  ];
}

function failureEvents(window: FaultWindow): TimelineEvent[] {
  if (window.failure === undefined) return [];
  const { healingMs, injectedMs, intendedMs } = window;
  const what = healingMs === undefined ? 'could not be applied' : 'could not be healed';
  const text = `${describeFault(window.fault)}: ${what}: ${cleanLine(window.failure)}`;
  return [event('fault', healingMs ?? injectedMs ?? intendedMs, text)];
}

function delayNote(cause: string, fromMs: number | undefined, observedMs: number): string | undefined {
  const lateMs = fromMs === undefined ? 0 : observedMs - fromMs;
  return lateMs < noteworthyDelayMs ? undefined : `observed ${formatDuration(lateMs)} after ${cause}`;
}

/** How a wait for the last arrival ended, in words. */
export function describeSettle(settle: Settle): string {
  const limit = formatDuration(settle.withinMs);
  switch (settle.outcome) {
    case 'drained':
      return `drained after ${formatDuration(settle.endedMs - settle.startedMs)}`;
    case 'moving':
      return `not drained in ${limit}: counts still moving`;
    case 'still':
      return `not drained in ${limit}: nothing moves any more`;
    case 'blind':
      return `not known whether drained: no probe answered in ${limit}`;
  }
}

function settleEvent(settle: Settle): TimelineEvent {
  return event('settle', settle.endedMs, describeSettle(settle));
}

/** How the run ended where that was not by getting to its end, in words; undefined for a run that did. */
export function describeEnd(end: RunEnd): string | undefined {
  const why = end.why === undefined ? '' : cleanLine(end.why);
  switch (end.how) {
    case 'finished':
      return undefined;
    case 'interrupted':
      return why === '' ? 'interrupted' : `interrupted by ${why.replace(/^interrupted by /, '')}`;
    case 'failed':
      return why === '' ? 'run failed' : `run failed: ${why}`;
    case 'lost':
      return why === '' ? 'run lost' : `run lost: ${why}`;
  }
}

function endEvents(end: RunEnd): TimelineEvent[] {
  const text = describeEnd(end);
  return text === undefined ? [] : [event('end', end.atMs, text)];
}

function event(of: TimelineEvent['of'], atMs: number, text: string, note?: string): TimelineEvent {
  return { kind: 'event', of, atMs, text, ...(note === undefined ? {} : { note }) };
}
