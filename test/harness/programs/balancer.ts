import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NGINX } from './nginx.ts';

/** A real nginx that sends each request to the next replica, whoever sends it. */
export class Balancer {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(replicas: readonly string[]): Promise<Balancer> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const port = await freePort();
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, replicas));
    const listening = AbortSignal.timeout(10_000);
    const watcher = watch(folder, { signal: listening });
    const process = spawn(NGINX ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
    for (let name = ''; name !== 'pid'; ) {
      // It writes its process id when it listens.
      [, name] = (await once(watcher, 'change', { signal: listening })) as [string, string];
    }
    watcher.close();
    return new Balancer(`http://127.0.0.1:${port}`, folder, process);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGTERM');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function configuration(folder: string, port: number, replicas: readonly string[]): string {
  const servers = replicas.map((url) => `server ${new URL(url).host};`).join(' ');
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      upstream replicas { ${servers} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://replicas;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_read_timeout 1h;
        }
      }
    }
  `;
}
