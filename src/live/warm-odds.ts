import type { Odds, OddsSort } from '../contract/odds.ts';
import { type OddsFilter, oddsMatcher } from '../contract/odds-filter.ts';
import { sortComparer, sortValue } from '../contract/odds-order.ts';
import type { OddsPage } from '../upstream/endpoints.ts';
import type { OddsBoard } from './odds-board.ts';

/** A first page of `GET /odds`. */
export interface OddsPageWish extends OddsFilter {
  readonly sort?: OddsSort | null | undefined;
  readonly limit: number;
}

/**
 * Answers from an account's own live board, as upstream would give them: null wherever the board may
 * hold less than that.
 */
export class WarmOdds {
  readonly #board: OddsBoard;

  constructor(board: OddsBoard) {
    this.#board = board;
  }

  /** The prices of an event, of which the caller wants those of `sportsbooks` alone; no list wants all. */
  ofEvent(eventId: string, sportsbooks: readonly string[]): ReadonlySet<Odds> | null {
    if (!this.#knows(eventId) || !this.#hasAll(sportsbooks)) return null;
    return this.#board.index.ofEvent(eventId);
  }

  /** All that a first page asks for, where that is the only one. */
  page({ sort, limit, ...filter }: OddsPageWish): OddsPage | null {
    const eventIds = filter.event ?? [];
    if (!this.#hasAll(filter.sportsbook ?? []) || !eventIds.every((id) => this.#knows(id)))
      return null;
    const matches = oddsMatcher(filter);
    const found: Odds[] = [];
    for (const row of this.#candidates(eventIds)) {
      if (!matches(row)) continue;
      if (found.length === limit || this.#board.doubtfulEvents.has(row.event_id)) return null;
      found.push(row);
    }
    const pagination = { limit, offset: 0, has_more: false };
    return { data: sorted(found, sort), meta: { total: found.length, pagination } };
  }

  /** An event without prices may be one that the stream has not told of. */
  #knows(eventId: string): boolean {
    const { index, doubtfulEvents } = this.#board;
    return index.ofEvent(eventId).size > 0 && !doubtfulEvents.has(eventId);
  }

  /** A sportsbook without prices may be above the tier, which upstream says. */
  #hasAll(sportsbooks: readonly string[]): boolean {
    return sportsbooks.every((id) => this.#board.index.has(id));
  }

  *#candidates(eventIds: readonly string[]): Generator<Odds> {
    const { index, versions } = this.#board;
    if (eventIds.length === 0) for (const { value } of versions.entries()) yield value;
    for (const id of new Set(eventIds)) yield* index.ofEvent(id);
  }
}

function sorted(rows: readonly Odds[], sort: OddsPageWish['sort']): Odds[] {
  const read = sortValue(sort);
  const compare = sortComparer(sort);
  return rows
    .map((row) => ({ value: read(row), row }))
    .sort((a, b) => compare(a.value, b.value))
    .map(({ row }) => row);
}
