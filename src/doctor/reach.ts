import type { Check } from './examine.ts';

/** The shop's public door. @param answers throws when nobody listens, or orders may not go there */
export function doorCheck(url: string, answers: () => Promise<void>): Check {
  return {
    area: 'shop',
    name: 'door',
    advice: 'is the shop started? --url names another door',
    look: async () => {
      await answers();
      return `somebody listens at ${url}`;
    },
  };
}

/** A probe of the config, by its name there: asked for its columns, without a row. */
export function probeCheck(name: string, address: string, inspect: () => Promise<void>): Check {
  return {
    area: 'shop',
    name: `probe ${name}`,
    advice: `see probes.${name} of the config`,
    look: async () => {
      await inspect();
      return `${address} returns what is due`;
    },
  };
}

/** A database of the reference shop. */
export function databaseCheck(name: string, version: () => Promise<string>): Check {
  return {
    area: 'shop',
    name: `database ${name}`,
    advice: 'shopctl up starts it; shopctl status and shopctl logs postgres say what became of it',
    look: async () => `PostgreSQL ${await version()}`,
  };
}

/** What is asked of a broker, each by a word of its own. */
export interface BrokerSenses {
  /** Over AMQP, where the config has its URL. @returns its version, or a word that there is none */
  readonly connect?: (() => Promise<string>) | undefined;
  /** The management API, where the config has it. */
  readonly management?: (() => Promise<string>) | undefined;
  /** Counts of a queue. @throws when there is no such queue */
  readonly queue?: ((name: string) => Promise<string>) | undefined;
}

export function brokerChecks(queues: readonly string[], senses: BrokerSenses): Check[] {
  const { connect, management, queue } = senses;
  const one = (name: string, look: () => Promise<string>, advice: string): Check => ({
    area: 'shop',
    name,
    advice,
    look,
  });
  return [
    ...(connect === undefined
      ? []
      : [one('broker', connect, 'does it run, and are user and password of broker.url right?')]),
    ...(management === undefined
      ? []
      : [
          one(
            'broker management',
            management,
            'is the plugin on (rabbitmq-plugins enable rabbitmq_management)?',
          ),
        ]),
    ...(queue === undefined
      ? []
      : queues.map((name) =>
          one(
            `queue ${name}`,
            () => queue(name),
            'see broker.queues of the config; the shop declares it when it starts',
          ),
        )),
  ];
}
