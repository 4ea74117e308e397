import { LiveClient, type LiveQuestion } from '../clients/live-client.ts';
import { ManualClock } from '../manual-clock.ts';
import { type GraphOptions, type RunningGraph, startGraph } from './running-graph.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

/** The real graph over an upstream whose streams the test controls. */
export class ScriptedGraph {
  readonly upstream: ScriptedUpstream;
  /** The graph's clock, which only the test advances. */
  readonly clock: ManualClock;
  readonly #graph: RunningGraph;

  private constructor(graph: RunningGraph, upstream: ScriptedUpstream, clock: ManualClock) {
    this.#graph = graph;
    this.upstream = upstream;
    this.clock = clock;
  }

  static async start(options: Partial<GraphOptions> = {}): Promise<ScriptedGraph> {
    const upstream = await ScriptedUpstream.open();
    const clock = new ManualClock();
    const graph = await startGraph({ baseUrl: upstream.url, clock, ...options });
    return new ScriptedGraph(graph, upstream, clock);
  }

  get url(): string {
    return this.#graph.url;
  }

  /** The graph's log lines. */
  get log(): string {
    return this.#graph.log();
  }

  /** Subscribes to prices, by default to all. */
  live(variables: Readonly<Record<string, unknown>> = {}, question: LiveQuestion = {}) {
    return LiveClient.open(this.url, undefined, { variables, ...question });
  }

  /** Stops only the graph. May be called repeatedly. */
  stopGraph(): Promise<void> {
    return this.#graph.stop();
  }

  async stop(): Promise<void> {
    await this.#graph.stop();
    await this.upstream.close();
  }
}
