import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import { memoryShare } from './rabbitmq.ts';
import { runTool } from './run-tool.ts';
import type { StackState } from './state-schema.ts';

const toolWithinMs = 20_000;
const lookWithinMs = 2000;

/**
 * Makes the stack's broker believe that it is short of memory, or have its memory back. A broker that was started since
 * has it anyway.
 * @throws ShopctlError when the broker does not run, or its tool fails
 */
export async function alarmBroker(state: StackState, on: boolean): Promise<void> {
  const broker = state.parts.find((part) => part.name === 'broker');
  if (broker === undefined) throw noBroker();
  const { command, env, cwd } = broker.launch;
  await runTool({
    command: join(dirname(command), 'rabbitmqctl'),
    // 0 is RabbitMQ's own way to try the alarm out: it is in effect at once.
    args: ['set_vm_memory_high_watermark', on ? '0' : memoryShare],
    env: { ...env, RABBITMQ_CTL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}' },
    cwd,
    withinMs: toolWithinMs,
  });
}

/** By the broker's own word. @throws when it does not answer */
export async function isBrokerAlarmed({ addresses }: StackState): Promise<boolean> {
  if (addresses.management === undefined) throw noBroker();
  const url = new URL('/api/health/checks/local-alarms', addresses.management);
  return new Promise((resolve, reject) => {
    // 503 is its word for an alarm.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(lookWithinMs) }, (response) => {
      response.resume();
      resolve(response.statusCode === 503);
    });
    request.on('error', reject);
  });
}

function noBroker(): ShopctlError {
  return new ShopctlError({
    message: 'the stack has no broker of its own whose memory could run short',
    hint: 'shopctl up without --broker-url starts one',
  });
}
