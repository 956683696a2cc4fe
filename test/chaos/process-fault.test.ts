import { beforeEach, describe, expect, it } from 'vitest';
import { ProcessRuntime } from '../../src/chaos/process.ts';
import type { ProcessPart, StackPowers, StackShape } from '../../src/chaos/process-part.ts';
import { brokerAlarmed, configured, type Fault, hung } from '../../src/model/fault.ts';
import { redactedValue } from '../../src/model/redact.ts';

/** A broker that, once asked to end, serves on until somebody waits for its end. */
class SlowToEnd implements ProcessPart {
  readonly name = 'broker';
  readonly done: string[] = [];
  pid: number | undefined = 1;
  frozen = false;

  async inspect() {
    if (this.pid === undefined) return { state: 'stopped' as const };
    const state = this.frozen ? ('paused' as const) : ('running' as const);
    return { state, identity: { pid: this.pid, startedAt: `token ${this.pid}` } };
  }
  async answers() {
    return this.pid !== undefined && !this.frozen;
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
    this.frozen = false;
  }
  async pause() {
    this.frozen = true;
  }
  async resume() {
    this.frozen = false;
  }
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

describe('a broker that hangs', () => {
  const fault = hung('broker');

  it('is killed and started, also from what a journal holds', async () => {
    const { inject, tookEffect, identity, prior } = await runtime.resolve(fault);
    await inject();
    expect(await tookEffect()).toBe(true);
    const handle = await runtime.reopen(fault, identity, JSON.parse(JSON.stringify(prior)));
    expect(await handle.isWell()).toBe(false);
    await handle.heal();
    await handle.heal();
    expect(part.done).toEqual(['kill', 'start']);
    expect(await handle.isWell()).toBe(true);
  });

  it('is left alone when it goes on after all', async () => {
    const handle = await runtime.resolve(fault);
    await handle.inject();
    await part.resume();
    expect(await handle.tookEffect()).toBe(false);
    await handle.heal();
    expect(part.done).toEqual([]);
  });
});

describe('a broker in an alarm', () => {
  let alarmed: boolean;

  beforeEach(() => {
    alarmed = false;
    const powers: Partial<StackPowers> = {
      alarmBroker: async (on) => {
        alarmed = on;
      },
      isBrokerAlarmed: async () => alarmed,
    };
    const doors = { parts: async () => [part], door: () => undefined };
    runtime = new ProcessRuntime({ ...doors, powers: powers as StackPowers });
  });

  it('is out of it when healed', async () => {
    const handle = await runtime.resolve(brokerAlarmed());
    expect(await handle.tookEffect()).toBe(false);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    await handle.heal();
    expect([alarmed, await handle.isWell(), part.done]).toEqual([false, true, []]);
  });

  it('is not said to be back early when it dies of it', async () => {
    const handle = await runtime.resolve(brokerAlarmed());
    await handle.inject();
    await part.kill();
    expect(await handle.tookEffect()).toBe(true);
    await part.start();
    alarmed = false;
    expect(await handle.tookEffect()).toBe(true);
  });
});

describe('a fault that gives the services other settings', () => {
  const found: StackShape = { scale: { orders: 2 }, set: { PAYMENTS_API_TOKEN: 'tok-1', RELAY_BATCH: '7' } };
  const fault = configured({ RELAY_BATCH: '1' });
  let shape: StackShape;
  let kept: Map<string, StackShape>;

  beforeEach(() => {
    shape = found;
    kept = new Map();
    const powers: Partial<StackPowers> = {
      shape: async () => shape,
      reshape: async (wanted, keepAs) => {
        if (!kept.has(keepAs)) kept.set(keepAs, shape);
        shape = wanted;
      },
      restoreShape: async (name) => {
        shape = kept.get(name) ?? shape;
        kept.delete(name);
      },
      isShapeKept: async (name) => kept.has(name),
    };
    const doors = { parts: async () => [part], door: () => undefined };
    runtime = new ProcessRuntime({ ...doors, powers: powers as StackPowers });
  });

  it('restores those found from what a journal holds, secrets too, though the journal holds none', async () => {
    const { inject, tookEffect, identity, prior } = await runtime.resolve(fault);
    await inject();
    expect(await tookEffect()).toBe(true);
    expect(shape.set).toEqual({ PAYMENTS_API_TOKEN: 'tok-1', RELAY_BATCH: '1' });
    const journalled = JSON.stringify(redactedValue(prior));
    expect(journalled).toBe(JSON.stringify(prior));
    expect(journalled).not.toContain('tok-1');

    const handle = await runtime.reopen(fault, identity, JSON.parse(journalled));
    expect(await handle.isWell()).toBe(false);
    await handle.heal();
    expect(shape).toEqual(found);
    expect(await handle.isWell()).toBe(true);
  });

  it('never sets what a journal masked', async () => {
    const masked = redactedValue(found);
    expect(JSON.stringify(masked)).toContain('***');
    await expect(runtime.reopen(fault, 'services', masked)).rejects.toThrow('does not say what is to be');
    expect(shape).toEqual(found);
  });
});
