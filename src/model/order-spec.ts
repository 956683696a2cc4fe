/*
 * How somebody's shop takes an order. Texts may hold `{{runId}}`, `{{n}}`, `{{uuid}}`, `{{product}}` and `{{quantity}}`.
 */

export interface RequestSpec {
  readonly method: string;
  /** A path below the shop's door, or a whole URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Text is sent as it is; anything else as JSON, each text within it filled in by itself. */
  readonly body?: unknown;
}

export interface OrderSpec extends RequestSpec {
  /** Sent once a run, before its first order; what it answers goes with every order. */
  readonly login?: LoginSpec | undefined;
  /** Sent once a run, one after the other, after the login. */
  readonly seed: readonly RequestSpec[];
  readonly timeoutMs: number;
  readonly accepted: AcceptedSpec;
  readonly reply: ReplySpec;
}

export interface LoginSpec extends RequestSpec {
  /** The cookies that it sets go with every order. */
  readonly takeCookies: boolean;
  /** Headers made of its reply: `{{token}}` in `value` is what `token` finds. */
  readonly takeHeader?:
    | { readonly name: string; readonly value: string; readonly token: Extract }
    | undefined;
}

/** Where in a reply something is: a path such as `data.id`, or the first group of a regex over its text. */
export type Extract = string | { readonly regex: string };

export interface AcceptedSpec {
  /** Absent: 200 to 299. */
  readonly status?: readonly number[] | undefined;
  /** A shop that says no with a 200 says it in its body: accepted only where this holds. */
  readonly where?: { readonly path: string; readonly equals: string } | undefined;
}

export interface ReplySpec {
  /** Absent: replies name no id, and orders are found by the run id alone. */
  readonly id?: Extract | undefined;
  /** Absent: an accepted order is a confirmed one. */
  readonly status?: Extract | undefined;
  readonly reason?: Extract | undefined;
}

/** What texts of a request may hold. `key` is `{{runId}}-{{n}}`; product and quantity are the load's. */
export const placeholders = ['runId', 'n', 'key', 'uuid', 'product', 'quantity'] as const;
/** What those of a login or a seed may hold: they are sent for a whole run, and no order has its number yet. */
export const sessionPlaceholders = ['runId', 'uuid', 'product', 'quantity'] as const;
