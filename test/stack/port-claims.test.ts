import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { claimPort, releasePorts } from '../../src/stack/port-claims.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

it('keeps a port from other stacks until it is released', async () => {
  const folder = temporaryFolder();
  const [mine, other] = [stackPaths('/a/.shopctl'), stackPaths('/b/.shopctl')];
  expect(await claimPort(5672, mine, thisHost(), folder)).toBe(true);
  expect(await claimPort(5672, mine, thisHost(), folder)).toBe(true);
  expect(await claimPort(5672, other, thisHost(), folder)).toBe(false);
  await releasePorts(mine, folder);
  expect(readdirSync(folder)).toEqual([]);
  expect(await claimPort(5672, other, thisHost(), folder)).toBe(true);
});

it('lets a port go when the shopctl that claimed it is gone and no part of its stack lives', async () => {
  const folder = temporaryFolder();
  const shopctl = spawn('sleep', ['600']);
  await once(shopctl, 'spawn');
  const theirs = thisHost({ pid: shopctl.pid! });
  expect(await claimPort(5672, stackPaths('/a/.shopctl'), theirs, folder)).toBe(true);
  shopctl.kill('SIGKILL');
  await once(shopctl, 'close');
  expect(await claimPort(5672, stackPaths('/b/.shopctl'), thisHost(), folder)).toBe(true);
});
