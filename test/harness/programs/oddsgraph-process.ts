import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GraphClient } from '../clients/graph-client.ts';
import { newFolder } from '../node/new-folder.ts';
import { endWithFile } from './end-with-file.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A recorded board for the embedded origin, which takes a while to start its simulation. */
export const TWO_GAMES = fileURLToPath(new URL('two-games.csv', import.meta.url));

/** Compiled modules of earlier processes, which take a third off the time of each start. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node');

/** Command lines that start the program. */
const COMMANDS = {
  node: [process.execPath, 'src/main.ts'],
  'npm start': ['npm', 'start'],
  'npm run dev': ['npm', 'run', 'dev'],
  'npm run example': ['npm', 'run', 'example'],
} as const;

/** The program as an operator starts it, in its own process group. */
export class OddsgraphProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #output = '';
  #errors = '';

  /**
   * Of this process's environment only `PATH` is passed on. What takes a while to start is off unless it is asked for:
   * the page of the live board, the simulation, and its past. `errors` and `output` are read unless a file descriptor is given.
   */
  constructor(
    environment: Readonly<Record<string, string>>,
    command: keyof typeof COMMANDS = 'node',
    flags: readonly string[] = [],
    errors: 'pipe' | number = 'pipe',
    output: 'pipe' | number = 'pipe',
  ) {
    const [file, ...parameters] = COMMANDS[command];
    this.#child = spawn(file, [...flags, ...parameters], {
      cwd: ROOT,
      detached: true,
      env: {
        PATH: process.env['PATH'],
        TMPDIR: newFolder(), // A process that is killed leaves its temporary files behind.
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PORT: '0',
        ORIGIN_PORT: '0',
        BOARD: 'off',
        ORIGIN_FEED: TWO_GAMES,
        ORIGIN_HISTORY_HOURS: '0',
        ...environment,
      },
      stdio: ['ignore', output, errors],
    });
    endWithFile(this.#child, true);
    this.#child.stdout?.on('data', (text) => {
      this.#output += text;
    });
    this.#child.stderr?.on('data', (text) => {
      this.#errors += text;
    });
    this.#exited = once(this.#child, 'close').then(([code]: (number | null)[]) => code ?? null);
  }

  get output(): string {
    return this.#output;
  }

  get errors(): string {
    return this.#errors;
  }

  /** Resolves with the exit code, or with null if a signal ended it. */
  get exited(): Promise<number | null> {
    return this.#exited;
  }

  /** Resolves when it has logged its address. Rejects if it ends before. */
  async listening(): Promise<GraphClient> {
    await this.#said(this.#child.stdout, () => this.#output.includes('listening at'));
    const url = /listening at (\S+)\/graphql/.exec(this.#output)?.[1];
    if (url === undefined) throw new Error(`It does not say where it listens: ${this.#output}`);
    return new GraphClient(url);
  }

  /** Sends SIGTERM to the started process, and resolves when the program has logged that it drains. */
  async terminate(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.draining();
  }

  /** Signals the whole process group, as terminals and most supervisors do. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-(this.#child.pid ?? Number.NaN), signal);
  }

  /** Resolves when it has logged a stop signal. */
  async stopping(): Promise<void> {
    await this.#said(this.#child.stderr, () => this.#errors.includes('stopping'));
  }

  /** Resolves when it has logged that it drains. */
  async draining(): Promise<void> {
    await this.#said(this.#child.stderr, () => this.#errors.includes('draining'));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills the process and its children. */
  async kill(): Promise<void> {
    try {
      this.signalGroup('SIGKILL');
    } catch {
      // It has already ended.
    }
    await this.#exited;
  }

  async #said(stream: ChildProcess['stdout'], enough: () => boolean): Promise<void> {
    const ended = this.#exited.then((code) => {
      throw new Error(`It ended with ${code}: ${this.#errors}`);
    });
    ended.catch(() => {}); // It is only waited for until it listens.
    while (!enough() && stream !== null) await Promise.race([once(stream, 'data'), ended]);
  }
}
