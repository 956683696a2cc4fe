#!/usr/bin/env node
// An aspire for tests: the resources of one app host, kept in the file FAKE_STATE. What it prints and how it ends is as
// documented for `aspire describe`, `aspire resource` and `aspire wait` of 13.2.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const path = process.env.FAKE_STATE;
const args = process.argv.slice(2);
appendFileSync(`${path}.calls`, `${args.join(' ')}\n`);
const state = JSON.parse(readFileSync(path, 'utf8'));

function end(code, stdout, stderr = '') {
  writeFileSync(path, JSON.stringify(state));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exit(code);
}

const flag = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const flagsWithValue = new Set(['--apphost', '--format', '--status', '--timeout']);
const [verb, name, action] = args.filter(
  (arg, i) => !arg.startsWith('-') && !flagsWithValue.has(args[i - 1]),
);
const isRunning = state.apphost !== undefined && [undefined, state.apphost].includes(flag('--apphost'));
const meant = state.resources.filter((one) => one.name === name || one.displayName === name);

if (verb === 'describe') {
  // Not an error, as with an empty `ps`: it says so and ends well.
  if (!isRunning) end(0, 'No running AppHost found.\n');
  if (name !== undefined && meant.length === 0) end(7, '', `Resource '${name}' was not found.\n`);
  const resources = name === undefined ? state.resources : meant;
  for (const one of meant) if (one.state === 'Stopping') one.state = 'Exited';
  end(0, `${JSON.stringify({ resources }, null, 2)}\n`);
}
if (!isRunning) end(7, '', 'No running AppHost found.\n');
if (meant.length === 0) end(1, '', `Resource '${name}' was not found.\n`);
if (verb === 'resource') {
  if (state.refusal !== undefined) {
    end(1, '', `Failed to execute command '${action}' on resource '${name}': ${state.refusal}\n`);
  }
  if (!state.lies) for (const one of meant) one.state = action === 'stop' ? 'Exited' : 'Running';
  end(0, `Command '${action}' executed successfully on resource '${name}'.\n`);
}
if (verb === 'wait') {
  const states = { healthy: ['Running'], up: ['Running'], down: ['Finished', 'Exited', 'FailedToStart'] };
  const holds = meant.every((one) => states[flag('--status')].includes(one.state));
  end(
    holds ? 0 : 17,
    holds ? `Resource '${name}' is ${flag('--status')}.\n` : '',
    holds ? '' : 'Timed out.\n',
  );
}
end(1, '', `'${verb}' was not matched.\n`);
