import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newFolder } from '../node/new-folder.ts';
import { until } from '../until.ts';
import { endWithFile } from './end-with-file.ts';
import { freePort } from './free-port.ts';
import { NGINX, NginxProcess } from './nginx.ts';

/** The path of HAProxy; null if it is not installed. */
const HAPROXY =
  ['haproxy', '/usr/sbin/haproxy'].find((file) => spawnSync(file, ['-v']).status === 0) ?? null;

if (HAPROXY === null) {
  process.stderr.write('WARNING: haproxy is missing: tests behind it are skipped.\n');
}

/** The ports in the files of `deploy/`. */
const LISTENING = ['8080', '8081'];
const REPLICAS = ['4001', '4002', '4003'];

/** A load balancer with a configuration of `deploy/`, at other ports. */
export interface Balancer {
  readonly url: string;
  /** Where federation routers ask. */
  readonly routersUrl: string;
  /** Sends nothing new to replica number `i`. */
  takeOut(i: number): Promise<void>;
  /** Sends requests to replica number `i` again. */
  putBack(i: number): Promise<void>;
  stop(): Promise<void>;
}

/** The load balancers that are installed, and how they start: where they listen, and the replicas. */
export const BALANCERS: Readonly<
  Record<string, (port: number, replicas: readonly number[]) => Promise<Balancer>>
> = {
  ...(NGINX !== null && { nginx: startNginx }),
  ...(HAPROXY !== null && { HAProxy: (port, replicas) => startHaproxy(HAPROXY, port, replicas) }),
};

export async function startNginx(port: number, replicas: readonly number[]): Promise<Balancer> {
  const forRouters = await freePort();
  const text = configuration('nginx.conf', [port, forRouters, ...replicas]);
  const nginx = await NginxProcess.start(() => text);
  return {
    url: `http://127.0.0.1:${port}`,
    routersUrl: `http://127.0.0.1:${forRouters}`,
    takeOut: (i) => nginx.reload(() => text.replace(`:${replicas[i]} `, `:${replicas[i]} down `)),
    putBack: () => nginx.reload(() => text),
    stop: () => nginx.stop(),
  };
}

async function startHaproxy(
  file: string,
  port: number,
  replicas: readonly number[],
): Promise<Balancer> {
  const folder = newFolder();
  const path = join(folder, 'haproxy.cfg');
  const forRouters = await freePort();
  const cfg = configuration('haproxy.cfg', [port, forRouters, ...replicas]);
  const control = join(folder, 'control.sock');
  await writeFile(path, `global\n  stats socket ${control}\n${cfg}`);
  // With a master process (-W), HAProxy reports when it listens.
  const child = spawn(file, ['-W', '-db', '-f', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithFile(child);
  const ended = once(child, 'close');
  let report = '';
  for await (const [text] of on(child.stderr, 'data', { close: ['end'] })) {
    report += text;
    if (report.includes('Loading success')) break;
  }
  if (child.exitCode !== null) throw new Error(`HAProxy does not start: ${report}`);
  child.stderr.resume();
  await until(async () => (await passedChecks(control)) === replicas.length);
  return {
    url: `http://127.0.0.1:${port}`,
    routersUrl: `http://127.0.0.1:${forRouters}`,
    // It notices by itself when a replica stops, and when it is ready again.
    async takeOut() {},
    async putBack() {},
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** How many replicas of an HAProxy have passed a check and are up. */
async function passedChecks(control: string): Promise<number> {
  const socket = connect(control).end('show stat\n');
  const lines = (await text(socket)).split('\n');
  return lines.filter((line) => /^oddsgraph,replica.*,UP,.*,L7OK,/.test(line)).length;
}

/** A file of `deploy/` with other ports: where it listens, for clients and for routers, and those of fewer replicas. */
function configuration(file: string, others: readonly number[]): string {
  const path = new URL(`../../../deploy/${file}`, import.meta.url);
  const ports = new Map([...LISTENING, ...REPLICAS].map((one, i) => [one, others[i]]));
  const lines = readFileSync(path, 'utf8').replaceAll(
    /127\.0\.0\.1:(\d+)/g,
    (_, one: string) => `127.0.0.1:${ports.get(one)}`,
  );
  return lines.replaceAll(/^.*127\.0\.0\.1:undefined.*$/gm, '');
}
