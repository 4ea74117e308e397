import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from '../node/new-folder.ts';
import { endWithFile } from './end-with-file.ts';
import { freePort } from './free-port.ts';

/** Whether this machine has Prometheus, with its `promtool`. Tests with it are skipped where it has none. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (file) => spawnSync(file, ['--version']).status === 0,
);
if (!hasPrometheus) {
  process.stderr.write('WARNING: prometheus is missing: tests of its files are skipped.\n');
}

/** How often it is asked. It tells nobody when it has scraped or evaluated something. */
const ASK_MS = 100;

/** An entry of an instant query's result: labels and the time with the value. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A real Prometheus with its data in a folder of its own. */
export class PrometheusProcess {
  readonly #url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.#url = url;
    this.#process = process;
  }

  /** Resolves once it is ready. `path` is its configuration. */
  static async start(path: string): Promise<PrometheusProcess> {
    const address = `127.0.0.1:${await freePort()}`;
    const flags = [
      `--config.file=${path}`,
      `--storage.tsdb.path=${newFolder()}`,
      `--web.listen-address=${address}`,
    ];
    const child = spawn('prometheus', flags, { stdio: 'ignore' });
    endWithFile(child);
    const prometheus = new PrometheusProcess(`http://${address}`, child);
    const isReady = () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}.`);
      await pause(ASK_MS);
    }
    return prometheus;
  }

  /** What the API answers below `/api/v1`. Throws if it refuses. */
  async api<Data>(path: string, parameters: Record<string, string> = {}): Promise<Data> {
    const url = `${this.#url}/api/v1/${path}?${new URLSearchParams(parameters)}`;
    const answer = await fetch(url);
    const { status, data, error } = await answer.json();
    if (status !== 'success') throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`);
    return data;
  }

  /** The current value of an expression. Throws if Prometheus doesn't understand it. */
  async query(expression: string): Promise<readonly Sample[]> {
    const data = await this.api<{ result: Sample[] }>('query', { query: expression });
    return data.result;
  }

  /** Resolves with the first answer of the API for which the condition holds. */
  async until<Data>(path: string, holds: (data: Data) => boolean): Promise<Data> {
    for (;;) {
      const data = await this.api<Data>(path);
      if (holds(data)) return data;
      await pause(ASK_MS);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
