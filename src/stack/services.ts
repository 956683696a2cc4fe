import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { databaseUrl } from './postgres.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { PartRecord } from './state-schema.ts';

interface ServiceKind {
  readonly port: number;
  readonly database?: string;
}

/** The reference shop's services, their standard ports and their databases. */
export const serviceKinds: Readonly<Record<string, ServiceKind>> = {
  gateway: { port: 5100 },
  orders: { port: 5101, database: 'ordersdb' },
  inventory: { port: 5102, database: 'inventorydb' },
  payments: { port: 5103, database: 'paymentsdb' },
  shipping: { port: 5104, database: 'shippingdb' },
};

/** Instances of one service. */
export const scaleMax = 9;

/** One process of a service: `orders`, `orders-2`, … */
export interface ServiceInstance {
  /** Part name, unique in the stack. */
  readonly name: string;
  readonly service: string;
  readonly standardPort: number;
  readonly standardAdminPort: number;
}

/**
 * The instances to run.
 * @throws ShopctlError (exit 64) for an unknown service or a number of instances that is not 1…9
 */
export function serviceInstances(
  services: readonly string[],
  scale: Readonly<Record<string, number>>,
): ServiceInstance[] {
  for (const name of [...services, ...Object.keys(scale)])
    if (!(name in serviceKinds)) throw unknownService(name);
  return services.flatMap((service) => {
    const count = scale[service] ?? 1;
    if (!Number.isInteger(count) || count < 1 || count > scaleMax) {
      throw new ShopctlError({
        message: `scale ${service}=${count}: give a whole number from 1 to ${scaleMax}`,
        exitCode: ExitCode.usage,
      });
    }
    const base = serviceKinds[service]!.port;
    return Array.from({ length: count }, (_, i) => ({
      name: i === 0 ? service : `${service}-${i + 1}`,
      service,
      standardPort: base + 10 * i,
      standardAdminPort: base + 1000 + 10 * i,
    }));
  });
}

function unknownService(name: string): ShopctlError {
  return new ShopctlError({
    message: `the reference shop has no service ${name}`,
    hint: `it has ${Object.keys(serviceKinds).join(', ')}`,
    exitCode: ExitCode.usage,
  });
}

/** What the services are told, from the ports that were chosen. */
export interface ServiceSurroundings {
  /** Port by role: a part name, or a part name and ` admin`. */
  readonly ports: Readonly<Record<string, number>>;
  readonly brokerUrl: string;
  /** Extra variables of every service, from `--set`; they win. */
  readonly set: Readonly<Record<string, string>>;
}

/**
 * How an instance is started.
 * @throws ShopctlError when the shop is not built
 */
export async function prepareService(
  instance: ServiceInstance,
  around: ServiceSurroundings,
  paths: StackPaths,
  deps: StackHost,
): Promise<PartRecord> {
  const main = join(deps.packageRoot, 'dist/fixtures/shop', instance.service, 'main.js');
  if (
    !(await stat(main).then(
      (s) => s.isFile(),
      () => false,
    ))
  ) {
    throw new ShopctlError({
      message: `the reference shop is not built: ${main} is missing`,
      hint: 'npm run build',
    });
  }
  const base = `http://127.0.0.1:${around.ports[instance.name]}`;
  return {
    name: instance.name,
    kind: 'service',
    service: instance.service,
    port: around.ports[instance.name]!,
    launch: {
      command: deps.execPath,
      args: [main],
      env: serviceEnv(instance, around, paths),
      cwd: paths.root,
    },
    logFile: join(paths.logs, `${instance.name}.log`),
    probe: { kind: 'http', live: `${base}/health/live`, ready: `${base}/health/ready` },
    stopSignal: 'SIGTERM',
  };
}

/** The whole environment of a service. Nothing of the user's shell is in it: no secrets, no surprises. */
export function serviceEnv(
  instance: ServiceInstance,
  around: ServiceSurroundings,
  paths: Pick<StackPaths, 'stackId'>,
): Record<string, string> {
  const { ports } = around;
  const database = serviceKinds[instance.service]?.database;
  const urls = ['orders', 'inventory', 'payments'].flatMap((service) =>
    ports[service] === undefined
      ? []
      : [[`${service.toUpperCase()}_URL`, `http://127.0.0.1:${ports[service]}`] as const],
  );
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NODE_ENV: 'production',
    SHOPCTL_STACK: paths.stackId,
    HOST: '127.0.0.1',
    PORT: String(ports[instance.name]),
    ADMIN_PORT: String(ports[`${instance.name} admin`]),
    SHOP_ADMIN: '1',
    BROKER_URL: around.brokerUrl,
    ...(database !== undefined &&
      ports['postgres'] !== undefined && { DATABASE_URL: databaseUrl(ports['postgres'], database) }),
    ...Object.fromEntries(urls),
    ...around.set,
  };
}
