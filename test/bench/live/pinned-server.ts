import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Usage, UsageQuestion } from './servers/usage.ts';

/** Two cores: what is measured has one to itself, upstream and the load share the other. */
export const canPin = spawnSync('taskset', ['-V']).status === 0;

export function pin(process: ChildProcess | NodeJS.Process, core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}

/** A server in a process of its own, on the first core. */
export class PinnedServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(script: string, upstreamUrl: string): Promise<PinnedServer> {
    const child = fork(new URL(script, import.meta.url), [upstreamUrl], {
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: ['--expose-gc', ...process.execArgv],
    });
    pin(child, 0);
    const [message] = (await once(child, 'message')) as [{ url: string }];
    return new PinnedServer(child, message.url);
  }

  /** What the process has used so far. */
  async usage(question: UsageQuestion = 'now'): Promise<Usage> {
    this.#process.send(question);
    const [usage] = (await once(this.#process, 'message')) as [Usage];
    return usage;
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await once(this.#process, 'exit');
  }
}
