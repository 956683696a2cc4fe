import { unknownName } from '../../config/near-names.ts';
import { ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import { knownDefects } from '../../proof/defects/index.ts';
import type { KnownDefect } from '../../proof/known-defect.ts';
import { thirdOfDefects } from '../../proof/third.ts';
import { scenarios } from '../../scenarios/index.ts';
import type { Asked } from './proof-plan.ts';

/** What is to be proved, as typed. */
export interface Choice {
  /** The fixed third of the defects that breaks every promise. */
  readonly third: boolean;
  /** False: `--no-control`, the clean shop is not run. */
  readonly control: boolean;
  /** The clean shop alone. */
  readonly onlyControl: boolean;
  /** So many runs of the clean shop, over all scenarios in turn, that must hold in a row; nothing else is run. */
  readonly soak?: number | undefined;
  readonly repeat: number;
}

/** @throws ShopctlError (usage): an unknown defect, with near names, or a choice that contradicts itself */
export function askedFor(
  names: readonly string[],
  { third, control, onlyControl, soak, repeat }: Choice,
): Asked {
  const some = names.length > 0 || third;
  if (soak !== undefined && (some || onlyControl || !control)) {
    throw usage(
      '--soak runs the clean shop over all scenarios, and takes no defects and no other choice',
      'shopctl prove --soak 100',
    );
  }
  if (onlyControl && !control)
    throw usage('--only-control and --no-control leave nothing to run', 'shopctl prove --only-control');
  if (soak !== undefined) return { defects: [], controlled: [], further: [], repeat, soak };
  const chosen = new Set([...names.map(defectNamed), ...(third ? thirdOfDefects : [])]);
  const defects = some ? knownDefects.filter((defect) => chosen.has(defect)) : knownDefects;
  return {
    defects: onlyControl ? [] : defects,
    controlled: control ? defects : [],
    further: control && !some ? scenarios : [],
    repeat,
  };
}

function defectNamed(name: string): KnownDefect {
  const found = knownDefects.find((defect) => defect.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    'defect',
    name,
    knownDefects.map((defect) => defect.name),
    'shopctl prove --list',
  );
}

function usage(message: string, hint: string): ShopctlError {
  return new ShopctlError({ message, hint: `for example ${hint}`, exitCode: ExitCode.usage });
}
