import { preflight } from '../engine/preflight.ts';
import { type RunDeps, type RunOptions, runScenario } from '../engine/run-scenario.ts';
import { withJournal } from '../errors.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Scenario } from '../model/scenario.ts';
import { openRunStore } from '../wiring/runs.ts';
import type { Shop } from '../wiring/shop.ts';
import type { CommandContext } from './context.ts';
import { shopctlVersion } from './version.ts';

/** How one run is named, sized and followed. */
export interface CheckOnce {
  /** As typed, for the journal: `check broker-outage`. */
  readonly command: string;
  readonly run: RunOptions;
  readonly follow: Pick<RunDeps, 'progress' | 'onSample'>;
  readonly beforeStep?: NonNullable<RunDeps['beforeStep']>;
  /** Called with the run's id before anything is sent or broken. */
  readonly onOpened?: (runId: string) => void;
}

/**
 * One scenario against an open shop, from the preflight to the record, in a journal of its own.
 * @throws ShopctlError when a target is not there, or the baseline cannot be taken
 */
export async function checkOnce(
  scenario: Scenario,
  shop: Shop,
  context: CommandContext,
  { command, run, follow, beforeStep, onOpened }: CheckOnce,
): Promise<RunRecord> {
  const { host } = context;
  await preflight(scenario, shop.runtime);
  const store = openRunStore(context);
  const journal = await store.open({
    command,
    shopctlVersion: shopctlVersion(host.packageRoot),
    scenario: { name: scenario.name, obligation: scenario.obligation },
  });
  onOpened?.(journal.runId);
  const stepping = beforeStep === undefined ? {} : { beforeStep };
  const load = shop.load();
  try {
    const deps = { ...shop, ...follow, ...stepping, load, journal, clock: host.clock };
    return await runScenario(scenario, deps, run, host.signal);
  } catch (error) {
    throw withJournal(error, journal.path);
  } finally {
    await store.close(journal);
  }
}
