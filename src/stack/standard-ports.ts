import { serviceKinds } from './services.ts';

/** What `up` listens on unless it is told otherwise, by the names that `--port` takes. */
export const standardPorts: Readonly<Record<string, number>> = {
  postgres: 5432,
  broker: 5672,
  management: 15_672,
  ...Object.fromEntries(Object.entries(serviceKinds).map(([name, { port }]) => [name, port])),
};
