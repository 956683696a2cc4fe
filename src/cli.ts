import { Command, CommanderError } from 'commander';
import { addCompletionCommand } from './cli/completion-command.ts';
import { addConfigCommands } from './cli/config-commands.ts';
import { addDoctorCommand } from './cli/doctor-command.ts';
import { collect, drained, duration, examples, oneOf, wholeNumber } from './cli/options.ts';
import { addProveCommand } from './cli/prove-command.ts';
import { reportError } from './cli/report-error.ts';
import { addRunCommands } from './cli/run-commands.ts';
import type { CommandContext } from './commands/context.ts';
import { shopctlVersion } from './commands/version.ts';
import type { GlobalFlags } from './config/settings.ts';
import { ExitCode } from './exit-code.ts';
import { type Host, Interrupted } from './host.ts';
import { redacted } from './model/redact.ts';

/**
 * shopctl as a function: takes the process as a value, gives the exit code. With cli/ the only importer of commander, and
 * the only place where errors become text. Commands are imported when they run, so that `--version` costs next to nothing.
 */
export async function main(host: Host): Promise<ExitCode> {
  const result: { code: ExitCode } = { code: ExitCode.held };
  try {
    await buildProgram(host, result).parseAsync([...host.argv], { from: 'user' });
    // An error that nobody caught ended the work as a signal would: healed, and now reported.
    if (host.signal.aborted && !(host.signal.reason instanceof Interrupted)) throw host.signal.reason;
    return result.code;
  } catch (error) {
    return reportError(error, host);
  }
}

type Action = (context: CommandContext) => Promise<ExitCode> | ExitCode;

/** Runs one command with the global flags that were typed, wherever they stood. */
export type Run = (command: Command, action: Action) => Promise<void>;

/** @param result where the exit code of the command goes that is run */
export function buildProgram(host: Host, result: { code: ExitCode }): Command {
  const run: Run = async (command, action) => {
    const { createContext } = await import('./commands/context.ts');
    result.code = await action(createContext(host, command.optsWithGlobals<GlobalFlags>()));
  };
  const program = new Command('shopctl')
    .description(
      'Does every accepted order end in exactly one shipment, charge and stock movement, whatever breaks?',
    )
    .version(shopctlVersion(host.packageRoot), '--version')
    .option('--json', 'stdout is one JSON document or NDJSON, nothing else', false)
    .option('--quiet', 'no talk on stderr', false)
    .option('--no-color', 'no colours (also NO_COLOR, TERM=dumb, or no terminal)')
    .option('--state-dir <folder>', 'runs and local stack (SHOPCTL_STATE_DIR; default: the nearest .shopctl)')
    .option('--url <url>', "the shop's public door (SHOPCTL_URL; default: the local stack's)")
    .option(
      '--config <file>',
      "the shop's config (SHOPCTL_CONFIG; default: the nearest shopctl.config.yaml, .json or .mjs)",
    )
    .option('--yes', 'orders may go to another machine than this one', false)
    .exitOverride()
    .configureOutput({
      writeOut: host.stdout.write,
      // It quotes what was typed.
      writeErr: (text) => host.stderr.write(redacted(text)),
    })
    .configureHelp({ helpWidth: host.stdout.columns ?? 100 })
    .showHelpAfterError('(shopctl --help shows the commands)');
  addStackCommands(program, run);
  addLoadCommands(program, run);
  addChaosCommands(program, run);
  addCheckCommands(program, run);
  addProveCommand(program, run);
  addRunCommands(program, run);
  addConfigCommands(program, run);
  addDoctorCommand(program, run);
  addCompletionCommand(program, run);
  return program;
}

function addStackCommands(program: Command, run: Run): void {
  program
    .command('up')
    .description('start PostgreSQL, RabbitMQ and the reference shop, wait until ready, print the addresses')
    .option('--runtime <kind>', 'process, or docker: in containers', oneOf('process', 'docker'), 'process')
    .option('--scale <service=n>', 'several instances of a service, e.g. orders=2', collect, [])
    .option('--set <KEY=VALUE>', 'a setting of the services, e.g. RELAY_BATCH=10', collect, [])
    .option('--port <part=port>', 'a port in place of the default, e.g. gateway=6100', collect, [])
    .option('--broker-url <amqp-url>', 'use this broker instead of starting one')
    .option('--fresh', 'throw the data of an earlier stack away first', false)
    .addHelpText('after', examples('shopctl up', 'shopctl up --fresh --scale orders=2 --port gateway=6100'))
    .action(async (options, command) => {
      const { up } = await import('./commands/up.ts');
      await run(command, (context) => up(options, context));
    });
  program
    .command('down')
    .description('stop everything that `up` started')
    .option('--purge', 'delete the data too', false)
    .addHelpText('after', examples('shopctl down', 'shopctl down --purge'))
    .action(async (options, command) => {
      const { down } = await import('./commands/down.ts');
      await run(command, (context) => down(options, context));
    });
  program
    .command('status')
    .description('state of every part with pid, port and uptime, and what is still broken')
    .addHelpText('after', examples('shopctl status', 'shopctl status --json'))
    .action(async (_options, command) => {
      const { status } = await import('./commands/status.ts');
      await run(command, status);
    });
  program
    .command('logs')
    .description('logs of the parts of the stack')
    .argument('[part...]', 'parts, all when none is given')
    .option('-f, --follow', 'go on until Ctrl-C', false)
    .option('-n, --lines <number>', 'lines of each part to begin with', wholeNumber(0, 1_000_000), 20)
    .addHelpText('after', examples('shopctl logs orders -f', 'shopctl logs broker -n 100'))
    .action(async (parts, options, command) => {
      const { logs } = await import('./commands/logs.ts');
      await run(command, (context) => logs(parts, options, context));
    });
}

function addLoadCommands(program: Command, run: Run): void {
  program
    .command('load')
    .description('send orders and print the result table')
    .argument('[orders]', 'how many (closed model); 20 when nothing else is given')
    .option('-c, --concurrency <clients>', 'clients that each wait for their answer')
    .option('--pause <duration>', 'wait of each client between its orders, e.g. 100ms')
    .option('--rate <per-second>', 'orders due per second, answered or not (open model)')
    .option('--duration <duration>', 'how long to keep the rate, e.g. 30s')
    .option('--stages <list>', 'ramps of the rate, e.g. 10/s:30s,10-50/s:1m')
    .option('--in-flight <orders>', 'unanswered orders above which further ones are dropped (open model)')
    .option('--product <id>', 'what is ordered', '3')
    .option('--quantity <number>', 'how many of it', wholeNumber(1, 1_000_000), 1)
    .option('--timeout <duration>', "limit for one answer (default: 10s, or the config's)", duration)
    .option('--fail-on <expression>', 'exit 1 when it holds, e.g. "p95 > 200ms, refused > 1%"')
    .addHelpText(
      'after',
      examples(
        'shopctl load 40',
        'shopctl load 2000 --concurrency 32 --fail-on "p99 > 500ms"',
        'shopctl load --rate 50 --duration 30s',
      ),
    )
    .action(async (orders, options, command) => {
      const { load } = await import('./commands/load.ts');
      await run(command, (context) => load({ ...options, orders }, context));
    });
  program
    .command('watch')
    .description(
      'poll the shop and print the timeline as it happens; totals count from the start of the watch',
    )
    .option('--every <duration>', 'time between two looks', duration, 1000)
    .option('--for <duration>', 'stop after this long', duration)
    .option(
      '--until <condition>',
      'drained: stop when nothing is unsent and shipments have caught up',
      drained,
    )
    .option('--format <form>', 'table, line or ndjson', oneOf('table', 'line', 'ndjson'), 'table')
    .addHelpText(
      'after',
      examples('shopctl watch', 'shopctl watch --every 500ms --until drained --format line'),
    )
    .action(async (options, command) => {
      const { watch } = await import('./commands/watch.ts');
      await run(command, (context) =>
        watch({ ...options, everyMs: options.every, forMs: options.for }, context),
      );
    });
}

function addChaosCommands(program: Command, run: Run): void {
  program
    .command('chaos')
    .description('apply one fault, `list` what there is, or `heal` everything still applied')
    .argument(
      '<fault>',
      '<target>-<stop|start|restart|kill|pause|resume>, payments-fail, payments-slow, orders-crash …, list, heal',
    )
    .argument(
      '[value]',
      'a share such as 0.3 (payments-fail), a delay such as 2s (payments-slow), a point (orders-crash)',
    )
    .option(
      '--for <duration>',
      'heal by itself after this long, also when shopctl is killed meanwhile',
      duration,
    )
    .addHelpText(
      'after',
      examples(
        'shopctl chaos broker-stop',
        'shopctl chaos payments-fail 0.3 --for 20s',
        'shopctl chaos heal',
      ),
    )
    .action(async (fault, value, options, command) => {
      const { chaos, heal, listFaults } = await import('./commands/chaos.ts');
      const action: Action =
        fault === 'list'
          ? listFaults
          : fault === 'heal'
            ? heal
            : (context) => chaos(fault, value, { forMs: options.for }, context);
      await run(command, action);
    });
  program
    .command('recover')
    .description('heal what an interrupted run left broken')
    .addHelpText('after', examples('shopctl recover'))
    .action(async (_options, command) => {
      const { recover } = await import('./commands/chaos.ts');
      await run(command, recover);
    });
  program.command('heal-when-due <run>', { hidden: true }).action(async (runId, _options, command) => {
    const { healWhenDue } = await import('./commands/heal-when-due.ts');
    await run(command, (context) => healWhenDue(runId, context));
  });
}

function addCheckCommands(program: Command, run: Run): void {
  program
    .command('check')
    .description(
      'run scenarios and give a verdict: 0 held, 1 broken, 2 unknown, 3 not injected or not healed',
    )
    .argument('[scenario...]', 'names, as `check --list` shows them, or files that export scenarios')
    .option('--list', 'show the scenarios', false)
    .option(
      '--all',
      'every scenario in one go, with a summary; what this shop cannot do is skipped and said',
      false,
    )
    .option('--strict', 'what had to be skipped makes the whole unknown', false)
    .option('--step', 'say what each step is about to do, and wait for Enter', false)
    .option(
      '--orders <number>',
      "orders of the first load, in place of the scenario's",
      wholeNumber(1, 1_000_000),
    )
    .option('--hold <duration>', 'how long a fault is held where the scenario waits', duration)
    .option('--probe-orders <number>', 'orders that follow after the healing', wholeNumber(0, 1000))
    .option('--repeat <times>', 'run each so many times', wholeNumber(1, 1000), 1)
    .option('--dry-run', 'resolve the targets and show the plan; break nothing, judge nothing', false)
    .option('--format <form>', 'table or line', oneOf('table', 'line'), 'table')
    .option('--report <format=file,...>', 'write reports: junit, md, html, json, table, line', collect, [])
    .addHelpText(
      'after',
      examples(
        'shopctl check broker-outage',
        'shopctl check broker-outage --hold 60s --json',
        'shopctl check broker-outage --report junit=out/junit.xml,html=out/run.html',
      ),
    )
    .action(async (names, options, command) => {
      const { listScenarios } = await import('./commands/explain.ts');
      if (options.list) return run(command, listScenarios);
      if (names.length === 0 && !options.all)
        throw new CommanderError(ExitCode.usage, 'shopctl.noScenario', noScenario);
      const { check } = await import('./commands/check.ts');
      await run(command, (context) => check(names, { ...options, holdMs: options.hold }, context));
    });
  program
    .command('explain')
    .description('the steps, faults and promises of a scenario in words')
    .argument('<scenario>')
    .addHelpText('after', examples('shopctl explain broker-outage'))
    .action(async (name, _options, command) => {
      const { explain } = await import('./commands/explain.ts');
      await run(command, (context) => explain(name, context));
    });
}

const noScenario =
  "error: check needs a scenario, e.g. 'shopctl check broker-outage'; 'check --list' shows them";
