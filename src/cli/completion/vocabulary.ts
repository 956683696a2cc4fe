import { deedNames } from '../../commands/fault-names.ts';
import { presets } from '../../config/presets/index.ts';
import { targetNames } from '../../model/target.ts';
import { knownDefects } from '../../proof/defects/index.ts';
import { scenarios } from '../../scenarios/index.ts';

/** Words by what an argument is called, or by what stands for an option's value. A word that ends with `=` goes on. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

const services = targetNames.filter((name) => name !== 'broker' && name !== 'postgres');
const formats = ['table', 'line', 'json', 'junit', 'md', 'html'];

/** The names that shopctl itself has; a scenario of somebody's own is a file. */
export const vocabulary: Vocabulary = {
  scenario: scenarios.map(({ name }) => name),
  fault: [...deedNames, 'list', 'heal'],
  defect: knownDefects.map(({ name }) => name),
  part: targetNames,
  preset: presets.map(({ name }) => name),
  'service=n': services.map((name) => `${name}=`),
  'part=port': ['management', ...targetNames].map((name) => `${name}=`),
  'format=file,': formats.map((name) => `${name}=`),
};
