import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { endWithFile } from './end-with-file.ts';
import { freePort } from './free-port.ts';

/** Where Debian has the programs of its newest PostgreSQL; null if there are none. */
const PROGRAMS = newestPrograms('/usr/lib/postgresql');

/** Whether this machine has a PostgreSQL, and a user other than root to run it. */
export const hasPostgres = PROGRAMS !== null;
if (!hasPostgres) {
  process.stderr.write('WARNING: PostgreSQL is missing: tests against a real one are skipped.\n');
}

/** A PostgreSQL of its own for one test file, in a temporary folder. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Resolves once it accepts connections. */
  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    const server = new PostgresServer(folder, await freePort());
    chownSync(folder, POSTGRES_USER.uid, POSTGRES_USER.gid);
    const data = ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '--no-sync'];
    const made = spawnSync(join(PROGRAMS ?? '', 'initdb'), data, { ...POSTGRES_USER, cwd: folder });
    if (made.status !== 0) throw new Error(`initdb has failed: ${made.stderr}`);
    await server.run();
    return server;
  }

  /** Starts it, again if it has been stopped. */
  async run(): Promise<void> {
    const { port } = this;
    const child = spawn(
      join(PROGRAMS ?? '', 'postgres'),
      [
        '-D',
        join(this.#folder, 'data'),
        '-p',
        String(port),
        '-k',
        '',
        '-F',
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'lc_messages=C',
      ],
      { ...POSTGRES_USER, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#child = child;
    endWithFile(child);
    // To try to connect until it listens may connect a socket with itself, which then has the port.
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.includes('ready to accept connections')) continue;
      child.stderr.resume();
      return;
    }
    throw new Error('PostgreSQL does not start.');
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** The address of a new database, whose files may be in a folder of their own. */
  async createDatabase(folder: string | null = null): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    if (folder !== null) {
      chownSync(folder, POSTGRES_USER.uid, POSTGRES_USER.gid);
      await this.query('postgres', `CREATE TABLESPACE of_${name} LOCATION '${folder}'`);
    }
    const place = folder === null ? '' : `TABLESPACE of_${name}`;
    await this.query('postgres', `CREATE DATABASE ${name} ${place}`);
    return this.urlOf(name);
  }

  /** Runs a statement on a connection of its own. */
  async query(database: string, sql: string): Promise<void> {
    const client = new Client({ connectionString: this.urlOf(database) });
    client.on('error', () => {});
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops it at once; its files stay, so that it can be run again. */
  async halt(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGQUIT');
    await exited;
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.#folder, { recursive: true });
  }
}

/** PostgreSQL refuses to run as root. */
const POSTGRES_USER = idsOf(process.getuid?.() === 0 ? 'postgres' : '');

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, ...(user ? [user] : [])]).stdout.toString()) || 0;
  return { uid: id('-u'), gid: id('-g') };
}

function newestPrograms(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const version = readdirSync(folder).sort((one, other) => Number(other) - Number(one))[0];
  const programs = join(folder, version ?? '', 'bin');
  return existsSync(join(programs, 'initdb')) ? programs : null;
}
