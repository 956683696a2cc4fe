/** JSON's own grammar, so that what is no JSON before is none afterwards. Strings are matched to be left alone. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const hasLongNumber = /\d{16}/;
const integer = /^-?\d+$/;

/**
 * Reads JSON, with each whole number that a double cannot hold as text: `9007199254740993` would come out of `JSON.parse`
 * as `9007199254740992`, which is another order's id. All other numbers stay numbers.
 *
 * @returns undefined for what is no JSON
 */
export function exactJson(text: string): unknown {
  try {
    return JSON.parse(hasLongNumber.test(text) ? text.replace(stringOrNumber, quotedWhereInexact) : text);
  } catch {
    return undefined;
  }
}

function quotedWhereInexact(token: string): string {
  return integer.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
