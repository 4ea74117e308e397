import { beforeEach } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import type { GameReport } from '../../../src/origin/games/game-report.ts';
import { type Origin, type OriginOptions, startOrigin } from '../../../src/origin/origin.ts';
import { Board, type BoardRow, type EventInfo } from '../../../src/origin/origin-board.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';
import { Api } from '../../contract/api.ts';
import { SseReader, type StreamEvent } from '../../harness/clients/sse-reader.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const KICK_OFF = '2026-11-22T19:00:00Z';

export function event(overrides: Partial<EventInfo> = {}): EventInfo {
  return {
    id: 'game',
    external_ids: {},
    sport: 'soccer',
    league: 'epl',
    home_team: 'Arsenal',
    away_team: 'Everton',
    start_time: KICK_OFF,
    is_live: false,
    game_state: null,
    ...overrides,
  };
}

/** By default a price of 2.0 on the home side of the moneyline. */
export function price(overrides: Partial<Odds> = {}): Odds {
  return {
    id: '1',
    sportsbook: 'draftkings',
    event_id: 'game',
    sport: 'soccer',
    league: 'epl',
    home_team: 'Arsenal',
    away_team: 'Everton',
    market_type: 'moneyline',
    selection: 'Arsenal',
    selection_type: 'home',
    odds_american: 100,
    odds_decimal: 2,
    odds_probability: 0.5,
    line: null,
    event_start_time: KICK_OFF,
    last_seen_at: '2026-11-21T18:00:00Z',
    is_live: false,
    ...overrides,
  };
}

/** A feed that changes only when a test changes it. */
export class HandMadeFeed implements PriceFeed {
  readonly board: Board;
  readonly games = new Map<string, ReadonlyMap<string, GameReport>>();
  readonly reports = (id: string) => this.games.get(id) ?? new Map();
  readonly #clock: Clock;
  #nextRef = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.board = new Board(clock.now());
  }

  stop(): void {}

  /** Puts new prices on the board. */
  offer(prices: readonly Odds[], events: readonly EventInfo[] = [event()]): BoardRow[] {
    const upserts = prices.map((odds) => ({ ref: this.#nextRef++, odds }));
    this.#apply({ events, upserts });
    return upserts;
  }

  change(row: BoardRow, odds: Partial<Odds>): BoardRow {
    const changed = { ref: row.ref, odds: { ...row.odds, ...odds } };
    this.put([changed]);
    return changed;
  }

  /** Replaces the rows with the same refs, or adds them. */
  put(upserts: readonly BoardRow[]): void {
    this.#apply({ upserts });
  }

  end(endedEventIds: readonly string[]): void {
    this.#apply({ endedEventIds });
  }

  withdraw(removals: readonly BoardRow[]): void {
    this.#apply({ removals });
  }

  #apply(change: Partial<Parameters<Board['apply']>[0]>): void {
    const at = this.#clock.now();
    const nothing = { events: [], upserts: [], removals: [], endedEventIds: [] };
    this.board.apply({ at, ...nothing, ...change });
  }
}

export interface RunningOrigin extends Origin {
  readonly api: Api;
  /** Opens a stream with the demo key of a tier, by default enterprise. */
  open(path: string, tier?: Tier): Promise<SseReader>;
  /** The same, past its snapshot. */
  ready(path: string, tier?: Tier): Promise<SseReader>;
}

/** An origin on a free port, and a client with the demo keys. */
export async function runOrigin(
  clock: ManualClock,
  feed: PriceFeed,
  options: Partial<OriginOptions> = {},
): Promise<RunningOrigin> {
  const origin = await startOrigin({ clock, feed, port: 0, ...options });
  const keys = Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`]));
  const api = new Api(origin.url, keys as Record<Tier, string>);
  const open = (path: string, tier: Tier = 'enterprise') =>
    SseReader.open(api.urlOf(path), { 'x-api-key': api.keyOf(tier) });
  return {
    ...origin,
    api,
    open,
    async ready(path, tier) {
      const stream = await open(path, tier);
      await stream.until('snapshot:complete');
      return stream;
    },
  };
}

interface MadeOrigin {
  clock: ManualClock;
  feed: HandMadeFeed;
  origin: RunningOrigin;
}

/** Opens an origin over a feed with these prices for each test of the file that calls this. */
export function originForEachTest(
  prices: readonly Odds[] = [],
  options: Partial<OriginOptions> = {},
): MadeOrigin {
  const made = {} as MadeOrigin;
  beforeEach(async () => {
    made.clock = new ManualClock();
    made.feed = new HandMadeFeed(made.clock);
    if (prices.length > 0) made.feed.offer(prices); // With their event.
    made.origin = await runOrigin(made.clock, made.feed, options);
    return () => made.origin.stop();
  });
  return made;
}

/** The events before the next heartbeat, to which the clock advances. */
export async function untilHeartbeat(
  clock: ManualClock,
  stream: SseReader,
): Promise<StreamEvent[]> {
  clock.advance(30_000);
  const events: StreamEvent[] = [];
  for (let next = await stream.next(); next.kind !== 'heartbeat'; next = await stream.next()) {
    events.push(next);
  }
  return events;
}
