import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@redis/client';
import { SHARED_KEYS } from '../../../src/live/relay/store/redis-values.ts';
import { endWithFile } from './end-with-file.ts';
import { freePort } from './free-port.ts';

/** Whether this machine has a `redis-server`. Tests that need one are skipped where it has none. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) {
  process.stderr.write(
    'WARNING: redis-server is missing: tests against a real Redis are skipped.\n',
  );
}

/** A Redis of its own for one test file, without persistence. */
export class RedisServer {
  readonly #port: number;
  #child: ChildProcess;
  /** For commands of tests; null until there is one. */
  #client: ReturnType<typeof newClient> | null = null;

  private constructor(port: number, child: ChildProcess) {
    this.#port = port;
    this.#child = child;
  }

  /** Resolves once it accepts connections, and has settled. */
  static async start(): Promise<RedisServer> {
    const port = await freePort();
    const server = new RedisServer(port, await spawnRedis(flags(port)));
    await server.settle();
    return server;
  }

  /** Makes it one that replicas have known for a while, so that the first leader need not wait. */
  async settle(): Promise<void> {
    const run = /run_id:(\w+)/.exec(String(await this.command(['INFO', 'server'])))?.[1] ?? '';
    await this.command(['SET', SHARED_KEYS.knownRun, run], ['DEL', SHARED_KEYS.settling]);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Runs commands one after the other, and resolves with what the last one returns. */
  async command(...commands: readonly string[][]): Promise<unknown> {
    if (this.#client === null) {
      this.#client = newClient(this.url);
      this.#client.on('error', () => {}); // Commands reject without a connection.
      await this.#client.connect();
    }
    let reply: unknown;
    for (const command of commands) reply = await this.#client.sendCommand(command);
    return reply;
  }

  /** The names of all keys, or of those that match a pattern. */
  async keys(pattern = '*'): Promise<string[]> {
    return (await this.command(['KEYS', pattern])) as string[];
  }

  /** The keys that never expire. */
  async lastingKeys(): Promise<string[]> {
    const names = await this.keys();
    const ttls = await Promise.all(names.map((name) => this.command(['PTTL', name])));
    return names.filter((_, i) => ttls[i] === -1);
  }

  /** The URL for a user of its own, `odds`, whose rights these rules change. */
  async urlOfUser(...rules: readonly string[]): Promise<string> {
    const rights = ['~*', '&*', '+@all', ...rules];
    await this.command(['ACL', 'SETUSER', 'odds', 'on', '>secret', ...rights]);
    return `redis://odds:secret@127.0.0.1:${this.#port}`;
  }

  /** How many bytes it has sent. */
  async sentBytes(): Promise<number> {
    const info = String(await this.command(['INFO', 'stats']));
    return Number(/^total_net_output_bytes:(\d+)/m.exec(info)?.[1]);
  }

  /** How many connections it has accepted. */
  async connections(): Promise<number> {
    const info = String(await this.command(['INFO', 'stats']));
    return Number(/^total_connections_received:(\d+)/m.exec(info)?.[1]);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async stop(): Promise<void> {
    this.#client?.destroy();
    this.#client = null;
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await once(this.#child, 'exit');
    }
  }

  /** Starts it again at the same port, empty. */
  async restart(): Promise<void> {
    await this.stop();
    this.#child = await spawnRedis(flags(this.#port));
  }
}

function newClient(url: string) {
  return createClient({ url, RESP: 2, disableOfflineQueue: true });
}

function flags(port: number): string[] {
  return [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--rdbcompression',
    'no',
    '--dir',
    '/tmp',
  ];
}

/** Resolves with a Redis that accepts connections. */
export async function spawnRedis(flags: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  endWithFile(child);
  let output = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Ready to accept connections')) break;
  }
  child.stdout.resume();
  if (!output.includes('Ready to accept')) throw new Error(`redis-server has ended: ${output}`);
  return child;
}
