import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../node/new-folder.ts';
import { until } from '../until.ts';
import { endWithFile } from './end-with-file.ts';

/** The path of nginx; null if it is not installed. */
export const NGINX =
  ['nginx', '/usr/sbin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0) ?? null;

/** A real nginx with its files in a folder of its own. */
export class NginxProcess {
  readonly folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process: ChildProcess) {
    this.folder = folder;
    this.#process = process;
  }

  /** `http` makes the contents of the `http` block. */
  static async start(http: (folder: string) => string): Promise<NginxProcess> {
    const folder = newFolder();
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, http(folder)));
    const listening = AbortSignal.timeout(10_000);
    const watcher = watch(folder, { signal: listening });
    const process = spawn(NGINX ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
    endWithFile(process);
    for (let name = ''; name !== 'pid'; ) {
      // It writes its process id when it listens.
      [, name] = (await once(watcher, 'change', { signal: listening })) as [string, string];
    }
    watcher.close();
    return new NginxProcess(folder, process);
  }

  /** Goes on with another configuration. Resolves once it takes no new connection with the earlier one. */
  async reload(http: (folder: string) => string): Promise<void> {
    await writeFile(join(this.folder, 'nginx.conf'), configuration(this.folder, http(this.folder)));
    const before = await this.#reloads();
    this.#process.kill('SIGHUP');
    await until(async () => (await this.#reloads()) > before);
  }

  async #reloads(): Promise<number> {
    const log = await readFile(join(this.folder, 'error.log'), 'utf8');
    return log.split('gracefully shutting down').length;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGTERM');
    await ended;
  }
}

function configuration(folder: string, http: string): string {
  return `
    daemon off;
    user root; # Ignored unless root starts it: workers need not be another user's.
    pid ${folder}/pid;
    error_log ${folder}/error.log notice;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      ${http}
    }
  `;
}
