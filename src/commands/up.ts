import { healApplied, healedLine } from '../engine/recovery.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { drawTable } from '../report/draw-table.ts';
import { openRunStore } from '../wiring/runs.ts';
import { openShop } from '../wiring/shop.ts';
import { scaleMax, stackDeps, up as startStack, upContainers } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';

/** As typed; each of the lists holds `name=value` texts. */
export interface UpFlags {
  readonly runtime: 'process' | 'docker';
  readonly scale: readonly string[];
  readonly set: readonly string[];
  readonly port: readonly string[];
  readonly brokerUrl?: string | undefined;
  readonly fresh: boolean;
}

/**
 * `shopctl up`: starts what is missing of PostgreSQL, RabbitMQ and the reference shop and waits until it is ready.
 * @throws ShopctlError: usage for a malformed option, exit 3 when a part does not start, or what an earlier command broke
 * could not be undone
 */
export async function up(flags: UpFlags, context: CommandContext): Promise<ExitCode> {
  const { host, settings, output } = context;
  const common = {
    stateDir: settings.stateDir,
    ports: numbers('--port', flags.port, 'gateway=6100', 65_535),
    set: pairs('--set', flags.set, 'RELAY_BATCH=10'),
    fresh: flags.fresh,
    signal: host.signal,
  };
  const scale = numbers('--scale', flags.scale, 'orders=2', scaleMax);
  if (flags.runtime === 'docker') mustFitContainers(flags);
  const report =
    flags.runtime === 'docker'
      ? await upContainers(common, stackDeps(context))
      : await startStack(
          { ...common, scale, ...(flags.brokerUrl === undefined ? {} : { brokerUrl: flags.brokerUrl }) },
          stackDeps(context),
        );
  const undone = await undoApplied(context);
  if (output.json) output.printJson({ stateDir: settings.stateDir, ...report });
  else {
    const rows = report.parts.map(({ name, port, what }) => [name, String(port), what]);
    output.print(
      drawTable([{ head: 'part' }, { head: 'port', align: 'right' }, { head: '' }], rows, output.style),
    );
    output.print(`\nThe shop's door is ${report.addresses.gateway}; shopctl load 40 sends it orders.`);
  }
  return undone ? ExitCode.held : ExitCode.unreachable;
}

/**
 * What an earlier fault stopped runs again now; its journal is to say so, and switches are to be turned back.
 * @returns false when one could not be undone; which, and why, has been said
 */
async function undoApplied(context: CommandContext): Promise<boolean> {
  const { host, output } = context;
  const store = openRunStore(context);
  const applied = await store.appliedFaults();
  if (applied.length === 0) return true;
  const shop = await openShop(context);
  const progress = { say: output.sayAt };
  const deps = { store, runtime: shop.runtime, clock: host.clock, progress };
  const healed = await healApplied(applied, deps).finally(() => shop.close());
  const failed = healed.flatMap((one) => (one.failure === undefined ? [] : [healedLine(one)]));
  for (const line of failed) output.complain(line);
  return failed.length === 0;
}

/** Each service has its own port on this machine, so there is one of it; and the broker is one of the containers. */
function mustFitContainers({ scale, brokerUrl }: UpFlags): void {
  const option = scale.length > 0 ? '--scale' : brokerUrl === undefined ? undefined : '--broker-url';
  if (option === undefined) return;
  throw new ShopctlError({
    message: `${option} cannot be had with --runtime docker`,
    hint: 'leave it away, or start the shop in processes',
    exitCode: ExitCode.usage,
  });
}

function pairs(option: string, texts: readonly string[], example: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
      throw usage(`${option} '${text}' has no name and value`, option, example);
    }),
  );
}

function numbers(
  option: string,
  texts: readonly string[],
  example: string,
  max: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(pairs(option, texts, example)).map(([name, text]) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= 1 && value <= max) return [name, value];
      throw usage(`${option} '${name}=${text}' is not a whole number from 1 to ${max}`, option, example);
    }),
  );
}

function usage(message: string, option: string, example: string): ShopctlError {
  return new ShopctlError({ message, hint: `for example ${option} ${example}`, exitCode: ExitCode.usage });
}
