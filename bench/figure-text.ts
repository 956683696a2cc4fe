import { type Figure, isMet, type Section, type Target } from './figure.ts';

export const heads = ['figure', 'measured', 'beside, in the same run', 'target', ''] as const;

/** The cells of one figure, for a table of any form. */
export function cellsOf(figure: Figure): string[] {
  const { name, value, unit, beside, target } = figure;
  const met = isMet(figure);
  return [
    name,
    `${number(value)} ${unit}`,
    beside === undefined ? '' : `${number(beside.value)} ${beside.unit}: ${beside.name}`,
    target === undefined ? '' : targetText(target, unit),
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ];
}

function targetText({ atLeast, atMost, prototype }: Target, unit: string): string {
  return [
    atLeast === undefined ? '' : `≥ ${number(atLeast)} ${unit}`,
    atMost === undefined ? '' : `≤ ${number(atMost)} ${unit}`,
    prototype === undefined ? '' : `prototype ${number(prototype)}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** What is to be known of a section beside its figures. */
export function headingOf({ name, about, busyBefore }: Section): string {
  const busy = `${Math.round(busyBefore * 100)} %`;
  return `${name}: ${about} (others kept the machine ${busy} busy right before)`;
}

/** Three digits or so: more would be noise. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 100) return String(value);
  return grouped(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2));
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ' ');
}
