import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
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

/** Starts the server as operators do, in a process of its own. */
export async function startServer(environment: Readonly<Record<string, string>>) {
  const flags = ['--import', here('report-usage.ts')];
  const child = spawn(process.execPath, [...flags, 'src/main.ts'], {
    cwd: ROOT,
    env: { ...DEPLOYED, PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  /** Lines of its log that should not be there, and at the most so many. */
  const problems: string[] = [];
  /** The number of lines of each message. */
  const messages: Record<string, number> = {};
  createInterface(child.stderr as Readable).on('line', (line) => {
    const { level = Number.POSITIVE_INFINITY, msg = line } = parse(line);
    messages[msg] = (messages[msg] ?? 0) + 1;
    const isSecret = SECRETS.some((secret) => secret.test(line));
    if ((isSecret || level > WARN) && problems.length < PROBLEMS_MAX) problems.push(line);
  });
  let output = '';
  while (!output.includes("-d '")) output += await once(child.stdout ?? child, 'data');
  child.stdout?.resume();
  return {
    url: /listening at (\S+)\/graphql/.exec(output)?.[1] ?? '',
    problems,
    messages,
    usage: () => ask<Usage>(child),
    /** Stops it as operators do. Resolves with its exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const [code]: (number | null)[] = await once(child, 'exit');
      return code ?? null;
    },
  };
}

/** A line of the log; something else that the process printed has neither field. */
function parse(line: string): { readonly level?: number; readonly msg?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** Starts the origin behind its faulty proxy, in a process of its own. */
export async function startTroubledOrigin() {
  const child = fork(here('origin.ts'));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    /** What it has had since the last call. The first call lets the faults begin. */
    take: () => ask<Upstream>(child),
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  child.send('report');
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}
