import type { Figure } from '../figure.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { median, repeated } from '../statistics.ts';

export const startUp: Measurement = {
  name: 'start-up',
  about: 'the tool against bare Node, alternating; `up` until every service says that it is ready',
  async measure(bench) {
    return [await versionFigure(bench), ...(await upFigures(bench))];
  },
};

async function versionFigure({ programs, quick, say }: Bench): Promise<Figure> {
  say('start-up: shopctl --version');
  const runs = await repeated(quick ? 3 : 20, async () => ({
    bare: (await programs.node(['-e', '0'])).wallMs,
    tool: (await programs.shopctl(['--version'])).wallMs,
  }));
  const bare = median(runs.map((run) => run.bare));
  return {
    name: 'shopctl --version',
    value: median(runs.map((run) => run.tool)),
    unit: 'ms',
    beside: { name: 'node -e 0', value: bare, unit: 'ms' },
    target: { atMost: 2 * bare },
  };
}

async function upFigures({ newStack, quick, say }: Bench): Promise<Figure[]> {
  const rounds = await repeated(quick ? 1 : 3, async (round) => {
    say(`start-up: up, round ${round}`);
    const stack = newStack();
    try {
      const cold = await stack.up();
      const again = await stack.up();
      await stack.down();
      return { cold, again, warm: await stack.up() };
    } finally {
      await stack.purge();
    }
  });
  const figure = (name: string, which: 'cold' | 'warm' | 'again'): Figure => ({
    name,
    value: median(rounds.map((round) => round[which])) / 1000,
    unit: 's',
  });
  return [
    figure('up, nothing there but the programs', 'cold'),
    figure('up, after down', 'warm'),
    figure('up, when all runs', 'again'),
  ];
}
