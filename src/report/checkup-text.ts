import { areas, type Checkup, type Health, type Observation } from '../model/checkup.ts';
import type { Style } from './style.ts';

/** What `shopctl doctor` prints: a line for each thing, with what to do below those that need something. */
export function checkupText({ config, observations, checkable }: Checkup, style: Style): string {
  const width = Math.max(0, ...observations.map(({ name }) => name.length));
  const sections = areas.flatMap((area) => {
    const within = observations.filter((observation) => observation.area === area);
    if (within.length === 0) return [];
    return [style.bold(area), ...within.flatMap((observation) => linesOf(observation, width, style)), ''];
  });
  const shop = config === null ? 'the reference shop' : `the shop of ${config}`;
  return [`shopctl, this machine, and ${shop}`, '', ...sections, conclusion(observations, checkable)].join(
    '\n',
  );
}

function linesOf({ name, health, says, advice }: Observation, width: number, style: Style): string[] {
  const line = `  ${mark(health, style)} ${name.padEnd(width)}  ${says}`;
  if (advice === undefined) return [line];
  return [line, `    ${' '.repeat(width)}  ${style.dim(`to do: ${advice}`)}`];
}

function mark(health: Health, { verdict, glyphs, dim }: Style): string {
  switch (health) {
    case 'ok':
      return verdict.held(glyphs.mark.held);
    case 'warning':
      return verdict.unknown('!');
    case 'problem':
      return verdict.broken(glyphs.mark.broken);
    case 'skipped':
      return dim(glyphs.dot);
  }
}

function conclusion(observations: readonly Observation[], checkable: boolean): string {
  const count = (health: Health) => observations.filter((each) => each.health === health).length;
  const warnings = counted(count('warning'), 'warning');
  if (checkable) return `nothing is in the way of a check; ${warnings}`;
  return `this shop cannot be checked yet: ${counted(count('problem'), 'problem')}, ${warnings}`;
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}
