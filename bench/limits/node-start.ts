import type { Bench } from '../measurement.ts';
import { median, repeated } from '../statistics.ts';

/** @returns milliseconds that Node needs to do nothing */
export async function nodeStart({ programs, quick, say }: Bench): Promise<number> {
  say('limit: node -e 0');
  const runs = await repeated(quick ? 3 : 20, () => programs.node(['-e', '0']));
  return median(runs.map((run) => run.wallMs));
}
