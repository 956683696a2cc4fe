import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolHost } from '../../src/chaos/tool.ts';

/** A program of fakes/ on a PATH of its own, with the state it plays. */
export class FakeProgram<State> {
  readonly folder = mkdtempSync(join(tmpdir(), 'shopctl-fake-'));
  readonly host: ToolHost;
  readonly #statePath = join(this.folder, 'state.json');

  constructor(name: 'kubectl' | 'aspire', state: State) {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    copyFileSync(fileURLToPath(new URL(`fakes/${name}.mjs`, import.meta.url)), join(bin, name));
    // Node takes a file without an ending for ESM only where a package says so.
    writeFileSync(join(bin, 'package.json'), '{"type":"module"}');
    const node = dirname(process.execPath);
    this.host = {
      cwd: this.folder,
      env: { PATH: `${bin}:${node}:/usr/bin:/bin`, FAKE_STATE: this.#statePath },
    };
    this.state = state;
    writeFileSync(`${this.#statePath}.calls`, '');
  }

  get state(): State {
    return JSON.parse(readFileSync(this.#statePath, 'utf8'));
  }

  set state(state: State) {
    writeFileSync(this.#statePath, JSON.stringify(state));
  }

  /** Every call so far, as it was typed. */
  get calls(): string[] {
    return readFileSync(`${this.#statePath}.calls`, 'utf8').split('\n').filter(Boolean);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a journal gives back of it. */
export function throughJournal<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
