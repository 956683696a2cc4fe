import { execa } from 'execa';
import { ShopctlError } from '../errors.ts';

export interface ToolRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly withinMs: number;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes other than 0 resolve too. */
  readonly tolerant?: boolean;
}

export interface ToolResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** stdout and stderr in the order they came. */
  readonly all: string;
}

/**
 * Runs a short-lived tool to its end, with exactly the given environment.
 * @throws ShopctlError with the last lines it printed when it fails or takes too long; the signal's reason when aborted
 */
export async function runTool(tool: ToolRun): Promise<ToolResult> {
  tool.signal?.throwIfAborted();
  const result = await execa(tool.command, tool.args, {
    env: tool.env,
    extendEnv: false,
    cwd: tool.cwd,
    timeout: tool.withinMs,
    stdin: 'ignore',
    all: true,
    reject: false,
    ...(tool.uid === undefined ? {} : { uid: tool.uid }),
    ...(tool.gid === undefined ? {} : { gid: tool.gid }),
    ...(tool.signal === undefined ? {} : { cancelSignal: tool.signal }),
  });
  tool.signal?.throwIfAborted();
  if (result.failed && !(tool.tolerant && result.exitCode !== undefined)) {
    const why = result.timedOut
      ? `took longer than ${tool.withinMs / 1000} s`
      : exitText(result.exitCode, result.code);
    const said = result.all.trim().split('\n').slice(-6).join('\n  ');
    throw new ShopctlError({
      message: `${tool.command} ${why}${said === '' ? '' : `:\n  ${said}`}`,
    });
  }
  return { ok: !result.failed, stdout: result.stdout, all: result.all };
}

function exitText(exitCode: number | undefined, code: string | undefined): string {
  return exitCode === undefined
    ? `could not be run (${code ?? 'ended by a signal'})`
    : `failed with ${exitCode}`;
}
