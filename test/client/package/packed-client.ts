import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CLIENT = fileURLToPath(new URL('../../../src/client', import.meta.url));
const run = promisify(execFile);

/** Packs the client package into a folder. Returns the path of the tarball. */
export async function packClient(folder: string): Promise<string> {
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: CLIENT });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Installs packages into a project, without a download of those that npm has already. */
export async function install(project: string, packages: readonly string[]): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...options, ...packages], { cwd: project });
}
