import type { Query } from './postgres.ts';

/** Numbers the parameters of one statement. */
export class Conditions {
  readonly #values: unknown[] = [];

  value(value: unknown): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  query(text: string): Query {
    return { text, values: this.#values };
  }
}
