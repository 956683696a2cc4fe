import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import { describeFault, type Fault, type SwitchFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import type { AdminDoor, Switches } from './admin-door.ts';
import { bringBack, type ProcessPart } from './process-part.ts';

/** Which faults a target of the reference shop applies to itself, where it has a door. */
export const doorFaults: Readonly<Partial<Record<TargetName, readonly Fault['kind'][]>>> = {
  payments: ['failing', 'slowed'],
  orders: ['republishing', 'relay-held', 'crashing'],
  shipping: ['crashing'],
};

export function isSwitch(fault: Fault): fault is SwitchFault {
  return Object.values(doorFaults).some((kinds) => kinds.includes(fault.kind));
}

/** A service as this needs it: something that may crash, and is brought back. */
export type SwitchedPart = Pick<ProcessPart, 'inspect' | 'start' | 'resume' | 'ready'>;

/**
 * A fault that the service applies to itself when its admin door tells it to.
 *
 * @param prior the switches found before, from a journal; read from the door when absent
 * @throws ShopctlError (exit 3) when this shop has no such door, or it does not answer
 */
export async function switchedFault(
  fault: SwitchFault,
  door: AdminDoor | undefined,
  parts: readonly SwitchedPart[],
  prior?: unknown,
): Promise<FaultHandle> {
  if (door === undefined) {
    throw new ShopctlError({
      message: `${describeFault(fault)}: this shop has no admin door`,
      hint: 'the reference shop opens one with SHOP_ADMIN=1, as shopctl up does',
    });
  }
  const [name, wanted] = switchOf(fault);
  const before = (prior ?? { [name]: (await door.read())[name] }) as Switches;
  const shows = async (value: unknown) => (await door.read())[name] === value;
  const common = {
    fault,
    identity: `switch ${name} of ${fault.target} at ${door.url}`,
    prior: before,
    inject: async () => void (await door.turn({ [name]: wanted })),
  };
  if (fault.kind === 'crashing') return { ...common, ...crash(parts, door) };
  return {
    ...common,
    // This one switches itself off again when it has happened.
    tookEffect: () => (fault.kind === 'republishing' ? shows(false) : shows(wanted)),
    heal: async () => {
      const turnBack = () => door.turn(before);
      await turnBack().catch(async () => {
        // There is no door while the service does not run, and none ever if it must not be started any more.
        await Promise.all(parts.map(bringBack));
        await turnBack();
      });
    },
    isWell: () => shows(before[name]),
  };
}

/** A crash shows by the process being gone; healing starts it again, and disarms one that never got to its point. */
function crash(
  parts: readonly SwitchedPart[],
  door: AdminDoor,
): Pick<FaultHandle, 'tookEffect' | 'heal' | 'isWell'> {
  return {
    tookEffect: async () => {
      const states = await Promise.all(parts.map((part) => part.inspect()));
      return states.some(({ state }) => state === 'stopped');
    },
    heal: async () => {
      await Promise.all(parts.map(bringBack));
      await door.turn({ crashAt: null });
    },
    isWell: async () => (await Promise.all(parts.map((part) => part.ready(500)))).every(Boolean),
  };
}

function switchOf(fault: SwitchFault): [name: string, wanted: unknown] {
  switch (fault.kind) {
    case 'failing':
      return ['failureRate', fault.rate];
    case 'slowed':
      return ['latencyMs', fault.latencyMs];
    case 'republishing':
      return ['failAfterPublish', true];
    case 'relay-held':
      return ['relayPaused', true];
    case 'crashing':
      return ['crashAt', fault.point];
  }
}
