import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pin } from './pin.ts';

/** A program of a bench in its own process. */
export interface Program {
  readonly child: ChildProcess;
  /** Where it listens, as it says itself. */
  readonly url: string;
}

/** Starts a program on one core; it sends its address as a message. The bench ends if it fails. */
export async function startProgram(
  script: URL,
  core: number,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = fork(script, args, {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    execArgv: [...execArgv],
  });
  pin(child, core);
  child.once('exit', (code) => code && process.exit(1));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url: url.replace(/\/$/, '') };
}

/** Starts the cheap upstream with so many prices of each event, on the second core. */
export function startStub(oddsPerEvent = 40): Promise<Program> {
  return startProgram(new URL('./stub.ts', import.meta.url), 1, [String(oddsPerEvent)]);
}

/** The value below which a share of all values is: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1) + 0.5)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
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
