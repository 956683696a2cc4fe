#!/usr/bin/env node
// A kubectl for tests: one deployment with its pods, kept in the file FAKE_STATE. What it prints and how it ends is as
// the real one's, 1.32, for the same commands. Every `get` lets a moment pass in which the cluster goes on.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const path = process.env.FAKE_STATE;
const args = process.argv.slice(2);
appendFileSync(`${path}.calls`, `${args.join(' ')}\n`);
const state = JSON.parse(readFileSync(path, 'utf8'));

function flag(name) {
  const joined = args.find((arg) => arg.startsWith(`${name}=`));
  if (joined !== undefined) return joined.slice(name.length + 1);
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function end(code, stdout, stderr = '') {
  writeFileSync(path, JSON.stringify(state));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exit(code);
}

if (state.hangs) {
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
const context = flag('--context');
if (context !== state.context) end(1, '', `error: context "${context}" does not exist\n`);
if (state.refusal !== undefined) end(1, '', `${state.refusal}\n`);
const namespace = flag('-n');
const flagsWithValue = new Set(['--context', '-n', '--selector', '-o']);
const words = args.filter((arg, i) => !arg.startsWith('-') && !flagsWithValue.has(args[i - 1]));
const [verb, what, ...names] = words;
const isHere = namespace === state.namespace;

// The controller: pods that were to end do, and missing ones are made and get ready.
function goOn() {
  for (const pod of state.pods) if (pod.ending > 0) pod.ending -= 1;
  state.pods = state.pods.filter((pod) => pod.ending !== 0);
  for (const pod of state.pods) pod.ready ||= !state.neverReady;
  while (state.pods.filter((pod) => pod.ending === undefined).length < state.replicas) {
    state.made += 1;
    state.pods.push({ name: `payments-${state.made}`, uid: `pod-${state.made}`, ready: false });
  }
}

const deployment = () => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: state.name, namespace, uid: state.uid, generation: state.generation },
  spec: { replicas: state.replicas, selector: { matchLabels: { app: 'payments' } } },
  status: {
    observedGeneration: state.generation,
    // As in the real one, a count of 0 is left away.
    ...(state.pods.some((pod) => pod.ready) && {
      readyReplicas: state.pods.filter((pod) => pod.ready).length,
    }),
  },
});

if (verb === 'get' && what === 'pods') {
  const items = isHere && flag('--selector') === 'app=payments' ? state.pods : [];
  const shown = items.map(({ name, uid }) => ({ metadata: { name, uid }, status: { phase: 'Running' } }));
  const finished = {
    metadata: { name: 'payments-evicted', uid: 'pod-evicted' },
    status: { phase: 'Failed' },
  };
  goOn();
  end(0, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...shown, finished] }));
}
if (verb === 'get' && what === 'deployment') end(0, isHere ? `deployment.apps/${state.name}\n` : '');
if (verb === 'get') {
  const found = isHere && what === `deployment/${state.name}`;
  const text = found ? JSON.stringify(deployment()) : '';
  goOn();
  end(0, text);
}
if (verb === 'scale') {
  const expected = Number(flag('--current-replicas'));
  if (expected !== state.replicas) {
    end(1, '', `error: Expected replicas to be ${expected}, was ${state.replicas}\n`);
  }
  if (!state.lies) {
    state.replicas = Number(flag('--replicas'));
    state.generation += 1;
    for (const pod of state.pods.slice(state.replicas)) pod.ending = 2;
  }
  end(0, `deployment.apps/${state.name} scaled\n`);
}
if (verb === 'delete' && what === 'pod') {
  for (const pod of state.pods.filter(({ name }) => names.includes(name))) pod.ending = 2;
  const warning =
    'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n';
  end(0, names.map((name) => `pod "${name}" force deleted\n`).join(''), warning);
}
end(1, '', `error: unknown command "${verb}" for "kubectl"\n`);
