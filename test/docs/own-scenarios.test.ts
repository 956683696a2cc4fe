import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as vocabulary from '../../src/scenario.ts';

const page = readFileSync(new URL('../../docs/own-scenarios.md', import.meta.url), 'utf8');
const invariants = new URL('../../src/invariants/', import.meta.url);

/** They judge shops that were built to be wrong, which only the reference shop can be. */
const ofReferenceShopAlone = ['failsAsExpected'];

/** Every promise in the folder of promises, by the name it is exported under. */
function promises(): string[] {
  const declaration =
    /^export (?:const (\w+): (?:readonly )?Invariant|function (\w+)\([^{;]*\): Invariant \{)/gm;
  return readdirSync(invariants).flatMap((file) => {
    const text = readFileSync(new URL(file, invariants), 'utf8').replace(
      /\{ share, p95WithinMs \}/g,
      'limits',
    );
    return [...text.matchAll(declaration)].flatMap(([, constant, made]) => constant ?? made ?? []);
  });
}

describe('the vocabulary for scenarios of your own', () => {
  it('has every promise that the built-in scenarios have', () => {
    const names = promises();
    expect(names.length).toBeGreaterThan(30);
    const missing = names.filter((name) => !(name in vocabulary) && !ofReferenceShopAlone.includes(name));
    expect(missing).toEqual([]);
  });

  it('is on its page, word by word', () => {
    const unsaid = Object.keys(vocabulary).filter((name) => !new RegExp(`\\b${name}\\b`).test(page));
    expect(unsaid).toEqual([]);
  });
});
