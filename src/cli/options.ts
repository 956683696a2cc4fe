import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../model/duration.ts';

/* Parsers of option values: text in, value out, or commander's error that quotes the option and what was typed. */

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0)
    throw new InvalidArgumentError('Give a duration such as 500ms, 20s or 2m.');
  return ms;
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

/** The parser also tells what it allows, for completion. */
export function oneOf(
  ...allowed: string[]
): ((text: string) => string) & { readonly allowed: readonly string[] } {
  const parse = (text: string) => {
    if (allowed.includes(text)) return text;
    throw new InvalidArgumentError(`Give one of ${allowed.join(', ')}.`);
  };
  return Object.assign(parse, { allowed });
}

export const drained = oneOf('drained');
