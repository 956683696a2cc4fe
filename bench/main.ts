/* The bench as a program: the only file of it that reads the process, beside those in programs/. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isMet } from './figure.ts';
import { intoPage, renderMarkdown } from './markdown-table.ts';
import { measurements } from './measurements/index.ts';
import { type BenchOptions, parseOptions, usage } from './options.ts';
import { type Results, thisMachine } from './results.ts';
import { runBench } from './run.ts';
import { renderText } from './text-table.ts';

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** @returns the exit code: 0, also with missed targets; 1 when a measurement failed; 64 for bad options */
async function main(args: readonly string[], root: string, signal: AbortSignal): Promise<number> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const options = optionsOrUsage(args, say);
  if (options === undefined) return 64;
  const wanted = measurements.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const results: Results = {
    at: new Date().toISOString(),
    quick: options.quick,
    machine: thisMachine(process.version),
    sections: await runBench(wanted, {
      execPath: process.execPath,
      root,
      quick: options.quick,
      waitMs: options.waitS * 1000,
      signal,
      say,
    }),
  };
  deliver(results, options);
  const missed = results.sections.flatMap(({ figures }) =>
    figures.filter((figure) => isMet(figure) === false),
  );
  if (missed.length > 0) say(`missed: ${missed.map((figure) => figure.name.trim()).join('; ')}`);
  return results.sections.some((section) => section.failure !== undefined) ? 1 : 0;
}

function optionsOrUsage(args: readonly string[], say: (text: string) => void): BenchOptions | undefined {
  try {
    return parseOptions(
      args,
      measurements.map(({ name }) => name),
    );
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return undefined;
  }
}

function deliver(results: Results, { json, out, md }: BenchOptions): void {
  const document = `${JSON.stringify(results, null, 2)}\n`;
  process.stdout.write(json ? document : renderText(results));
  if (out !== undefined) writeFileSync(out, document);
  if (md === undefined) return;
  const page = existsSync(md) ? readFileSync(md, 'utf8') : '';
  writeFileSync(md, intoPage(page, renderMarkdown(results)));
}

const interruption = new AbortController();
let interruptedBy: keyof typeof exitCodes | undefined;
for (const name of Object.keys(exitCodes) as (keyof typeof exitCodes)[]) {
  process.on(name, () => {
    interruptedBy ??= name;
    interruption.abort(new Error(`interrupted by ${name}`));
  });
}
const root = fileURLToPath(new URL('../..', import.meta.url));
try {
  process.exitCode = await main(process.argv.slice(2), root, interruption.signal);
} catch (error) {
  if (interruptedBy === undefined) throw error;
  // What a measurement was waiting for may still hold connections, to servers that are gone by now.
  process.exit(exitCodes[interruptedBy]);
}
