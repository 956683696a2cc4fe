import { describe, expect, it } from 'vitest';
import { lacking, mustHaveActions } from '../../src/engine/abilities.ts';
import type { Ability } from '../../src/engine/ports.ts';
import { stopped } from '../../src/model/fault.ts';
import { cancelling, defineScenario, during, orders, poison, tapped } from '../../src/model/scenario.ts';

const named = (steps: Parameters<typeof defineScenario>[0]['steps']) =>
  defineScenario({ name: 'mine', obligation: '', lesson: '', steps, expect: [] });
const abilities: Ability[] = [{ target: 'broker', faults: ['stopped'] } as unknown as Ability];
const cancel = async () => ({}) as never;

describe('what a scenario needs', () => {
  it('is there', () => {
    const scenario = named([orders(1), during(stopped('broker'), [cancelling(1)])]);
    expect(lacking(scenario, abilities, { cancel })).toBeUndefined();
    expect(() => mustHaveActions(scenario, { cancel })).not.toThrow();
  });

  it('is named where the shop has no such part, or cannot do it', () => {
    expect(lacking(named([during(stopped('payments'), [])]), abilities, {})).toBe(
      'there is no payments to act on',
    );
    expect(lacking(named([during({ kind: 'paused', target: 'broker' }, [])]), abilities, {})).toContain(
      'cannot be done here',
    );
  });

  it('is refused with exit 3, also where it is needed deep inside', () => {
    const scenario = named([orders(1), tapped([during(stopped('broker'), [poison('not-json')])])]);
    const failing = () =>
      mustHaveActions(scenario, { tap: async () => ({ close: async () => {} }) as never });
    expect(failing).toThrow('mine cannot be run: this shop has no way to do what it needs: poison');
    expect(failing).toThrow(expect.objectContaining({ exitCode: 3 }));
  });
});
