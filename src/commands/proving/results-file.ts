import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MachineFacts, WorkDone } from '../../model/proof.ts';
import type { Results, TrialResult } from '../../proof/assemble.ts';

type Line =
  | {
      readonly type: 'begun';
      readonly code: string;
      readonly at: string;
      readonly ids: readonly string[];
      readonly anew: boolean;
    }
  | { readonly type: 'machine'; readonly code: string; readonly machine: MachineFacts }
  | { readonly type: 'worked'; readonly code: string; readonly work: WorkDone }
  | { readonly type: 'result'; readonly code: string; readonly result: TrialResult };

/**
 * What the proofs of a state folder came to, a line a result, appended and synced, so that a proof that was interrupted
 * or killed loses no more than what was under way. Results of other code stay in the file and are not seen.
 */
export class ResultsFile {
  readonly #path: string;
  readonly #code: string;
  readonly #results = new Map<string, TrialResult>();
  readonly #begun = new Set<string>();
  readonly #work: WorkDone[] = [];
  #machine: MachineFacts | undefined;
  #othersCode = false;

  /** @param code names the code that runs now; see `codeId` */
  constructor(path: string, code: string) {
    this.#path = path;
    this.#code = code;
    for (const line of linesOf(path)) this.#take(line);
  }

  get results(): Results {
    return this.#results;
  }

  /** The trials that there are to be results of. */
  get begun(): ReadonlySet<string> {
    return this.#begun;
  }

  get machine(): MachineFacts | undefined {
    return this.#machine;
  }

  get work(): readonly WorkDone[] {
    return this.#work;
  }

  /** Whether there are results of other code, which are of no use now. */
  get hasResultsOfOtherCode(): boolean {
    return this.#othersCode;
  }

  /**
   * Results of these trials are to come.
   * @param anew what they came to before counts no longer, nor do other rounds of the same
   */
  begin(ids: readonly string[], anew: boolean, at: string): void {
    this.#append({ type: 'begun', code: this.#code, at, ids, anew });
  }

  add(result: TrialResult): void {
    this.#append({ type: 'result', code: this.#code, result });
  }

  addWork(work: WorkDone): void {
    this.#append({ type: 'worked', code: this.#code, work });
  }

  setMachine(machine: MachineFacts): void {
    if (JSON.stringify(machine) !== JSON.stringify(this.#machine))
      this.#append({ type: 'machine', code: this.#code, machine });
  }

  #take(line: Line): void {
    if (line.code !== this.#code) {
      this.#othersCode ||= line.type === 'result';
      return;
    }
    if (line.type === 'begun') this.#begin(line.ids, line.anew);
    else if (line.type === 'machine') this.#machine = line.machine;
    else if (line.type === 'worked') this.#work.push(line.work);
    else this.#results.set(line.result.id, line.result);
  }

  #begin(ids: readonly string[], anew: boolean): void {
    const checks = new Set(anew ? ids.map(checkOf) : []);
    for (const id of this.#results.keys()) if (checks.has(checkOf(id))) this.#results.delete(id);
    for (const id of this.#begun) if (checks.has(checkOf(id))) this.#begun.delete(id);
    for (const id of ids) this.#begun.add(id);
  }

  #append(line: Line): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const file = openSync(this.#path, 'a', 0o644);
    try {
      // A line that a killed shopctl left half is ended by the line break in front; readers skip it.
      writeSync(file, `${endsInLine(this.#path) ? '' : '\n'}${JSON.stringify(line)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#take(line);
  }
}

/** The id without its round: what is tried, however often. */
function checkOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}

function endsInLine(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return text === '' || text.endsWith('\n');
}

function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').flatMap(parseLine);
}

/** A line that was not written whole is none: its trial is made again. */
function parseLine(text: string): Line[] {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && 'type' in value ? [value as Line] : [];
  } catch {
    return [];
  }
}
