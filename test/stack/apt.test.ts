import { describe, expect, it } from 'vitest';
import {
  neededForCopy,
  parsePrintedUris,
  privateAptOptions,
  statusWithoutBroker,
} from '../../src/stack/apt.ts';

const printed = `Reading package lists...
The following NEW packages will be installed:
  erlang-base libc6 logrotate rabbitmq-server
'http://mirror.example/pool/main/e/erlang/erlang-base_25.2.3%2bdfsg-1_amd64.deb' erlang-base_1%3a25.2.3+dfsg-1_amd64.deb 9697280 MD5Sum:367c
'http://mirror.example/pool/main/g/glibc/libc6_2.36-9_amd64.deb' libc6_2.36-9_amd64.deb 2750000 SHA256:aa
'http://mirror.example/pool/main/l/lksctp/libsctp1_1.0.19_amd64.deb' libsctp1_1.0.19+dfsg-2_amd64.deb 29700 SHA256:aa
'http://mirror.example/pool/main/l/logrotate/logrotate_3.21.0-1_amd64.deb' logrotate_3.21.0-1_amd64.deb 62108 MD5Sum:ca43
'http://mirror.example/pool/main/r/rabbitmq-server/rabbitmq-server_3.10.8_all.deb' rabbitmq-server_3.10.8-1.1+deb12u1_all.deb 14930220 MD5Sum:9aab
`;

describe('the packages that apt prints', () => {
  it('come with the version that apt takes back, epoch and all, and their size', () => {
    expect(parsePrintedUris(printed)[0]).toEqual({
      name: 'erlang-base',
      version: '1:25.2.3+dfsg-1',
      bytes: 9_697_280,
    });
  });

  it('are cut down to the broker, Erlang and libraries, and never bring a second C library', () => {
    const names = neededForCopy(parsePrintedUris(printed)).map(({ name }) => name);
    expect(names).toEqual(['erlang-base', 'libsctp1', 'rabbitmq-server']);
  });

  it('are none when apt knows no such package', () => {
    expect(parsePrintedUris('E: Unable to locate package rabbitmq-server\n')).toEqual([]);
  });
});

describe('the status that dependencies are computed against', () => {
  const status = [
    'Package: bash\nStatus: install ok installed\nDepends: erlang-base',
    'Package: erlang-base\nStatus: install ok installed\nDescription: Erlang\n long text',
    'Package: rabbitmq-server\nStatus: deinstall ok config-files',
    'Package: rabbitmq-server-tools\nStatus: install ok installed',
  ].join('\n\n');

  it('has Erlang and the broker taken out, so that a partly installed machine gets a whole copy', () => {
    const packages = [...statusWithoutBroker(status).matchAll(/^Package: (.*)$/gm)].map(([, name]) => name);
    expect(packages).toEqual(['bash', 'rabbitmq-server-tools']);
  });
});

it('keeps every folder that apt writes to within the given one', () => {
  const folders = privateAptOptions('/cache/x').filter((option) => option.startsWith('Dir::'));
  expect(folders).toHaveLength(4);
  for (const option of folders) expect(option).toMatch(/=\/cache\/x\//);
});
