import { beforeEach, describe, expect, it } from 'vitest';
import { ProcessRuntime } from '../../src/chaos/process.ts';
import type { ProcessPart, StackPowers } from '../../src/chaos/process-part.ts';
import type { Fault } from '../../src/model/fault.ts';

/** A broker that, once asked to end, serves on until somebody waits for its end. */
class SlowToEnd implements ProcessPart {
  readonly name = 'broker';
  readonly done: string[] = [];
  pid: number | undefined = 1;

  async inspect() {
    if (this.pid === undefined) return { state: 'stopped' as const };
    return { state: 'running' as const, identity: { pid: this.pid, startedAt: `token ${this.pid}` } };
  }
  async answers() {
    return this.pid !== undefined;
  }
  ready() {
    return this.answers();
  }
  async start() {
    this.done.push('start');
    this.pid ??= 2;
  }
  async stop() {
    this.done.push('stop');
    this.pid = undefined;
  }
  async kill() {
    this.done.push('kill');
    this.pid = undefined;
  }
  async pause() {}
  async resume() {}
}

let part: SlowToEnd;
let runtime: ProcessRuntime;

beforeEach(() => {
  part = new SlowToEnd();
  const powers = { wipeBroker: async () => {} } as StackPowers;
  runtime = new ProcessRuntime({ parts: async () => [part], door: () => undefined, powers });
});

describe.each([
  ['stopped', 'stop'],
  ['killed', 'kill'],
  ['wiped', 'stop'],
] as const)('healing of a broker that was to be %s', (kind, ending) => {
  const fault = { kind, target: 'broker' } as Fault;

  /** As `recover` finds it after the shopctl that meant to do it was killed. */
  const reopened = async () => {
    const { identity, prior } = await runtime.resolve(fault);
    return runtime.reopen(fault, identity, JSON.parse(JSON.stringify(prior)));
  };

  it('finishes an end that was begun before it starts it', async () => {
    const handle = await reopened();
    expect(await handle.isWell()).toBe(false);
    await handle.heal();
    expect(part.done).toEqual([ending, 'start']);
    expect(await handle.isWell()).toBe(true);
    await handle.heal();
    expect(part.done).toEqual([ending, 'start']);
  });

  it('leaves alone one that somebody started again meanwhile', async () => {
    const handle = await reopened();
    part.pid = 3;
    await handle.heal();
    expect(part.done).toEqual([]);
    expect(await handle.isWell()).toBe(true);
  });

  it('leaves alone one that nothing was done to yet', async () => {
    const handle = await runtime.resolve(fault);
    await handle.heal();
    expect(part.done).toEqual([]);
    expect(await handle.isWell()).toBe(true);
  });
});
