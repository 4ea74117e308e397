import { pino } from 'pino';
import { type AppOptions, startApp } from '../../../src/app.ts';
import { LiveClient, type LiveQuestion } from '../clients/live-client.ts';
import { ManualClock } from '../manual-clock.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

/** The real graph over an upstream whose streams the test controls. */
export class ScriptedGraph {
  readonly url: string;
  readonly upstream: ScriptedUpstream;
  /** The graph's clock, which only the test advances. */
  readonly clock: ManualClock;
  readonly #lines: string[];
  readonly #stop: () => Promise<void>;

  private constructor(
    url: string,
    upstream: ScriptedUpstream,
    clock: ManualClock,
    lines: string[],
    stop: () => Promise<void>,
  ) {
    this.url = url;
    this.upstream = upstream;
    this.clock = clock;
    this.#lines = lines;
    this.#stop = stop;
  }

  static async start(options: Partial<AppOptions> = {}): Promise<ScriptedGraph> {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const upstream = await ScriptedUpstream.open();
    const clock = new ManualClock();
    const graph = await startApp({
      host: '127.0.0.1',
      port: 0,
      baseUrl: upstream.url,
      clock,
      log,
      ...options,
    });
    let stopped: Promise<void> | null = null;
    const stop = () => {
      stopped ??= graph.stop();
      return stopped;
    };
    return new ScriptedGraph(graph.url, upstream, clock, lines, stop);
  }

  /** The graph's log lines. */
  get log(): string {
    return this.#lines.join('');
  }

  /** Subscribes to prices, by default to all. */
  live(variables: Readonly<Record<string, unknown>> = {}, question: LiveQuestion = {}) {
    return LiveClient.open(this.url, undefined, { variables, ...question });
  }

  /** Stops only the graph. May be called repeatedly. */
  async stopGraph(): Promise<void> {
    await this.#stop();
  }

  async stop(): Promise<void> {
    await this.#stop();
    await this.upstream.close();
  }
}
