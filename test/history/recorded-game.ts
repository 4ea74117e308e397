import type { Odds } from '../../src/contract/odds/odds.ts';
import type { Query } from '../../src/generated/schema-types.ts';
import type { BoardRow } from '../../src/origin/origin-board.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { recordingIn } from '../harness/servers/recording.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

const MINUTE = 60_000;

/** The real server, which records a game whose prices a test sets. Play is scheduled to begin in ten minutes. */
export class RecordedGame {
  readonly graph: TestGraph;
  readonly startsAt: number;
  readonly #feed: HandMadeFeed;
  readonly #live: LiveClient;
  readonly #rows = new Map<string, BoardRow>();

  private constructor(graph: TestGraph, feed: HandMadeFeed, live: LiveClient, startsAt: number) {
    this.graph = graph;
    this.startsAt = startsAt;
    this.#feed = feed;
    this.#live = live;
  }

  /** Resolves once prices are recorded. `offered` makes those of the beginning; it is given `at`. */
  static async start(
    offered: (at: (minutes: number) => string) => readonly Odds[] = () => [],
  ): Promise<RecordedGame> {
    const clock = new ManualClock();
    const feed = new HandMadeFeed(clock);
    const startsAt = clock.now() + 10 * MINUTE;
    const at = (minutes: number) => new Date(startsAt + (minutes - 10) * MINUTE).toISOString();
    feed.offer(offered(at), [event({ start_time: at(10) })]);
    const graph = await startTestGraph({
      feed: () => feed,
      history: recordingIn(),
    });
    const live = await LiveClient.open(graph.url, undefined, { key: 'demo_enterprise' });
    const game = new RecordedGame(graph, feed, live, startsAt);
    await until(async () => {
      graph.clock.advance(50);
      return (await game.ask('{ historyCoverage { since } }')).historyCoverage?.since != null;
    });
    return game;
  }

  /** Offers a price, or changes it. Resolves when the server has it. */
  async set(odds: Partial<Odds> & { readonly id: string }): Promise<void> {
    const before = this.#changes;
    const row = this.#rows.get(odds.id);
    const stated = { odds_changed_at: this.now, event_start_time: this.at(10) };
    if (row === undefined) {
      const [offered] = this.#feed.offer([price({ ...stated, ...odds })], []);
      if (offered !== undefined) this.#rows.set(odds.id, offered);
    } else this.#rows.set(odds.id, this.#feed.change(row, { ...stated, ...odds }));
    await until(() => this.#changes > before);
  }

  async remove(id: string): Promise<void> {
    const before = this.#changes;
    const row = this.#rows.get(id);
    if (row !== undefined) this.#feed.withdraw([row]);
    await until(() => this.#changes > before);
  }

  /** Sets the clock to so many minutes after recording began. */
  turnTo(minutes: number): void {
    const { clock } = this.graph;
    clock.setWallBy(Date.parse(this.at(minutes)) - clock.now());
  }

  /** A time, in minutes after recording began. */
  at(minutes: number): string {
    return new Date(this.startsAt + (minutes - 10) * MINUTE).toISOString();
  }

  get now(): string {
    return new Date(this.graph.clock.now()).toISOString();
  }

  ask(query: string, variables: object = {}, key = 'demo_pro'): Promise<Query> {
    return this.graph.dataOf(query, { key, variables: { ...variables } });
  }

  /** How many changes a subscriber has got: what it knows, a history tells. */
  get #changes(): number {
    return this.#live.of('OddsUpdate').length + this.#live.of('OddsRemoval').length;
  }

  async stop(): Promise<void> {
    this.#live.close();
    await this.graph.stop();
  }
}
