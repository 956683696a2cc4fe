import { exactJson } from '../model/exact-json.ts';
import type { Extract } from '../model/order-spec.ts';

/** A reply, read as JSON only when somebody asks for something in it. */
export interface ReadableReply {
  readonly text: string;
  readonly json: () => unknown;
}

export function readable(text: string): ReadableReply {
  let parsed: { readonly value: unknown } | undefined;
  return {
    text,
    json: () => {
      parsed ??= { value: exactJson(text) };
      return parsed.value;
    },
  };
}

/** Compiles where in a reply something is; what it finds is undefined where there is nothing. */
export function extractor(from: Extract): (reply: ReadableReply) => unknown {
  if (typeof from !== 'string') {
    const regex = new RegExp(from.regex, 'u');
    return ({ text }) => regex.exec(text)?.[1];
  }
  const path = from.replace(/^\$\.?/, '').split('.');
  return ({ json }) =>
    path.reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      json(),
    );
}
