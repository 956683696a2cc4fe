import type { Proof } from '../../model/proof.ts';
import type { Scenario } from '../../model/scenario.ts';
import { provedChecks, provedDefect, soakOf } from '../../proof/assemble.ts';
import { knownDefects } from '../../proof/defects/index.ts';
import type { KnownDefect } from '../../proof/known-defect.ts';
import { controlTrials, soakTrial, type Trial, trialsOfDefect } from '../../proof/trials.ts';
import { scenarios } from '../../scenarios/index.ts';
import type { ResultsFile } from './results-file.ts';

/** What one `shopctl prove` is to show. */
export interface Asked {
  readonly defects: readonly KnownDefect[];
  /** The clean shop must hold what these break. */
  readonly controlled: readonly KnownDefect[];
  /** And these as well. */
  readonly further: readonly Scenario[];
  /** How often each is run. */
  readonly repeat: number;
  /** Runs of the clean shop in a row; nothing else is run then. */
  readonly soak?: number;
}

/** Every run that it takes. */
export function trialsOf({ defects, controlled, further, repeat, soak }: Asked): Trial[] {
  if (soak !== undefined) return soakTrials(soak);
  return rounds(repeat).flatMap((round) => [
    ...defects.flatMap((defect) => trialsOfDefect(defect, round)),
    ...controlTrials(controlled, further, round),
  ]);
}

interface About {
  readonly shopctlVersion: string;
  readonly code: string;
}

/** What is known of what was asked for. */
export function proofOf(asked: Asked, file: ResultsFile, about: About): Proof {
  const { controlled, further, repeat, soak } = asked;
  const control = rounds(repeat).flatMap((round) => controlTrials(controlled, further, round));
  return {
    ...about,
    ...(file.machine === undefined ? {} : { machine: file.machine }),
    work: file.work,
    defects: asked.defects.map((defect) =>
      provedDefect(
        defect,
        rounds(repeat).flatMap((round) => trialsOfDefect(defect, round)),
        file.results,
      ),
    ),
    control: provedChecks(control, file.results),
    ...(soak === undefined ? {} : { soak: soakOf(soak, scenarios, file.results) }),
  };
}

/** All that is known of this code, over all proofs: every defect, the whole control, and the soak if there was one. */
export function wholeProof(file: ResultsFile, about: About): Proof {
  const { begun, results } = file;
  // The first round is owed in any case, further ones where they were begun.
  const owed = (trialsIn: (round: number) => Trial[]) =>
    rounds(lastRound(begun))
      .flatMap(trialsIn)
      .filter(({ id, round }) => round === 1 || begun.has(id));
  const soak = [...begun].filter((id) => id.startsWith('soak/')).length;
  return {
    ...about,
    ...(file.machine === undefined ? {} : { machine: file.machine }),
    work: file.work,
    defects: knownDefects.map((defect) =>
      provedDefect(
        defect,
        owed((round) => trialsOfDefect(defect, round)),
        results,
      ),
    ),
    control: provedChecks(
      owed((round) => controlTrials(knownDefects, scenarios, round)),
      results,
    ),
    ...(soak === 0 ? {} : { soak: soakOf(soak, scenarios, results) }),
  };
}

function soakTrials(count: number): Trial[] {
  return rounds(count).map((n) => soakTrial(n, scenarios));
}

function lastRound(begun: ReadonlySet<string>): number {
  const ofRounds = [...begun].filter((id) => !id.startsWith('soak/'));
  return Math.max(1, ...ofRounds.map((id) => Number(id.slice(id.lastIndexOf('/') + 1))));
}

function rounds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
