import { ExitCode } from './exit-code.ts';

export interface ShopctlErrorParts {
  /** What happened, with the offending value. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  /** Defaults to `unreachable` (3). */
  readonly exitCode?: ExitCode;
  /** Trying again cannot help: something else has to be done first, by somebody else. */
  readonly isFinal?: boolean;
  readonly cause?: unknown;
}

/**
 * An expected error: thrown by the adapter that knows what went wrong, printed as two lines without a stack by the
 * single catch in cli.ts. Anything else that reaches that catch is a bug and is printed with its stack.
 */
export class ShopctlError extends Error {
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
  readonly isFinal: boolean;

  constructor(parts: ShopctlErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'ShopctlError';
    this.hint = parts.hint;
    this.exitCode = parts.exitCode ?? ExitCode.unreachable;
    this.isFinal = parts.isFinal ?? false;
  }
}

/** The first line of an error's message; AggregateErrors (a refused dual-stack `localhost`) have an empty one. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) {
    return messageOf(error.errors[0]);
  }
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0] ?? '';
}

/** The stable `code` of a Node system error or a PostgreSQL error, looked for through causes; undefined if none. */
export function codeOf(error: unknown): string | undefined {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 8; e = nextCause(e), depth++) {
    if ('code' in e && typeof e.code === 'string') return e.code;
  }
  return undefined;
}

function nextCause(error: Error): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error.cause;
}

/** Marks an error with the journal of the run it ended, for whoever reports it. @returns the same error */
export function withJournal(error: unknown, journalPath: string): unknown {
  return error instanceof Error ? Object.assign(error, { journalPath }) : error;
}
