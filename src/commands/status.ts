import { describeApplied } from '../engine/recovery.ts';
import { ExitCode } from '../exit-code.ts';
import { formatDuration } from '../model/duration.ts';
import { drawTable } from '../report/draw-table.ts';
import { openRunStore } from '../wiring/runs.ts';
import { inspectStack, partReadiness, stackDeps } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';
import { sayUnreadable } from './leftovers.ts';

const lookWithinMs = 2000;

/**
 * `shopctl status`: every part with its state, pid, port and uptime, and what is still broken.
 * @returns held when all parts are fit for work; unreachable (3) otherwise
 */
export async function status(context: CommandContext): Promise<ExitCode> {
  const { settings, output } = context;
  const stack = await inspectStack(settings.stateDir, stackDeps(context));
  if (!stack.exists) {
    if (output.json) output.printJson({ exists: false, parts: [] });
    else output.print(`no stack in ${settings.stateDir}; shopctl up starts one`);
    return ExitCode.unreachable;
  }
  const ready = await partReadiness(context, lookWithinMs);
  const parts = stack.parts.map((part) => ({ ...part, ready: ready.get(part.name) ?? false }));
  const applied = await openRunStore(context).appliedFaults();
  if (output.json) output.printJson({ ...stack, parts, applied });
  else {
    output.print(drawTable(columns, parts.map(cells), output.style));
    if (stack.addresses?.gateway !== undefined)
      output.print(`\nThe shop's door is ${stack.addresses.gateway}.`);
    if (stack.trouble !== undefined) output.print(`\n${stack.trouble}`);
    for (const fault of applied) {
      output.print(`\nstill applied: ${describeApplied(fault)}; shopctl chaos heal undoes it`);
    }
  }
  sayUnreadable(context);
  return parts.every((part) => part.ready) ? ExitCode.held : ExitCode.unreachable;
}

const columns = [
  { head: 'part' },
  { head: 'state' },
  { head: 'ready' },
  { head: 'pid', align: 'right' as const },
  { head: 'port', align: 'right' as const },
  { head: 'up', align: 'right' as const },
];

interface StatusPart {
  readonly name: string;
  readonly state: string;
  readonly died: boolean;
  readonly ready: boolean;
  readonly identity?: { readonly pid: number };
  readonly port: number;
  readonly uptimeMs?: number;
}

function cells({ name, state, died, ready, identity, port, uptimeMs }: StatusPart): string[] {
  return [
    name,
    died ? 'died' : state,
    ready ? 'yes' : 'no',
    String(identity?.pid ?? ''),
    String(port),
    uptimeMs === undefined ? '' : formatDuration(Math.round(uptimeMs / 1000) * 1000),
  ];
}
