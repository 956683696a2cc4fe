import type { ConfigPath } from './config-file.ts';

const variable = /\$(\$)?\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A name that no variable of the environment has. */
export interface UnsetVariable {
  readonly path: ConfigPath;
  readonly name: string;
}

export interface Substituted {
  readonly value: unknown;
  readonly unset: readonly UnsetVariable[];
}

/**
 * The value with each `${NAME}` of its texts replaced by the environment's; `$${NAME}` is meant as it stands. A variable
 * that is empty counts as unset: an empty password is a mistake far more often than a wish.
 */
export function substituted(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  path: ConfigPath = [],
): Substituted {
  const unset: UnsetVariable[] = [];
  const inside = (item: unknown, key: string | number): unknown => {
    const found = substituted(item, env, [...path, key]);
    unset.push(...found.unset);
    return found.value;
  };
  if (typeof value === 'string') {
    const filled = value.replace(variable, (whole, escaped: string | undefined, name: string) => {
      if (escaped !== undefined) return whole.slice(1);
      const found = env[name];
      if (found === undefined || found === '') unset.push({ path, name });
      return found ?? '';
    });
    return { value: filled, unset };
  }
  if (Array.isArray(value)) return { value: value.map(inside), unset };
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const entries = Object.entries(value).map(([key, item]) => [key, inside(item, key)]);
    return { value: Object.fromEntries(entries), unset };
  }
  return { value, unset };
}

/** Whether a text takes something from the environment: then what it holds is nobody's to print. */
export function hasVariable(text: string): boolean {
  return [...text.matchAll(variable)].some(([, escaped]) => escaped === undefined);
}
