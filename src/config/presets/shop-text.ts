/* The pieces of a config file, as text: a parsed config has no comments, and they are half of what `init` is for. */

/** Where a preset's parts are; asked on a terminal, or as they are by default. */
export interface PresetPlaces {
  readonly url: string;
  /** DSN of a database by its name. */
  readonly dsn: (database: string) => string;
  readonly broker: string;
  readonly management: string | undefined;
  /** Compose project, Kubernetes context or Aspire app host, where the preset has one. */
  readonly group: string;
}

export const headText = `# What shopctl has to know of a shop to check it. docs/your-own-shop.md has every key; an editor that knows YAML
# schemas offers them, too. \${NAME} takes a value from the environment: keep passwords there.
# yaml-language-server: $schema=./node_modules/shopctl/schema/shopctl.config.schema.json
`;

/** A line of YAML; texts are quoted where YAML would read something else. */
export function yamlText(value: string): string {
  return /^[\w./:@-]+$/.test(value) && !/^\d|: /.test(value) ? value : JSON.stringify(value);
}

export function brokerText(
  { broker, management }: PresetPlaces,
  queues: readonly string[],
  events: string,
): string {
  const api =
    management === undefined
      ? ''
      : `\n  management: ${yamlText(management)} # says how many messages are unacked`;
  return `
broker:
  url: ${yamlText(broker)}${api}
  # The timeline shows the first. What waits in one of them when an order is missing is named in the verdict.
  queues: [${queues.join(', ')}]
  # Where events are on the wire: duplicate-delivery listens there, and sends one a second time.
${events}`;
}

export const settleText = `
# How long everything may take to arrive at the end; a wait ends early when it has.
settle: 90s
`;
