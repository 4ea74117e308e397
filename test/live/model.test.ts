import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { LiveMirror } from '../harness/clients/live-mirror.ts';
import { ROWS_MAX } from '../harness/odds-rows.ts';
import { watchConnections } from '../harness/open-connections.ts';
import { runs } from '../harness/property-runs.ts';
import { ModelUpstream } from '../harness/servers/model-upstream.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import type { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import { isAbout, liveSpec, type Spec } from '../harness/topic-specs.ts';
import { until } from '../harness/until.ts';

/** The unit tests run the same model without sockets. */
const RUNS = runs(150);
const STEPS_MAX = 40;
const SUBSCRIBERS_MAX = 4;

/** Time advances in steps until everything has settled, but less than a minute: there are no heartbeats. */
const STEP_MS = 250;
const AT_REST_STEPS = 200;

type Step =
  | { readonly does: 'move' | 'withdraw' | 'offer'; readonly rows: readonly number[] }
  | { readonly does: 'drop'; readonly chunkSize: number; readonly isFrozen: boolean }
  | { readonly does: 'speak'; readonly frames: number; readonly doubled: boolean }
  | { readonly does: 'cut'; readonly at: number }
  | { readonly does: 'pass' | 'settle' }
  | { readonly does: 'join'; readonly spec: Spec }
  | { readonly does: 'pause' | 'rejoin'; readonly subscriber: number };

const rows = fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 8 });
const subscriber = fc.nat({ max: SUBSCRIBERS_MAX - 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('move' as const), rows }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('withdraw' as const, 'offer' as const), rows }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('drop' as const),
      chunkSize: fc.constantFrom(4, 100),
      isFrozen: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('speak' as const),
      frames: fc.integer({ min: 1, max: 6 }),
      doubled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('cut' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('pass' as const, 'settle' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('join' as const), spec: liveSpec }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('pause' as const, 'rejoin' as const),
      subscriber,
    }),
  },
);

let graph: ScriptedGraph;
let openConnections: () => number;
let runsBegun = 0;

beforeAll(async () => {
  openConnections = watchConnections();
  graph = await ScriptedGraph.start();
});
afterAll(() => graph.stop());

interface Kept {
  readonly id: string;
  readonly eventId: string;
  readonly sportsbookId: string;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly changedAt: string | null;
  readonly price: { readonly american: number; readonly decimal: number };
}

function keptOf(odds: Odds): Kept {
  return {
    id: odds.id,
    eventId: odds.event_id,
    sportsbookId: odds.sportsbook,
    line: odds.line ?? null,
    isLive: odds.is_live,
    changedAt: odds.odds_changed_at ?? null,
    price: { american: odds.odds_american, decimal: odds.odds_decimal },
  };
}

type Open = (variables: object) => Promise<LiveClient>;

/** A subscriber over a socket that may pause reading, and that resumes from its last cursor. */
class Subscriber {
  readonly spec: Spec;
  readonly #open: Open;
  readonly #mirror = new LiveMirror<Kept>();
  #client: LiveClient;
  #cursor: string | null = null;
  #merged = 0;
  #isPaused = false;

  private constructor(open: Open, spec: Spec, client: LiveClient) {
    this.#open = open;
    this.spec = spec;
    this.#client = client;
  }

  static async join(open: Open, spec: Spec): Promise<Subscriber> {
    return new Subscriber(open, spec, await open({ ...spec }));
  }

  async rejoin(): Promise<void> {
    this.merge();
    this.#client.close();
    this.#client = await this.#open({ ...this.spec, after: this.#cursor });
    this.#merged = 0;
    this.#isPaused = false;
  }

  pause(): void {
    this.#isPaused = !this.#isPaused;
    if (this.#isPaused) this.#client.pause();
    else this.#client.resume();
  }

  resume(): void {
    if (this.#isPaused) this.pause();
  }

  /** The board after everything that has arrived. */
  merge(): Map<string, Kept> {
    const { results } = this.#client;
    for (; this.#merged < results.length; this.#merged += 1) {
      const result = results[this.#merged];
      expect(result?.errors).toBeUndefined();
      const event = result?.data?.liveOdds;
      if (!event) throw new Error('There is no event.');
      this.#mirror.apply(event);
      if ('cursor' in event) this.#cursor = event.cursor;
    }
    return this.#mirror.odds;
  }

  expected(board: Iterable<Odds>): Map<string, Kept> {
    const wanted = [...board].filter((odds) => isAbout(this.spec, odds));
    return new Map(wanted.map((odds) => [odds.id, keptOf(odds)]));
  }

  isRight(board: Iterable<Odds>): boolean {
    return sorted(this.merge()) === sorted(this.expected(board));
  }

  close(): void {
    this.#client.close();
  }
}

function sorted(board: Map<string, Kept>): string {
  const kept = [...board.values()].map(({ id, line, isLive, changedAt, price }) =>
    JSON.stringify([id, line, isLive, changedAt, price.american, price.decimal]),
  );
  return kept.sort().join();
}

/** Sends the model's frames on the upstream stream that the graph has opened last. */
class Wire {
  readonly model = new ModelUpstream();
  #stream: ScriptedStream | null = null;
  #next = { chunkSize: 10, isFrozen: false };

  constructor(graph: ScriptedGraph) {
    graph.upstream.onStream = (stream) => {
      this.#stream = stream;
      this.model.reconnect(this.#next.chunkSize, this.#next.isFrozen);
    };
  }

  drop(next: { chunkSize: number; isFrozen: boolean }): void {
    this.#stream?.cut();
    this.#stream = null;
    this.#next = next;
    this.model.drop();
  }

  /** Sends the next frame; returns whether there was one. */
  speak(doubled: boolean): boolean {
    const frame = this.#frame();
    if (frame === undefined) return false;
    this.#stream?.write(doubled ? frame + frame : frame);
    return true;
  }

  /** Sends the next frame in two pieces, cut at any byte. */
  async cut(at: number): Promise<void> {
    const bytes = Buffer.from(this.#frame() ?? '');
    const middle = Math.floor(at * bytes.length);
    await this.#stream?.write(bytes.subarray(0, middle));
    await turns(3);
    this.#stream?.write(bytes.subarray(middle));
  }

  #frame(): string | undefined {
    if (this.#stream === null) return undefined;
    const frame = this.model.next();
    return frame && this.#stream.frame(frame.kind, frame.data);
  }
}

/** Lets data between sockets arrive, or at least some of it. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Each run has an account of its own, and with it an upstream stream. */
async function play(steps: readonly Step[]): Promise<void> {
  runsBegun += 1;
  const key = `account_${runsBegun}`;
  graph.upstream.tiers.set(key, 'enterprise');
  const streamsBefore = graph.upstream.streams.length;
  const open: Open = (variables) => graph.live({ ...variables }, { key });
  const wire = new Wire(graph);
  const subscribers: Subscriber[] = [];
  const join = async (spec: Spec) => {
    const joining = Subscriber.join(open, spec);
    // A subscription starts only after upstream has answered.
    while (subscribers.length === 0 && graph.upstream.streams.length === streamsBefore)
      await turns(1);
    wire.speak(false);
    subscribers.push(await joining);
  };
  try {
    await join({ filter: {}, conflateMs: 0, chunkSize: 100 });
    for (const one of steps) {
      switch (one.does) {
        case 'move':
        case 'withdraw':
        case 'offer':
          wire.model[one.does](one.rows);
          break;
        case 'drop':
          wire.drop(one);
          break;
        case 'speak':
          for (let i = 0; i < one.frames; i += 1) wire.speak(one.doubled);
          break;
        case 'cut':
          await wire.cut(one.at);
          break;
        case 'pass':
          graph.clock.advance(STEP_MS);
          break;
        case 'settle':
          await turns(10);
          break;
        case 'join':
          if (subscribers.length < SUBSCRIBERS_MAX) await join(one.spec);
          break;
        case 'pause':
          subscribers[one.subscriber]?.pause();
          break;
        case 'rejoin':
          await subscribers[one.subscriber]?.rejoin();
      }
    }

    for (const one of subscribers) one.resume();
    const isAtRest = () => {
      const board = [...wire.model.board.values()];
      return wire.model.isConnected && subscribers.every((one) => one.isRight(board));
    };
    for (let i = 0; i < AT_REST_STEPS && !(wire.model.isSilent && isAtRest()); i += 1) {
      while (wire.speak(false));
      await turns(10);
      graph.clock.advance(STEP_MS);
    }
    await turns(20); // Late events would change the boards again.
    for (const one of subscribers) {
      expect(one.merge()).toEqual(one.expected(wire.model.board.values()));
    }
  } finally {
    for (const one of subscribers) one.close();
    await until(() => openConnections() === 0);
    graph.clock.advance(IDLE_TIMEOUT_MS);
  }
}

test('over sockets, every subscriber holds the upstream board under its filter once everything has settled', async () => {
  const steps = fc.array(step, { maxLength: STEPS_MAX, size: 'max' });
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: RUNS, endOnFailure: true });
}, 180_000);
