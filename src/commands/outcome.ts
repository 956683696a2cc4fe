import { ExitCode } from '../exit-code.ts';
import type { RunEnd, RunRecord } from '../model/run-record.ts';

const signalCodes: Readonly<Record<string, ExitCode>> = {
  SIGINT: ExitCode.sigint,
  SIGTERM: ExitCode.sigterm,
  SIGHUP: ExitCode.sighup,
};

/**
 * The exit code of a finished run. A fault that could not be injected or healed outweighs every verdict, because the
 * shop may still be broken; an interruption outweighs what was judged of half a run.
 */
export function exitCodeOf({ end, faults }: Pick<RunRecord, 'end' | 'faults'>): ExitCode {
  if (faults.some((fault) => fault.failure !== undefined)) return ExitCode.unreachable;
  return endCode(end);
}

function endCode(end: RunEnd): ExitCode {
  switch (end.how) {
    case 'interrupted':
      return signalCodes[end.why ?? ''] ?? ExitCode.sigint;
    case 'failed':
      return ExitCode.unreachable;
    case 'finished':
    case 'lost':
      return { held: ExitCode.held, broken: ExitCode.broken, unknown: ExitCode.unknown }[end.verdict];
  }
}

/** Of several runs the worst counts: not healed, then interrupted, then broken, then unknown. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  const order = [ExitCode.unreachable, ExitCode.sigint, ExitCode.sigterm, ExitCode.sighup, ExitCode.broken];
  return order.find((code) => codes.includes(code)) ?? (Math.max(0, ...codes) as ExitCode);
}
