import { describe, expect, it } from 'vitest';
import { commandTree } from '../../src/cli/command-tree.ts';
import { builtProgram, commandsOf } from './program.ts';

/** The words of a command line as a shell gives them, without variables before it and what stands around it. */
function wordsOf(line: string): string[] {
  const [, typed = ''] = /(?:^|[ (])shopctl ([^|)]*)/.exec(line) ?? [];
  return [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

const tree = commandTree(builtProgram());

describe('help', () => {
  it('finds the commands it is about', () => {
    expect(tree.commands.length).toBeGreaterThan(12);
    expect(tree.commands.map(({ name }) => name)).not.toContain('heal-when-due');
  });

  it.each(tree.commands.map((command) => [command.name, command] as const))(
    'of %s shows how it is typed',
    (_name, { examples }) => {
      expect(examples.length).toBeGreaterThan(0);
    },
  );

  const lines = tree.commands.flatMap(({ name, examples }) => examples.map((line) => [name, line] as const));

  it.each(lines)('of %s has an example that is understood: %s', async (name, line) => {
    const program = builtProgram();
    let ran: string | undefined;
    for (const command of commandsOf(program)) {
      command.action(() => {
        ran = command.name();
      });
    }
    await program.parseAsync(wordsOf(line), { from: 'user' });
    expect(ran).toBe(name);
  });

  it('has no example that is understood whatever it says', async () => {
    const program = builtProgram();
    for (const command of commandsOf(program)) command.action(() => {});
    const parsing = program.parseAsync(wordsOf('shopctl load 40 --concurency 3'), { from: 'user' });
    await expect(parsing).rejects.toThrow('unknown option');
  });
});
