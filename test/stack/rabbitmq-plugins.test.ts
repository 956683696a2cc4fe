import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applicationsIn, slimHome } from '../../src/stack/rabbitmq-plugins.ts';
import { temporaryFolder } from './stack-host.ts';

function homeWith(plugins: Record<string, string>): string {
  const home = temporaryFolder();
  mkdirSync(join(home, 'sbin'));
  for (const [name, needs] of Object.entries(plugins)) {
    const ebin = join(home, 'plugins', `${name}-3.10.8`, 'ebin');
    mkdirSync(ebin, { recursive: true });
    writeFileSync(join(ebin, `${name}.app`), `{application, '${name}', [{applications, [${needs}]}]}.\n`);
  }
  return home;
}

it('reads what an application needs, over lines and past comments', () => {
  const text = `{application, rabbit, [ % [none]
    {applications, [kernel, stdlib,
      ranch]}, {optional_applications,[seshat]}, {env, [{x, [1]}]}]}.`;
  expect(applicationsIn(text)).toEqual(['kernel', 'stdlib', 'ranch', 'seshat']);
});

describe('a slim home', () => {
  it('holds the broker, the HTTP API and what they need, and leaves the rest of the plugins out', async () => {
    const home = homeWith({
      rabbit: 'kernel,ranch',
      rabbitmq_prelaunch: 'kernel',
      rabbitmq_management: 'rabbit,cowboy',
      cowboy: 'ranch',
      ranch: 'ssl',
      rabbitmq_mqtt: 'rabbit',
    });
    const slim = await slimHome(home, join(temporaryFolder(), 'server'));
    expect(readdirSync(join(slim, 'plugins')).sort()).toEqual(
      [
        'cowboy-3.10.8',
        'rabbit-3.10.8',
        'ranch-3.10.8',
        'rabbitmq_management-3.10.8',
        'rabbitmq_prelaunch-3.10.8',
      ].sort(),
    );
    expect(readdirSync(slim).sort()).toEqual(['plugins', 'sbin']);
  });

  it('is left alone when it is right: a running broker loads from it', async () => {
    const home = homeWith({ rabbit: '', rabbitmq_prelaunch: '', rabbitmq_management: '' });
    const folder = join(temporaryFolder(), 'server');
    await slimHome(home, folder);
    const before = statSync(folder).ino;
    await slimHome(home, folder);
    expect(statSync(folder).ino).toBe(before);
  });

  it('is the full one where the plugins have another form', async () => {
    const home = homeWith({ rabbit: '', rabbitmq_management: '' });
    expect(await slimHome(home, join(temporaryFolder(), 'server'))).toBe(home);
  });
});
