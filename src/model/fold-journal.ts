import type { JournalEvent } from './journal-event.ts';
import type { FaultWindow, LoadWindow, RunRecord } from './run-record.ts';

/** The run record while it is being built: the same shape, writable. */
type Draft = {
  -readonly [K in keyof RunRecord]: RunRecord[K] extends readonly (infer Item)[] ? Item[] : RunRecord[K];
};

/**
 * Folds a journal into the record of its run. Pure: the same events always give the same record. A journal that stops
 * without `run-ended` gives a record whose end is `lost`, which is how a run of a killed shopctl looks.
 *
 * @throws Error when the events do not begin with `run-opened`
 */
export function foldJournal(events: Iterable<JournalEvent>): RunRecord {
  const fold = new JournalFold();
  for (const event of events) fold.add(event);
  return fold.record();
}

/** The same of events that come one by one, without keeping them. */
export class JournalFold {
  #draft: Draft | undefined;
  #lastMs = 0;

  /** @throws Error when the first event is not `run-opened` */
  add(event: JournalEvent): void {
    if (event.type === 'run-opened') {
      this.#draft = openedDraft(event);
      return;
    }
    const draft = this.#draft;
    if (draft === undefined) throw new Error(`a journal begins with run-opened, not with ${event.type}`);
    apply(draft, event);
    this.#lastMs = event.t;
  }

  /** What is known by now; later events do not change it. @throws Error when there was no event */
  record(): RunRecord {
    const draft = this.#draft;
    if (draft === undefined) throw new Error('the journal is empty');
    if (draft.end.how === 'lost') draft.end = { ...draft.end, atMs: this.#lastMs };
    const copied = Object.entries(draft).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...value] : value,
    ]);
    return Object.fromEntries(copied);
  }
}

function openedDraft(event: Extract<JournalEvent, { type: 'run-opened' }>): Draft {
  return {
    runId: event.runId,
    command: event.command,
    shopctlVersion: event.shopctlVersion,
    ...(event.scenario === undefined ? {} : { scenario: event.scenario }),
    openedAt: event.at,
    attempts: [],
    loads: [],
    samples: [],
    faults: [],
    settles: [],
    deeds: [],
    deliveries: [],
    remarks: [],
    judged: [],
    end: { how: 'lost', atMs: 0, verdict: 'unknown', why: 'the journal has no end: shopctl was killed' },
  };
}

function apply(draft: Draft, event: JournalEvent): void {
  switch (event.type) {
    case 'run-opened':
      return;
    case 'baseline':
      if (event.stock !== undefined) draft.stockBefore = event.stock;
      if (event.queues !== undefined) draft.queuesBefore = event.queues;
      return;
    case 'load-started':
      draft.loads.push({ name: event.name, plan: event.plan, startedMs: event.t });
      return;
    case 'load-ended':
      patchLast(draft.loads, (load: LoadWindow) => load.name === event.name, {
        endedMs: event.t,
        totals: event.totals,
      });
      return;
    case 'attempt':
      draft.attempts.push(event.attempt);
      return;
    case 'sample':
      draft.samples.push(event.sample);
      return;
    case 'settled':
      draft.settles.push(event.settle);
      return;
    case 'deed':
      draft.deeds.push({ atMs: event.t, deed: event.deed });
      return;
    case 'delivery':
      draft.deliveries.push({ atMs: event.t, ...event.delivery });
      return;
    case 'remark':
      draft.remarks.push({ atMs: event.t, text: event.text });
      return;
    case 'evidence':
      draft.evidence = event.evidence;
      return;
    case 'judged':
      draft.judged = [...event.promises];
      if (event.leftOut !== undefined) draft.leftOut = [...event.leftOut];
      return;
    case 'run-ended':
      draft.end = event.end;
      return;
    default:
      applyFault(draft.faults, event);
  }
}

type FaultEvent = Extract<JournalEvent, { id: string }>;

function applyFault(faults: FaultWindow[], event: FaultEvent): void {
  if (event.type === 'fault-intended') {
    const { id, fault, identity, prior } = event;
    faults.push({ id, fault, identity, prior, intendedMs: event.t });
    return;
  }
  patchLast(faults, (window) => window.id === event.id, faultPatch(event));
}

function faultPatch(event: Exclude<FaultEvent, { type: 'fault-intended' }>): Partial<FaultWindow> {
  switch (event.type) {
    case 'fault-injected':
      return { injectedMs: event.t };
    case 'fault-observed':
      return { observedMs: event.sinceMs ?? event.t };
    case 'fault-ended-early':
      return { endedEarlyMs: event.sinceMs ?? event.t };
    case 'fault-healing':
      return { healingMs: event.t };
    case 'fault-healed':
      return { healedMs: event.t };
    case 'fault-dropped':
      return { droppedMs: event.t };
    case 'fault-failed':
      return { failure: event.why };
  }
}

/** Windows are patched while they are recent, so a search from the end finds them at once. */
function patchLast<Item extends object>(
  items: Item[],
  matches: (item: Item) => boolean,
  patch: Partial<Item>,
): void {
  const index = items.findLastIndex(matches);
  const item = items[index];
  if (item !== undefined) items[index] = { ...item, ...patch };
}

/** Faults that were meant to be applied and were never seen healed: what `recover` has to look at. */
export function openFaults(record: RunRecord): FaultWindow[] {
  return record.faults.filter((fault) => fault.healedMs === undefined && fault.droppedMs === undefined);
}
