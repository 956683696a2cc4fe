import { ShopctlError } from '../../errors.ts';
import type { DockerContainer, DockerService } from '../../model/target-identity.ts';
import { nearest } from '../near.ts';
import type { DockerEngine } from './engine.ts';

interface Listed {
  readonly id: string;
  readonly names: readonly string[];
  readonly project: string;
  readonly service: string;
  /** Of `docker compose run`: it has the service's labels and is no part of the service. */
  readonly isOneOff: boolean;
}

const label = (name: string) => `{{.Label "com.docker.compose.${name}"}}`;
const form = ['{{.ID}}', '{{.Names}}', label('project'), label('service'), label('oneoff')].join('\t');

/** Every container, the stopped ones too. Docker's own filters would match parts of names. */
async function listAll(engine: DockerEngine): Promise<Listed[]> {
  const lines = await engine.run(['ps', '--all', '--no-trunc', '--format', form]);
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', names = '', project = '', service = '', oneOff = ''] = line.split('\t');
      return { id, names: names.split(','), project, service, isOneOff: /^true$/i.test(oneOff) };
    });
}

export type DockerIdentity = DockerContainer | DockerService;

/**
 * The full ids of exactly what was named: one container, or all of a compose service.
 * @throws ShopctlError (exit 3) with near names when there is no such thing, or more than one
 */
export async function findContainers(engine: DockerEngine, identity: DockerIdentity): Promise<string[]> {
  const all = await listAll(engine);
  return 'container' in identity
    ? [byName(all, identity.container, engine.place)]
    : ofService(all, identity, engine.place);
}

function byName(all: readonly Listed[], name: string, place: string): string {
  const isId = /^[0-9a-f]{12,64}$/.test(name);
  const named = all.filter(({ id, names }) => names.includes(name) || (isId && id.startsWith(name)));
  const [first, ...others] = named;
  if (first === undefined) throw missing(`no container '${name}'`, name, all.flatMap(namesOf), place);
  if (others.length === 0) return first.id;
  throw new ShopctlError({
    message: `'${name}' means ${named.length} containers: ${named.flatMap(namesOf).join(', ')}`,
    hint: 'give the exact name, or all 64 digits of the id',
  });
}

const namesOf = ({ names }: Listed) => names;

function ofService(all: readonly Listed[], { project, service }: DockerService, place: string): string[] {
  const own = all.filter((one) => one.project === project && !one.isOneOff);
  if (own.length === 0) {
    const projects = all.map((one) => one.project).filter((name) => name !== '');
    throw missing(`no container of the compose project '${project}'`, project, projects, place);
  }
  const ids = own.filter((one) => one.service === service).map(({ id }) => id);
  if (ids.length > 0) return ids;
  const services = own.map((one) => one.service);
  throw missing(`no container of '${service}' in the compose project '${project}'`, service, services, place);
}

function missing(what: string, typed: string, known: readonly string[], place: string): ShopctlError {
  const near = nearest(typed, known);
  return new ShopctlError({
    message: `the docker engine ${place} has ${what}${near.length > 0 ? `; near it: ${near.join(', ')}` : ''}`,
    hint: 'docker ps --all shows what there is; a container that was never started has to be, once',
  });
}
