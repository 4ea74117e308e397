import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Upstream } from './origin.ts';
import type { Usage } from './report-usage.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What no line of the log may contain: keys, and the values of variables and literals. */
export const SECRET = 'secret-value';
const SECRETS = [/demo_(?:free|hobby|pro|sharp|enterprise)/, /unknown_key/, new RegExp(SECRET)];
const WARN = 40;
/** As the files in `deploy/` set them. The library has to be installed (Debian: libjemalloc2). */
const DEPLOYED = {
  NODE_ENV: 'production',
  LD_PRELOAD: 'libjemalloc.so.2',
  MALLOC_CONF: 'background_thread:true',
};
const PROBLEMS_MAX = 20;

/** The server as operators start it, in a process of its own. */
export class MeasuredServer {
  readonly url: string;
  /** Lines of its log that should not be there, and at the most so many. */
  readonly problems: string[] = [];
  /** The number of lines of each message. */
  readonly messages: Record<string, number> = {};
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.#read(line));
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<MeasuredServer> {
    const flags = ['--import', here('report-usage.ts')];
    const child = spawn(process.execPath, [...flags, 'src/main.ts'], {
      cwd: ROOT,
      env: { ...DEPLOYED, PATH: process.env['PATH'], PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    while (!output.includes("-d '")) output += await once(child.stdout ?? child, 'data');
    child.stdout?.resume();
    return new MeasuredServer(child, /listening at (\S+)\/graphql/.exec(output)?.[1] ?? '');
  }

  usage(): Promise<Usage> {
    return ask(this.#child);
  }

  /** Stops it as operators do. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    const [code]: (number | null)[] = await once(this.#child, 'exit');
    return code ?? null;
  }

  #read(line: string): void {
    const { level = Number.POSITIVE_INFINITY, msg = line } = parse(line);
    this.messages[msg] = (this.messages[msg] ?? 0) + 1;
    const isSecret = SECRETS.some((secret) => secret.test(line));
    if ((isSecret || level > WARN) && this.problems.length < PROBLEMS_MAX) this.problems.push(line);
  }
}

/** A line of the log; something else that the process printed has neither field. */
function parse(line: string): { readonly level?: number; readonly msg?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** The origin behind its faulty proxy, in a process of its own. */
export class TroubledOrigin {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<TroubledOrigin> {
    const child = fork(here('origin.ts'));
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new TroubledOrigin(child, url);
  }

  /** What it has had since the last call. The first call lets the faults begin. */
  take(): Promise<Upstream> {
    return ask(this.#child);
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await once(this.#child, 'exit');
  }
}

async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  child.send('report');
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}
