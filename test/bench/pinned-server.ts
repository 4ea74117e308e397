import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startProgram } from './kit.ts';
import type { Usage, UsageQuestion } from './servers/usage.ts';

/** A server in its own process on the first core. */
export class PinnedServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** `script` is the path below this folder. */
  static async start(
    script: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<PinnedServer> {
    const options = ['--expose-gc', ...process.execArgv];
    const program = new URL(script, import.meta.url);
    const { child, url } = await startProgram(program, 0, args, options, environment);
    return new PinnedServer(child, url);
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
