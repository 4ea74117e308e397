import type { Event } from '../../contract/events.ts';
import { isMarketAlias, marketMatcher } from '../../contract/markets.ts';
import type { Odds, OddsSort } from '../../contract/odds/odds.ts';
import { type OddsFilter, oddsMatcher } from '../../contract/odds/odds-filter.ts';
import { sortComparer, sortValue } from '../../contract/odds/odds-order.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { sportSlugs } from '../../contract/sports.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { OddsBoard } from './odds-board.ts';
import type { IndexedField } from './odds-index.ts';

/** Which of an event's prices are wanted. */
export type EventOddsQuery = Pick<OddsFilter, 'sportsbook' | 'market'>;

/** A first page of `GET /odds`. */
export interface OddsPageQuery extends OddsFilter {
  readonly sort?: OddsSort | null | undefined;
  readonly limit: number;
}

/** What the prices of an event say about it. */
export type PricedEvent = Pick<Event, 'sport' | 'league' | 'is_live' | 'markets'>;

/** Prices that are scanned for one query. Scanning more takes longer than asking upstream. */
const SCANNED_MAX = 10_000;

/**
 * Answers queries for odds from an account's live board, as upstream would. Each answer is null if
 * the board may hold less than upstream or differ from it.
 */
export class OddsBoardReader {
  /** The tier for which the board's stream was opened; null if it is not known yet. */
  readonly tier: Tier | null;
  readonly #board: OddsBoard;

  constructor(board: OddsBoard, tier: Tier | null) {
    this.#board = board;
    this.tier = tier;
  }

  /** All prices of an event, if those that the query wants are among them. */
  ofEvent(eventId: string, query: EventOddsQuery): ReadonlySet<Odds> | null {
    const filter = { ...query, event: [eventId] };
    const isHeld = this.#hasAllValues(filter) && !this.#mayMatchAmbiguous(filter);
    return isHeld ? this.#board.index.rows('event_id', eventId) : null;
  }

  /** The first page of a query, if it is the only page. */
  page({ sort, limit, ...filter }: OddsPageQuery): OddsPage | null {
    if (!this.#hasAllValues(filter) || this.#mayMatchAmbiguous(filter)) return null;
    const parts = this.#smallestParts(filter);
    if (sizeOf(parts) > SCANNED_MAX) return null;
    const matches = oddsMatcher(filter);
    const found: Odds[] = [];
    for (const rows of parts) {
      for (const row of rows) {
        if (!matches(row)) continue;
        if (found.length === limit) return null;
        found.push(row);
      }
    }
    const pagination = { limit, offset: 0, has_more: false };
    return { data: this.#sorted(found, sort), meta: { total: found.length, pagination } };
  }

  /**
   * All events with prices. Null if it is not certain what upstream lists: prices are ambiguous, or
   * those of one event say different things about it.
   */
  pricedEvents(): PricedEvent[] | null {
    const { ambiguous, index } = this.#board;
    if (ambiguous.length > 0) return null;
    const events: PricedEvent[] = [];
    for (const id of index.values('event_id')) {
      const event = pricedEvent(index.rows('event_id', id));
      if (event === null) return null;
      events.push(event);
    }
    return events;
  }

  /**
   * Whether some price on the board has each of the filter's values. If no price has a value, upstream may
   * know it by another name, or refuse it: a sportsbook without prices may be above the tier. An event
   * without prices may be one that the stream has not sent yet.
   */
  #hasAllValues({ event, sportsbook, sport, league, market }: OddsFilter): boolean {
    const isKnown = (field: IndexedField) => (value: string) =>
      this.#board.index.rows(field, value).size > 0;
    const isKnownType = isKnown('market_type');
    return (
      (event ?? []).every(isKnown('event_id')) &&
      (sportsbook ?? []).every(isKnown('sportsbook')) &&
      (league ?? []).every(isKnown('league')) &&
      sportSlugs(sport ?? []).every(isKnown('sport')) &&
      (market ?? []).every((market) => isMarketAlias(market) || isKnownType(market))
    );
  }

  /**
   * Whether an ambiguous price may match. Its odds and whether it is live are not known for sure.
   */
  #mayMatchAmbiguous({
    live: _live,
    min_odds: _min,
    max_odds: _max,
    ...filter
  }: OddsFilter): boolean {
    const { ambiguous } = this.#board;
    return ambiguous.length > 0 && ambiguous.some(oddsMatcher(filter));
  }

  /** The smallest sets of prices that contain every match, by one of the filter's lists. */
  #smallestParts({ event, sportsbook, sport, league, market }: OddsFilter) {
    const { index } = this.#board;
    const isWanted = marketMatcher(market ?? []);
    const types = market?.length ? [...index.values('market_type')].filter(isWanted) : null;
    const choices = [
      index.parts('event_id', event),
      index.parts('sportsbook', sportsbook),
      index.parts('league', league),
      index.parts('market_type', types),
      index.parts('sport', sportSlugs(sport ?? [])),
    ];
    return choices.reduce((least, parts) => (sizeOf(parts) < sizeOf(least) ? parts : least));
  }

  /** Rows with equal sort values keep the board's order. */
  #sorted(rows: readonly Odds[], sort: OddsPageQuery['sort']): Odds[] {
    const read = sortValue(sort);
    const compare = sortComparer(sort);
    return rows
      .map((row) => ({ value: read(row), order: this.#board.versions.orderOf(row.id), row }))
      .sort((a, b) => compare(a.value, b.value) || a.order - b.order)
      .map(({ row }) => row);
  }
}

/** An event from its prices; null if they disagree. */
function pricedEvent(prices: ReadonlySet<Odds>): PricedEvent | null {
  const [first] = prices;
  if (first === undefined) return null;
  const { sport, league, is_live } = first;
  const markets = new Set<string>();
  for (const row of prices) {
    if (row.sport !== sport || row.league !== league || row.is_live !== is_live) return null;
    markets.add(row.market_type);
  }
  return { sport, league, is_live, markets: [...markets] };
}

function sizeOf(parts: readonly ReadonlySet<Odds>[]): number {
  return parts.reduce((size, rows) => size + rows.size, 0);
}
