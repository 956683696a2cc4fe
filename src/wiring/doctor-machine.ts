import { constants } from 'node:fs';
import { access, mkdtemp, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from 'node:process';
import { type ClientName, clientNames, clientVersion } from '../chaos/clients.ts';
import type { CommandContext } from '../commands/context.ts';
import { neededNode } from '../commands/version.ts';
import type { Check } from '../doctor/examine.ts';
import { portChecks } from '../doctor/port-checks.ts';
import { type FolderSenses, stateFolderCheck } from '../doctor/state-folder.ts';
import { clientCheck, nodeCheck, serverCheck } from '../doctor/versions.ts';
import { foundPostgres, foundRabbitmq } from '../stack/found-servers.ts';
import { isPortFree, ownerLookup } from '../stack/ports.ts';
import { standardPorts } from '../stack/standard-ports.ts';

/** What the shop needs of this machine. */
export interface MachineNeeds {
  /** PostgreSQL and RabbitMQ, because the shop is one that `shopctl up` starts in processes. */
  readonly servers: boolean;
  /** Programs that its targets are reached through. */
  readonly clients: ReadonlySet<ClientName>;
  /** Ports that a stack of this state folder holds; undefined: nothing is started here. */
  readonly ports: ReadonlySet<number> | undefined;
}

/** What `doctor` looks at on this machine, whatever the shop. */
export function machineChecks(needs: MachineNeeds, { host, settings }: CommandContext): Check[] {
  const { stateDir } = settings;
  const ports = { isFree: isPortFree, ownerOf: ownerLookup(host.platform) };
  return [
    nodeCheck(version.slice(1), host.execPath, neededNode(host.packageRoot)),
    serverCheck('postgres', needs.servers, () => foundPostgres(host)),
    serverCheck('rabbitmq', needs.servers, () => foundRabbitmq(stateDir, host)),
    ...clientNames.map((name) => clientCheck(name, needs.clients.has(name), () => clientVersion(name, host))),
    stateFolderCheck(stateDir, dirname, folderSenses),
    ...(needs.ports === undefined ? [] : portChecks(standardPorts, needs.ports, ports)),
  ];
}

const folderSenses: FolderSenses = {
  exists: (path) =>
    stat(path).then(
      () => true,
      () => false,
    ),
  mayWrite: (folder) => access(folder, constants.W_OK | constants.X_OK),
  async tryWriting(folder) {
    const trial = await mkdtemp(join(folder, 'doctor-'));
    try {
      const file = await open(join(trial, 'file'), 'wx');
      // Synced, as the journal is: a full disk may say so only then.
      await file
        .writeFile('x'.repeat(4096))
        .then(() => file.sync())
        .finally(() => file.close());
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
  },
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};
