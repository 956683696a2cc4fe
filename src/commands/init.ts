import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unknownName } from '../config/near-names.ts';
import { type Preset, presets } from '../config/presets/index.ts';
import type { PresetPlaces } from '../config/presets/shop-text.ts';
import { defaultUrl } from '../config/settings.ts';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { openContainerStack, openStack, stackDeps } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';

export interface InitOptions {
  readonly preset?: string | undefined;
  readonly out: string;
  /** Overwrites a file that is there. */
  readonly force: boolean;
  /** DSN of one of its databases; the others are beside it. */
  readonly databaseUrl?: string | undefined;
  readonly brokerUrl?: string | undefined;
  readonly managementUrl?: string | undefined;
}

/**
 * `shopctl init`: asks what it has to know on a terminal, or takes it from flags, and writes a commented config that works.
 * @throws ShopctlError (usage) for a preset nobody knows, and where a file is there already; exit 3 when it cannot be written
 */
export async function init(options: InitOptions, context: CommandContext): Promise<ExitCode> {
  const { host, output } = context;
  const path = resolve(host.cwd, options.out);
  mustNotBeThere(path, options.force);
  const preset = await presetOf(options.preset, context);
  const asks = host.stdin.isTTY && options.preset === undefined;
  const places = await placesOf(preset, options, asks, context);
  const text = preset.text(places);
  await mustBeGood(text, path, context);
  try {
    writeFileSync(path, text, { flag: options.force ? 'w' : 'wx' });
  } catch (cause) {
    throw new ShopctlError({ message: `${path} cannot be written: ${messageOf(cause)}`, cause });
  }
  if (output.json) output.printJson({ file: path, preset: preset.name });
  else
    output.print(
      `${path} written; shopctl config shows it, shopctl check broker-outage --dry-run tries its targets`,
    );
  return ExitCode.held;
}

function mustNotBeThere(path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  throw new ShopctlError({
    message: `${path} is there already`,
    hint: '--force overwrites it; --out names another file',
    exitCode: ExitCode.usage,
  });
}

async function presetOf(typed: string | undefined, context: CommandContext): Promise<Preset> {
  const names = presets.map(({ name }) => name);
  if (typed === undefined && !context.host.stdin.isTTY) {
    throw new ShopctlError({
      message: 'init asks on a terminal, and stdin is none',
      hint: `shopctl init --preset ${names.join('|')}`,
      exitCode: ExitCode.usage,
    });
  }
  if (typed === undefined)
    for (const { name, about } of presets) context.output.complain(`  ${name.padEnd(11)} ${about}`);
  const name = typed ?? (await asked('What is the shop like?', names[0] ?? '', context));
  const found = presets.find((preset) => preset.name === name);
  if (found === undefined) throw unknownName('preset', name, names, 'shopctl init --help');
  return found;
}

/** As the flags say; else asked, or as the local shop has them, or as they usually are. */
async function placesOf(
  preset: Preset,
  options: InitOptions,
  asks: boolean,
  context: CommandContext,
): Promise<PresetPlaces> {
  const { settings } = context;
  const containers = await openContainerStack(settings.stateDir);
  const local = containers ?? (await openStack(settings.stateDir, stackDeps(context)));
  const ask = (question: string, usual: string) => (asks ? asked(question, usual, context) : usual);
  const url = await ask('Where is its public door?', settings.url ?? local?.addresses.gateway ?? defaultUrl);
  const dsns = new Map<string, string>();
  for (const database of preset.databases) {
    const usual = local?.addresses.databases[database] ?? `postgres://shop:shop@127.0.0.1:5432/${database}`;
    const told = options.databaseUrl && besideIt(options.databaseUrl, database);
    dsns.set(database, told ?? (await ask(`DSN of ${database}?`, usual)));
  }
  const usualBroker = local?.addresses.broker ?? 'amqp://guest:guest@127.0.0.1:5672';
  const broker = options.brokerUrl ?? (await ask('Where is its broker?', usualBroker));
  const usualManagement =
    broker === usualBroker
      ? (local?.addresses.management ?? 'http://guest:guest@127.0.0.1:15672')
      : // That of another broker would be asked about this one's queues.
        none;
  const management =
    options.managementUrl ?? (await ask("Where is the broker's management API?", usualManagement));
  const { group } = preset;
  const project = preset.name === 'compose' ? containers?.state.project : undefined;
  return {
    url,
    broker,
    management: management === none ? undefined : management,
    group: group === undefined ? '' : await ask(`Which ${group.name}?`, project ?? group.usual),
    dsn: (database) => dsns.get(database) ?? besideIt(dsns.get('ordersdb') ?? '', database),
  };
}

/** The answer for what the shop does not have. */
const none = 'none';

/** The DSN of another database on the same server. Not as a URL: that would encode the braces of a `${NAME}`. */
function besideIt(dsn: string, database: string): string {
  return dsn.replace(/^(\w+:\/\/[^/?#]+)(?:\/[^?#]*)?/, (_whole, server: string) => `${server}/${database}`);
}

/** An empty answer is the usual one. */
async function asked(question: string, usual: string, { host, output }: CommandContext): Promise<string> {
  output.complain(`${question} [${usual}]`);
  const line = (await host.stdin.line(host.signal)).trim();
  return line === '' ? usual : line;
}

/** A file that would not pass is not written: an answer was wrong, and the problem names its path. */
async function mustBeGood(text: string, path: string, { host }: CommandContext): Promise<void> {
  const { parsedText } = await import('../config/config-file.ts');
  const { checkedConfig } = await import('../config/load-config.ts');
  checkedConfig(await parsedText(path, text), {}, host.env);
}
