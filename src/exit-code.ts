/**
 * Exit codes of every command, the same in every output mode.
 * 129, 130 and 143 are 128 + the signal's number, as shells report it.
 */
export const ExitCode = {
  /** Every promise held, or the command did what was asked. */
  held: 0,
  /** A promise was broken, or a `--fail-on` gate fired. */
  broken: 1,
  /** Not enough evidence for a verdict. */
  unknown: 2,
  /** A fault could not be injected or healed, or the shop could not be reached or started. */
  unreachable: 3,
  /** Wrong usage or configuration (EX_USAGE). */
  usage: 64,
  /** A bug in shopctl (EX_SOFTWARE). */
  bug: 70,
  /** Interrupted, after healing. */
  sighup: 129,
  sigint: 130,
  sigterm: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
