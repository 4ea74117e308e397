import { LiveClient, type LiveQuestion } from '../clients/live-client.ts';
import { ManualClock } from '../manual-clock.ts';
import { oddsDelta } from '../odds-rows.ts';
import { type GraphOptions, type RunningGraph, startGraph } from './running-graph.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

/** More updates of a thousand prices than a connection takes while its client reads nothing. */
const UPDATES_MAX = 500;

/** The real graph over an upstream whose streams the test controls. */
export class ScriptedGraph {
  upstream!: ScriptedUpstream;
  /** The graph's clock, which only the test advances. */
  clock!: ManualClock;
  #graph!: RunningGraph;

  static async start(options: Partial<GraphOptions> = {}): Promise<ScriptedGraph> {
    const graph = new ScriptedGraph();
    await graph.start(options);
    return graph;
  }

  /** Starts it, or starts it anew once it is stopped. */
  async start(options: Partial<GraphOptions> = {}): Promise<void> {
    this.upstream = await ScriptedUpstream.open();
    this.clock = new ManualClock();
    const { upstream, clock } = this;
    this.#graph = await startGraph({ baseUrl: upstream.url, clock, ...options }).catch(
      async (error) => {
        await upstream.close();
        throw error;
      },
    );
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

  /** Waits long enough for a frame to pass from upstream through the graph to its clients. */
  async roundTrip(): Promise<void> {
    for (let i = 0; i < 3; i += 1) await (await fetch(`${this.url}/healthz`)).text();
  }

  /** Lets time pass while upstream sends heartbeats. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 30_000) {
      for (const stream of this.upstream.streams) if (stream.isOpen) stream.heartbeat();
      await this.roundTrip();
      await this.clock.advanceInSteps(Math.min(left, 30_000), 10_000);
    }
  }

  /** Gives the first so many prices a version, in one frame of the first stream. */
  async move(rows: number, version: number): Promise<void> {
    const stream = await this.upstream.stream(1);
    stream.update(...Array.from({ length: rows }, (_, i) => oddsDelta(i, version)));
    await this.roundTrip();
  }

  /** Moves prices until the connection of a client that reads nothing takes no more. Returns their version. */
  async untilBlocked(rows: number): Promise<number> {
    const timers = this.clock.pendingTimers;
    for (let version = 1; version <= UPDATES_MAX; version += 1) {
      await this.move(rows, version);
      // The graph sets a timer as soon as a connection is blocked.
      if (this.clock.pendingTimers > timers) return version;
    }
    throw new Error('The connection takes everything.');
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
