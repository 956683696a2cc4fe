import { type GlobalFlags, resolveSettings, type Settings, wantsColor } from '../config/settings.ts';
import type { Host } from '../host.ts';
import { redacted, redactedValue } from '../model/redact.ts';
import { clockTime } from '../report/clock-time.ts';
import { createStyle, type Style } from '../report/style.ts';

/** What every command gets beside its own options. */
export interface CommandContext {
  readonly host: Host;
  readonly settings: Settings;
  readonly output: Output;
}

/** The report goes to stdout, the talk to stderr. Secrets go nowhere. */
export interface Output {
  /** stdout is one JSON document or NDJSON, nothing else. */
  readonly json: boolean;
  readonly quiet: boolean;
  /** For what is written to stdout. */
  readonly style: Style;
  /** Width of stdout in characters; undefined when not a terminal. */
  readonly columns: number | undefined;
  readonly timeZone: string;
  /** Writes a piece of text, with its line break. */
  print(text: string): void;
  /** Writes what was rendered of runs, with its line break: as it is, since their journals hold no secret. */
  printReport(text: string): void;
  /** Writes one JSON document, or one line of NDJSON. */
  printJson(value: unknown, form?: 'document' | 'line'): void;
  /** A reason for a bad exit code: never silent. */
  complain(text: string): void;
  /** Talk: silent with --quiet. */
  say(text: string): void;
  /** Talk with the time of day in front. */
  sayAt(text: string): void;
}

export function createContext(host: Host, flags: GlobalFlags): CommandContext {
  const settings = resolveSettings(flags, host.env, host.cwd);
  return { host, settings, output: createOutput(host, flags) };
}

function createOutput(host: Host, flags: GlobalFlags): Output {
  const timeZone = host.env['TZ'] || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const say = (text: string) => {
    if (!flags.quiet) host.stderr.write(`${redacted(text)}\n`);
  };
  return {
    json: flags.json,
    quiet: flags.quiet,
    style: createStyle({ color: wantsColor(flags, host.env, host.stdout.isTTY) }),
    columns: host.stdout.isTTY ? host.stdout.columns : undefined,
    timeZone,
    print: (text) => host.stdout.write(`${redacted(text)}\n`),
    printReport: (text) => host.stdout.write(`${text}\n`),
    printJson: (value, form = 'document') =>
      host.stdout.write(`${JSON.stringify(redactedValue(value), null, form === 'line' ? undefined : 2)}\n`),
    complain: (text) => host.stderr.write(`${redacted(text)}\n`),
    say,
    sayAt: (text) => say(`${clockTime(host.clock.now(), timeZone)} ${text}`),
  };
}
