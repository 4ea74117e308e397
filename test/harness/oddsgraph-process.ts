import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GraphClient } from './graph-client.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The program itself, started as an operator starts it. */
export class OddsgraphProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #output = '';
  #errors = '';

  /** Nothing of this process's own environment is passed on but `PATH`. */
  constructor(environment: Readonly<Record<string, string>>, flags: readonly string[] = []) {
    this.#child = spawn(process.execPath, [...flags, MAIN], {
      env: { PATH: process.env['PATH'], PORT: '0', ORIGIN_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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

  /** Resolves with the exit code, or with null where a signal ended it. */
  get exited(): Promise<number | null> {
    return this.#exited;
  }

  /** Resolves once it has said where it listens; rejects where it ends before. */
  async listening(): Promise<GraphClient> {
    await this.#said(this.#child.stdout, () => this.#output.includes("-d '"));
    const url = /listens at (\S+)\/graphql/.exec(this.#output)?.[1];
    if (url === undefined) throw new Error(`It does not say where it listens: ${this.#output}`);
    return new GraphClient(url);
  }

  /** Sends SIGTERM, and resolves once it has logged that it drains. */
  async terminate(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#said(this.#child.stderr, () => this.#errors.includes('draining'));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it, whatever it does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async #said(stream: ChildProcess['stdout'], enough: () => boolean): Promise<void> {
    const ended = this.#exited.then((code) => {
      throw new Error(`It ended with ${code}: ${this.#errors}`);
    });
    ended.catch(() => {}); // It ends sooner or later, and is waited for here only until then.
    while (!enough() && stream !== null) await Promise.race([once(stream, 'data'), ended]);
  }
}
