import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unknownName } from '../config/near-names.ts';
import { type Preset, presets } from '../config/presets/index.ts';
import type { PresetPlaces } from '../config/presets/shop-text.ts';
import { defaultUrl } from '../config/settings.ts';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { openStack, stackDeps } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';

export interface InitOptions {
  readonly preset?: string | undefined;
  readonly out: string;
  /** Overwrites a file that is there. */
  readonly force: boolean;
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
  const places = await placesOf(preset, asks, context);
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

/** Asked, or as the local stack has them, or as they usually are. */
async function placesOf(preset: Preset, asks: boolean, context: CommandContext): Promise<PresetPlaces> {
  const { settings } = context;
  const stack = await openStack(settings.stateDir, stackDeps(context));
  const ask = (question: string, usual: string) => (asks ? asked(question, usual, context) : usual);
  const url = await ask('Where is its public door?', settings.url ?? stack?.addresses.gateway ?? defaultUrl);
  const dsns = new Map<string, string>();
  for (const database of preset.databases) {
    const usual = stack?.addresses.databases[database] ?? `postgres://shop:shop@127.0.0.1:5432/${database}`;
    dsns.set(database, await ask(`DSN of ${database}?`, usual));
  }
  const broker = await ask(
    'Where is its broker?',
    stack?.addresses.broker ?? 'amqp://guest:guest@127.0.0.1:5672',
  );
  const management = stack?.addresses.management ?? 'http://guest:guest@127.0.0.1:15672';
  const group =
    preset.group === undefined ? '' : await ask(`Which ${preset.group.name}?`, preset.group.usual);
  const server = dsns.get('ordersdb') ?? '';
  return {
    url,
    broker,
    management,
    group,
    dsn: (database) => dsns.get(database) ?? server.replace(/\/[^/]*$/, `/${database}`),
  };
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
