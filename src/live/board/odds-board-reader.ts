import type { Event } from '../../contract/events.ts';
import { oddsOrder } from '../../contract/lists/placed-odds.ts';
import { isMarketAlias, marketMatcher } from '../../contract/markets.ts';
import type { Odds, OddsSort } from '../../contract/odds/odds.ts';
import { type OddsFilter, oddsMatcher, playerMatcher } from '../../contract/odds/odds-filter.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { sportSlugs } from '../../contract/sports.ts';
import type { Tier } from '../../contract/tiers.ts';
import { pageOf } from '../../contract/wire.ts';
import type { OddsBoard } from './odds-board.ts';
import type { IndexedField } from './odds-index.ts';

/** The prices of an event that the caller wants. */
type EventOddsQuery = Pick<OddsFilter, 'sportsbook' | 'market'>;

/** A query for the first page of `GET /odds`. */
export interface OddsPageQuery extends OddsFilter {
  readonly sort?: OddsSort | null | undefined;
  /** Parts of players' names, as `playerMatcher` takes them. */
  readonly players?: readonly string[] | null | undefined;
  readonly limit: number;
}

/** The fields of an event that its prices contain. */
export type PricedEvent = Pick<Event, 'sport' | 'league' | 'is_live' | 'markets'>;

/** How many prices are scanned for one query at most. Scanning more takes longer than asking upstream. */
const SCANNED_MAX = 10_000;

/**
 * Answers queries for odds from an account's live board with the rows that upstream would answer with. Once
 * another replica has taken over the upstream stream, rows without a sort order may come in another order. A method
 * returns null if it cannot be sure of the rows; the caller then asks upstream.
 */
export class OddsBoardReader {
  /** The account's tier; null if it is not known yet. */
  readonly tier: Tier | null;
  readonly #board: OddsBoard;

  constructor(board: OddsBoard, tier: Tier | null) {
    this.#board = board;
    this.tier = tier;
  }

  /** All prices of an event, from which the caller picks those of the query; null if these may differ from upstream's. */
  ofEvent(eventId: string, query: EventOddsQuery): Odds[] | null {
    const filter = { ...query, event: [eventId] };
    const canAnswer = this.#hasAllValues(filter) && !this.#mayMatchAmbiguous(filter);
    return canAnswer ? this.#sorted([...this.#board.index.rows('event_id', eventId)], null) : null;
  }

  /** The first page of a query; null also if there is more than one page. */
  page({ sort, limit, players, ...filter }: OddsPageQuery): OddsPage | null {
    if (!this.#hasAllValues(filter) || this.#mayMatchAmbiguous(filter)) return null;
    const buckets = this.#smallestBuckets(filter);
    if (sizeOf(buckets) > SCANNED_MAX) return null;
    const matches = oddsMatcher(filter);
    const isOfPlayer = playerMatcher(players);
    const found: Odds[] = [];
    for (const rows of buckets) {
      for (const row of rows) {
        if (!matches(row) || !isOfPlayer(row)) continue;
        if (found.length === limit) return null;
        found.push(row);
      }
    }
    return pageOf(this.#sorted(found, sort), { limit });
  }

  /**
   * All events with prices; null if some prices are ambiguous, or if the prices of one event differ in its
   * sport, its league or whether it is live.
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

  /** All values of a field on the board, in lower case except event ids. */
  values(field: IndexedField): MapIterator<string> {
    return this.#board.index.values(field);
  }

  /**
   * Whether each value in the filter occurs in at least one price on the board. If one doesn't, upstream may
   * treat it as an alias, or reject it (the account's tier may not include that sportsbook), or the stream
   * may not have sent the prices of a new event yet.
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
   * Whether an ambiguous price (upstream's current state is not certain) may match. The filter's conditions
   * on odds and on `live` are ignored, because those may differ upstream.
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

  /** The index buckets to scan: those of the field whose filter values leave the fewest prices. */
  #smallestBuckets({ event, sportsbook, sport, league, market }: OddsFilter) {
    const { index } = this.#board;
    const isWanted = marketMatcher(market ?? []);
    const types = market?.length ? [...index.values('market_type')].filter(isWanted) : null;
    const choices = [
      index.buckets('event_id', event),
      index.buckets('sportsbook', sportsbook),
      index.buckets('league', league),
      index.buckets('market_type', types),
      index.buckets('sport', sportSlugs(sport ?? [])),
    ];
    return choices.reduce((smallest, buckets) =>
      sizeOf(buckets) < sizeOf(smallest) ? buckets : smallest,
    );
  }

  /** Sorts rows. Those with equal sort values stay in the order in which they came to the board. */
  #sorted(rows: readonly Odds[], sort: OddsPageQuery['sort']): Odds[] {
    const placed = rows.map((odds) => ({ ref: this.#board.rows.orderOf(odds.id), odds }));
    return oddsOrder(sort)
      .sort(placed)
      .map(({ odds }) => odds);
  }
}

/** An event, built from its prices; null if they differ in sport, league or `is_live`. */
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

function sizeOf(buckets: readonly ReadonlySet<Odds>[]): number {
  return buckets.reduce((size, rows) => size + rows.size, 0);
}
