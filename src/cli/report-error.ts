import { CommanderError } from 'commander';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { type Host, Interrupted } from '../host.ts';
import { redacted } from '../model/redact.ts';

/** The single catch. Expected errors are two lines; anything else is a bug and shows its stack. */
export function reportError(error: unknown, host: Host): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.held : usageError(error, host);
  if (error instanceof Interrupted) {
    return { SIGINT: ExitCode.sigint, SIGTERM: ExitCode.sigterm, SIGHUP: ExitCode.sighup }[error.signalName];
  }
  if (error instanceof ShopctlError) {
    host.stderr.write(`error: ${redacted(error.message)}\n`);
    if (error.hint !== undefined) host.stderr.write(`hint: ${redacted(error.hint)}\n`);
    return error.exitCode;
  }
  const stack = error instanceof Error ? error.stack : messageOf(error);
  const journal = journalOf(error);
  host.stderr.write(
    `shopctl has a bug. Please report this, with the command you typed:\n${redacted(stack ?? '')}\n`,
  );
  if (journal !== undefined) host.stderr.write(`what happened until then: ${journal}\n`);
  return ExitCode.bug;
}

/** Commander has printed its own errors already; ours carry their message. */
function usageError(error: CommanderError, host: Host): ExitCode {
  if (error.code.startsWith('shopctl.')) host.stderr.write(`${redacted(error.message)}\n`);
  return ExitCode.usage;
}

/** Where the run that failed was written down, when it was one; see `withJournal`. */
function journalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('journalPath' in error)) return undefined;
  return String(error.journalPath);
}
