import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One statically linked program and nothing else: starts in a moment, and needs no registry. */
export const tinyImage = 'shopctl-test/tiny';
/** The tests' engine has no default network. */
export const tinyNetwork = 'shopctl-test';

/** Puts the image, and the network for its containers, into an engine. */
export function prepareEngine(host: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-tiny-'));
  try {
    mkdirSync(join(folder, 'root/bin'), { recursive: true });
    copyFileSync(busybox(folder), join(folder, 'root/bin/busybox'));
    chmodSync(join(folder, 'root/bin/busybox'), 0o755);
    for (const name of ['sh', 'sleep', 'httpd', 'mkdir', 'echo', 'touch', 'test', 'rm']) {
      execFileSync('ln', ['-s', 'busybox', join(folder, 'root/bin', name)]);
    }
    mkdirSync(join(folder, 'root/www'));
    execFileSync('tar', ['-C', join(folder, 'root'), '-cf', join(folder, 'tiny.tar'), '.']);
    const environment = 'ENV PATH=/bin';
    execFileSync('docker', [
      '--host',
      host,
      'import',
      '--change',
      environment,
      join(folder, 'tiny.tar'),
      tinyImage,
    ]);
    createNetwork(host);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** This machine's own, where it is statically linked; else that of Debian's package, which is not installed. */
function busybox(folder: string): string {
  const installed = '/bin/busybox';
  if (existsSync(installed) && isStatic(installed)) return installed;
  execFileSync('apt-get', ['download', '-qq', 'busybox-static'], { cwd: folder, stdio: 'ignore' });
  const name = readdirSync(folder).find((file) => file.startsWith('busybox-static'));
  if (name === undefined) throw new Error('there is no busybox, and apt-get could not fetch one');
  execFileSync('dpkg', ['-x', join(folder, name), join(folder, 'package')]);
  return join(folder, 'package/bin/busybox');
}

function isStatic(program: string): boolean {
  try {
    execFileSync('ldd', [program], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

function createNetwork(host: string): void {
  const networks = execFileSync('docker', ['--host', host, 'network', 'ls', '--format', '{{.Name}}'], {
    encoding: 'utf8',
  });
  if (networks.split('\n').includes(tinyNetwork)) return;
  execFileSync('docker', ['--host', host, 'network', 'create', tinyNetwork], { stdio: 'ignore' });
}
