import { z } from 'zod';

/** Raised when a reader of the older kind would misread the file. */
export const stateVersion = 1;

const identity = z.object({ pid: z.int().positive(), startedAt: z.string().min(1) });

const launch = z.object({
  command: z.string().min(1),
  args: z.array(z.string()),
  /** The whole environment: nothing else is inherited. */
  env: z.record(z.string(), z.string()),
  cwd: z.string().min(1),
  uid: z.int().optional(),
  gid: z.int().optional(),
});

const probe = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('postgres'), url: z.string() }),
  z.object({ kind: z.literal('amqp'), url: z.string(), nodeName: z.string() }),
  z.object({ kind: z.literal('http'), live: z.string(), ready: z.string() }),
]);

const port = z.int().min(1).max(65_535);

const part = z.object({
  name: z.string().min(1),
  kind: z.enum(['postgres', 'broker', 'service']),
  /** For services: which one, `orders` for the instance `orders-2` too. */
  service: z.string().optional(),
  port,
  launch,
  /** A second process that must run first and ends with the part: the broker's epmd. */
  companion: z.object({ launch, port, identity: identity.optional() }).optional(),
  logFile: z.string(),
  probe,
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  /** Present from the spawn until shopctl ended it: present without a process means that it died. */
  identity: identity.optional(),
  spawnedAtMs: z.number().optional(),
});

const addresses = z.object({
  /** Public door of the shop; absent when no gateway was asked for. */
  gateway: z.string().optional(),
  /** Admin URL of each service instance by part name. */
  admin: z.record(z.string(), z.string()),
  /** Base URL of each service instance by part name. */
  services: z.record(z.string(), z.string()),
  /** DSN by database name. */
  databases: z.record(z.string(), z.string()),
  broker: z.string(),
  /** Management API of the stack's own broker, credentials included. */
  management: z.string().optional(),
});

export const stackStateSchema = z.object({
  version: z.literal(stateVersion),
  stackId: z.string(),
  /** Ports by role, kept from one `up` to the next so that addresses stay. */
  ports: z.record(z.string(), port),
  /** Folder outside the state directory that belongs to the stack, if one was needed. */
  outside: z.string().optional(),
  /** Given by `--broker-url`: the stack has no broker of its own. */
  brokerUrl: z.string().optional(),
  /** Instances by service, and settings of the services, as `up` was asked for. */
  scale: z.record(z.string(), z.int().positive()).optional(),
  set: z.record(z.string(), z.string()).optional(),
  /** What scale and set were before a fault changed them, by the fault's own name for it; healing takes it out. */
  keptShapes: z
    .record(
      z.string(),
      z.object({
        scale: z.record(z.string(), z.int().positive()),
        set: z.record(z.string(), z.string()),
      }),
    )
    .optional(),
  /** Set by `down` before it stops anything: from then on nothing is started but by `up`, which clears it. */
  down: z.boolean().optional(),
  addresses,
  parts: z.array(part),
});

export type StackState = z.infer<typeof stackStateSchema>;
export type StackAddresses = StackState['addresses'];
export type PartRecord = StackState['parts'][number];
export type Launch = PartRecord['launch'];
export type PartProbe = PartRecord['probe'];
