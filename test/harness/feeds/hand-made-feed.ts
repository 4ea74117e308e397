import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { GameReport, PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { Board, type BoardRow, type EventInfo } from '../../../src/origin/origin-board.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';

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
