// `npm test`: types, lint, unit tests, system tests against the real stack; stops at the first stage that fails. Ends
// with one plain line, `N passed, N failed`, counted by vitest itself. With --containers, also the tests against
// containers; with --containers-only (`npm run test:docker`), nothing else.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-install.mjs';

await ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'shopctl-test-'));
const counted = { passed: 0, failed: 0, skipped: 0 };

/** Where it takes longer, something hangs. */
const containersWithinMs = 1_200_000;

const isOnly = process.argv.includes('--containers-only');
const withContainers = isOnly || process.argv.includes('--containers');

process.exitCode = (isOnly ? 0 : withoutContainers()) || (withContainers ? containers() : 0);

function withoutContainers() {
  return (
    run('types', 'node_modules/typescript/bin/tsc', ['--noEmit']) ||
    run('lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']) ||
    vitest('unit', ['--coverage']) ||
    vitest('system', [])
  );
}

rmSync(reports, { recursive: true, force: true });
const missing = process.env.SHOPCTL_NO_CONTAINERS;
if (missing) console.log(`\nTHE CONTAINER TESTS DID NOT RUN: ${missing}`);
const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
console.log(`${counted.passed} passed, ${counted.failed} failed${skipped}`);

/** Where time and network are not ours, as in CI, images that cannot be had are said loudly and fail nothing. */
function containers() {
  if (process.env.SHOPCTL_TEST_DOCKER === 'short') {
    const build = join(root, 'test/docker/build-images.sh');
    const cache = process.env.SHOPCTL_TEST_IMAGES;
    const fetched = spawnSync(build, [cache, '--root-file-system-only'], {
      stdio: 'inherit',
      timeout: 300_000,
    });
    if (fetched.status !== 0) {
      process.env.SHOPCTL_NO_CONTAINERS = "Debian's packages for the images could not be fetched";
      return 0;
    }
  }
  return vitest('docker', [], containersWithinMs);
}

function vitest(project, options, withinMs) {
  const report = join(reports, `${project}.json`);
  const code = run(
    `${project} tests`,
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
    ],
    withinMs,
  );
  if (existsSync(report)) return count(JSON.parse(readFileSync(report, 'utf8')), code);
  // No report means that vitest itself failed: that is a failure, not zero of them.
  counted.failed += 1;
  return code || 1;
}

function count(report, code) {
  counted.passed += report.numPassedTests;
  counted.failed += report.numFailedTests;
  counted.skipped += report.numPendingTests + (report.numTodoTests ?? 0);
  // A file that cannot be loaded fails without a test that fails.
  if (code !== 0 && report.numFailedTests === 0) counted.failed += Math.max(1, report.numFailedTestSuites);
  return code;
}

function run(stage, script, args, timeout) {
  console.log(`\n== ${stage}`);
  const done = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    timeout,
  });
  return done.status ?? 1;
}
