import { isMarketAlias, marketMatcher } from '../../contract/markets.ts';
import type { Odds, OddsSort } from '../../contract/odds.ts';
import { type OddsFilter, oddsMatcher } from '../../contract/odds-filter.ts';
import { sortComparer, sortValue } from '../../contract/odds-order.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { sportSlugs } from '../../contract/sports.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { OddsBoard } from './odds-board.ts';
import type { IndexedField } from './odds-index.ts';

/** What of an event's prices is asked for. */
export type EventOddsQuery = Pick<OddsFilter, 'sportsbook' | 'market'>;

/** A first page of `GET /odds`. */
export interface OddsPageQuery extends OddsFilter {
  readonly sort?: OddsSort | null | undefined;
  readonly limit: number;
}

/** Prices that are looked through for one answer: to look through more takes longer than to ask upstream. */
const LOOKED_THROUGH_MAX = 10_000;

/**
 * Answers from an account's own live board, as upstream would give them: null wherever the board may
 * hold less than that.
 */
export class BoardBackedOdds {
  /** The tier for which the board's stream was opened; null where it is not known yet. */
  readonly tier: Tier | null;
  readonly #board: OddsBoard;

  constructor(board: OddsBoard, tier: Tier | null) {
    this.#board = board;
    this.tier = tier;
  }

  /** The prices of an event, of which the caller wants those of these sportsbooks and markets alone. */
  ofEvent(eventId: string, spec: EventOddsQuery): ReadonlySet<Odds> | null {
    const filter = { ...spec, event: [eventId] };
    const isHeld = this.#knowsValues(filter) && !this.#isAmbiguous(filter);
    return isHeld ? this.#board.index.rows('event_id', eventId) : null;
  }

  /** All that a first page asks for, where that is the only one. */
  page({ sort, limit, ...filter }: OddsPageQuery): OddsPage | null {
    if (!this.#knowsValues(filter) || this.#isAmbiguous(filter)) return null;
    const parts = this.#smallestParts(filter);
    if (sizeOf(parts) > LOOKED_THROUGH_MAX) return null;
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
   * What no price has, upstream may know under another name, or refuse: a sportsbook without prices
   * may be above the tier. An event without prices may be one that the stream has not told of.
   */
  #knowsValues({ event, sportsbook, sport, league, market }: OddsFilter): boolean {
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

  /** Whether a ambiguous price may be among those asked for, whatever it is by now. */
  #isAmbiguous({ live: _live, min_odds: _min, max_odds: _max, ...filter }: OddsFilter): boolean {
    const { ambiguous } = this.#board;
    return ambiguous.length > 0 && ambiguous.some(oddsMatcher(filter));
  }

  /** The fewest prices that hold all that one of the filter's lists lets through. */
  #smallestParts({ event, sportsbook, sport, league, market }: OddsFilter) {
    const { index } = this.#board;
    const isAsked = marketMatcher(market ?? []);
    const types = market?.length ? [...index.values('market_type')].filter(isAsked) : null;
    const choices = [
      index.parts('event_id', event),
      index.parts('sportsbook', sportsbook),
      index.parts('league', league),
      index.parts('market_type', types),
      index.parts('sport', sportSlugs(sport ?? [])),
    ];
    return choices.reduce((least, parts) => (sizeOf(parts) < sizeOf(least) ? parts : least));
  }

  /** Prices that a sort does not tell apart stand in the board's order. */
  #sorted(rows: readonly Odds[], sort: OddsPageQuery['sort']): Odds[] {
    const read = sortValue(sort);
    const compare = sortComparer(sort);
    return rows
      .map((row) => ({ value: read(row), place: this.#board.versions.orderOf(row.id), row }))
      .sort((a, b) => compare(a.value, b.value) || a.place - b.place)
      .map(({ row }) => row);
  }
}

function sizeOf(parts: readonly ReadonlySet<Odds>[]): number {
  return parts.reduce((size, rows) => size + rows.size, 0);
}
