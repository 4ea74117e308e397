import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { pin } from './pin.ts';
import type { Usage, UsageQuestion } from './servers/usage.ts';

/** A program of a bench in its own process. */
export type Program = Awaited<ReturnType<typeof startProgram>>;

/** Starts a program on one core; it sends its address as a message. The bench ends if it fails. */
export async function startProgram(
  script: URL,
  core: number,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = fork(script, args, {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  pin(child, core);
  child.once('exit', (code) => code && process.exit(1));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    /** Where it listens, as it says itself. */
    url: url.replace(/\/$/, ''),
    /** The resource usage of the process so far, of a program that reports it. */
    async usage(question: UsageQuestion = 'now'): Promise<Usage> {
      child.send(question);
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Starts one of the servers that are compared, on the first core. */
export function startServer(
  name: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Program> {
  return startProgram(new URL(`./servers/${name}.ts`, import.meta.url), 0, args, environment);
}

/** Starts the cheap upstream with so many prices of each event, on the second core. */
export function startStub(oddsPerEvent = 40): Promise<Program> {
  return startProgram(new URL('./stub.ts', import.meta.url), 1, [String(oddsPerEvent)]);
}

export const CLIENTS = 16;

/** Sends queries from all clients, for a while or so many. Throws if one is refused, or fails. */
export async function sendQueries({ headers, ...options }: autocannon.Options) {
  const result = await autocannon({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    connections: CLIENTS,
    ...options,
  });
  const refused = result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0);
  if (refused > 0 || result.errors > 0) {
    throw new Error(`${options.url}: ${refused} refused, ${result.errors} failed`);
  }
  return result;
}

/** The value below which a share of all values is: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1) + 0.5)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Measures one after the other, so many times: what else runs on the machine then disturbs all alike. */
export async function inRounds<Item, Measured>(
  rounds: number,
  items: readonly Item[],
  measure: (item: Item) => Promise<Measured>,
): Promise<Map<Item, Measured[]>> {
  const measured = new Map<Item, Measured[]>(items.map((item) => [item, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [item, all] of measured) all.push(await measure(item));
  }
  return measured;
}

/** Of each figure, the median of several measurements. */
export function mediansOf<Name extends string>(
  measured: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(measured[0] ?? {}) as Name[];
  const medians = names.map((name) => [name, median(measured.map((one) => one[name]))]);
  return Object.fromEntries(medians);
}

/** A row of a Markdown table. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** The first rows of a Markdown table. */
export function titles(names: readonly string[]): string {
  return row(names) + row(names.map(() => '---'));
}
