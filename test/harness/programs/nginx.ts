import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';

/** The path of nginx; null if it is not installed. */
export const NGINX =
  ['nginx', '/usr/sbin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0) ?? null;

export interface CachedAnswer {
  readonly status: number;
  readonly body: string;
  /** The cache status of nginx: `MISS`, `HIT`, `BYPASS` and the like. */
  readonly cache: string | undefined;
}

/** A real nginx that caches responses with status 200 for a minute, unless they forbid it. */
export class CachingNginx {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #agent: Agent;

  private constructor(folder: string, process: ChildProcess) {
    this.#folder = folder;
    this.#process = process;
    this.#agent = new Agent({ connect: { socketPath: join(folder, 'socket') } });
  }

  static async start(upstreamUrl: string): Promise<CachingNginx> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, upstreamUrl));
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
    return new CachingNginx(folder, process);
  }

  async ask(
    path: string,
    headers: Record<string, string>,
    body: string | null = null,
  ): Promise<CachedAnswer> {
    const answer = await request(`http://graph${path}`, {
      dispatcher: this.#agent,
      method: body === null ? 'GET' : 'POST',
      headers,
      body,
    });
    const cache = answer.headers['x-cache'];
    return {
      status: answer.statusCode,
      body: await answer.body.text(),
      cache: Array.isArray(cache) ? cache[0] : cache,
    };
  }

  async stop(): Promise<void> {
    await this.#agent.destroy();
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGTERM');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function configuration(folder: string, upstreamUrl: string): string {
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events { worker_connections 64; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      proxy_cache_path ${folder}/cache keys_zone=answers:1m;
      server {
        listen unix:${folder}/socket;
        location / {
          proxy_pass ${upstreamUrl};
          proxy_cache answers;
          proxy_cache_methods GET HEAD POST;
          proxy_cache_key "$request_method $request_uri $request_body";
          proxy_cache_valid 200 1m;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }
  `;
}
