import { describe, expect, it } from 'vitest';
import { askedFor, type Choice } from '../../../src/commands/proving/asked.ts';
import { ExitCode } from '../../../src/exit-code.ts';
import { knownDefects } from '../../../src/proof/defects/index.ts';
import { scenarios } from '../../../src/scenarios/index.ts';

const choice = (parts: Partial<Choice> = {}): Choice => ({
  third: false,
  control: true,
  onlyControl: false,
  repeat: 1,
  ...parts,
});

describe('what a proof is asked for', () => {
  it('is everything when nothing is named', () => {
    expect(askedFor([], choice())).toEqual({
      defects: knownDefects,
      controlled: knownDefects,
      further: scenarios,
      repeat: 1,
    });
  });

  it('is the clean shop alone, or everything but it', () => {
    expect(askedFor([], choice({ onlyControl: true }))).toMatchObject({ defects: [], further: scenarios });
    expect(askedFor([], choice({ control: false }))).toMatchObject({ controlled: [], further: [] });
  });

  it('is so many runs of the clean shop', () => {
    expect(askedFor([], choice({ soak: 100 }))).toMatchObject({ defects: [], controlled: [], soak: 100 });
  });

  it.each<[string, readonly string[], Partial<Choice>, string]>([
    ['an unknown defect', ['no-such-defect-at-all'], {}, "there is no defect 'no-such-defect-at-all'"],
    ['a soak of defects', [], { soak: 10, third: true }, '--soak runs the clean shop'],
    ['a soak without the clean shop', [], { soak: 10, control: false }, '--soak runs the clean shop'],
    ['nothing', [], { onlyControl: true, control: false }, 'leave nothing to run'],
  ])('is refused for %s', (_title, names, parts, message) => {
    expect(() => askedFor(names, choice(parts))).toThrow(
      expect.objectContaining({ exitCode: ExitCode.usage, message: expect.stringContaining(message) }),
    );
  });
});
