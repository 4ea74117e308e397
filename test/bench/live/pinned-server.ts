import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pin } from '../pin.ts';
import type { Usage, UsageQuestion } from './servers/usage.ts';

/** A server in its own process on the first core. */
export class PinnedServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(
    script: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<PinnedServer> {
    const child = fork(new URL(script, import.meta.url), args, {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      execArgv: ['--expose-gc', ...process.execArgv],
    });
    pin(child, 0);
    const [message] = (await once(child, 'message')) as [{ url: string }];
    return new PinnedServer(child, message.url);
  }

  /** The resource usage of the process so far. */
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
