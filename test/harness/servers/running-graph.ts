import { pino } from 'pino';
import { type AppOptions, startApp } from '../../../src/app.ts';
import { GraphClient } from '../clients/graph-client.ts';
import { ManualClock } from '../manual-clock.ts';

/** What a test sets of a graph: where its upstream is, and what differs from the defaults. */
export type GraphOptions = Partial<AppOptions> & Pick<AppOptions, 'baseUrl'>;

/** The real graph in this process. */
export interface RunningGraph extends GraphClient {
  /** Its log lines, unless it was given a log. */
  log(): string;
  stop(): Promise<void>;
}

/** A log that a test can read. */
export function readableLog() {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  return { log, text: () => lines.join('') };
}

/** Starts a graph on a free port; by default, with a clock on which no time passes. */
export async function startGraph(options: GraphOptions): Promise<RunningGraph> {
  const { log, text } = readableLog();
  const app = await startApp({
    host: '127.0.0.1',
    port: 0,
    clock: new ManualClock(),
    log,
    ...options,
  });
  let stopped: Promise<void> | null = null;
  return Object.assign(new GraphClient(app.url), {
    log: text,
    stop() {
      stopped ??= app.stop();
      return stopped;
    },
  });
}
