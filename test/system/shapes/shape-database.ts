import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { RunScope } from '../../../src/engine/ports.ts';
import { openConfiguredProbes } from '../../../src/probes/configured/configured-probes.ts';
import type { OpenShopProbes } from '../../../src/probes/shop-probes.ts';
import { configOf } from '../../config/configs.ts';
import { stackAddresses } from '../stack-addresses.ts';

/** A database of its own in the stack's server, thrown away at the end. */
export class ShapeDatabase {
  readonly dsn: string;
  readonly #server: string;
  readonly #name: string;
  readonly #client: pg.Client;
  readonly #opened: OpenShopProbes[] = [];

  private constructor(server: string, name: string) {
    this.#server = server;
    this.#name = name;
    this.dsn = withDatabase(server, name);
    this.#client = new pg.Client({ connectionString: this.dsn });
  }

  static async create(): Promise<ShapeDatabase> {
    const server = stackAddresses().databases['ordersdb'] ?? '';
    const name = `shape_${randomBytes(6).toString('hex')}`;
    await once(server, `create database ${name}`);
    const database = new ShapeDatabase(server, name);
    await database.#client.connect();
    return database;
  }

  async sql(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#client.query(text, [...values])).rows;
  }

  /** Probes of a config that says only this of its shop. */
  probes(probes: object, statuses: object = {}): OpenShopProbes {
    const { probes: spec, statuses: words } = configOf({
      order: { url: 'http://127.0.0.1:8080/orders', body: { customer: '{{key}}' } },
      probes: { dsn: this.dsn, ...probes },
      statuses,
    });
    const opened = openConfiguredProbes({ probes: spec, statuses: words });
    this.#opened.push(opened);
    return opened;
  }

  async drop(): Promise<void> {
    await Promise.all(this.#opened.map((probes) => probes.close()));
    await this.#client.end();
    await once(this.#server, `drop database ${this.#name} with (force)`);
  }
}

export const withinMs = 10_000;
export const runId = 'r20261130-7';

/** What a run sees: its baseline taken now, and the ids of the orders that the shop will tell. */
export async function beginRun(probes: OpenShopProbes, told: readonly string[]): Promise<RunScope> {
  return { runId, baseline: await probes.baseline(withinMs), orderIds: () => told };
}

export function withDatabase(dsn: string, name: string): string {
  const url = new URL(dsn);
  url.pathname = `/${name}`;
  return url.href;
}

export async function once(dsn: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: dsn });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
