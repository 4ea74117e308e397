import type { Odds } from '../../contract/odds/odds.ts';
import { ListedOdds } from '../../models/odds.ts';
import type { Entry } from '../board/entry-list.ts';
import { type Filterable, type LiveFilter, liveMatcher } from '../board/live-filter.ts';
import type { Projection } from './projection.ts';

/** One part of a snapshot of all prices that match a subscriber's filter. */
export interface OddsSnapshotModel {
  readonly __typename: 'OddsSnapshot';
  /** Odds as upstream's lists and streams show them, which have other fields than those of `POST /odds/batch`. */
  readonly odds: ListedOdds[];
  /** The number of prices in all parts. */
  readonly total: number;
  /** The number of prices in the parts before this one. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly cursor: string;
}

/** Prices that changed or are new. */
export interface OddsUpdateModel {
  readonly __typename: 'OddsUpdate';
  readonly odds: ListedOdds[];
  readonly cursor: string;
  /** How many changes were replaced by newer ones before they were sent. */
  readonly conflated: number;
}

/** Prices that were removed, by id. */
interface OddsRemovalModel {
  readonly __typename: 'OddsRemoval';
  readonly ids: string[];
  readonly cursor: string;
}

/** The events of `liveOdds`, except `FeedStatus`. */
export type OddsPayload = OddsSnapshotModel | OddsUpdateModel | OddsRemovalModel;

/** The properties of a price that filters look at. */
export function filterableOdds(odds: Odds): Filterable {
  return {
    eventId: odds.event_id,
    league: odds.league,
    sport: odds.sport,
    marketType: odds.market_type,
    booksPerLeg: [[odds.sportsbook]], // A price has one leg, at one sportsbook.
  };
}

/** Turns prices into the events of `liveOdds`, with at most `chunkSize` prices or ids each. */
export function oddsProjection(
  filter: LiveFilter,
  chunkSize: number,
): Projection<Odds, OddsPayload> {
  const matches = liveMatcher(filter);
  return {
    matches: (odds) => matches(filterableOdds(odds)),
    snapshot: (entries, { version }, cursorAt) => {
      // An empty snapshot is sent as well: it replaces what the client has.
      const rows = entries.map(rowOf);
      const count = Math.max(1, sliceCount(rows, chunkSize));
      return {
        count,
        at: (index) => {
          const isLast = index === count - 1;
          return {
            __typename: 'OddsSnapshot',
            odds: sliceOf(rows, chunkSize, index).map(toListedOdds),
            total: rows.length,
            offset: index * chunkSize,
            isLast,
            // A client that resumes in the middle of a snapshot gets all prices again: version 0 precedes all changes.
            cursor: cursorAt(isLast ? version : 0),
          };
        },
      };
    },
    changes: ({ changed, removed }, { from, to }, conflated, cursorAt) => {
      const rows = changed.map(rowOf);
      const updateCount = sliceCount(rows, chunkSize);
      const count = updateCount + sliceCount(removed, chunkSize);
      return {
        count,
        at: (index) => {
          // A client that resumes before the last of these events gets all of them again.
          const cursor = cursorAt(index === count - 1 ? to.version : from.version);
          return index < updateCount
            ? {
                __typename: 'OddsUpdate',
                odds: sliceOf(rows, chunkSize, index).map(toListedOdds),
                cursor,
                conflated: index === 0 ? conflated : 0,
              }
            : {
                __typename: 'OddsRemoval',
                ids: sliceOf(removed, chunkSize, index - updateCount).map(({ id }) => id),
                cursor,
              };
        },
      };
    },
  };
}

function rowOf({ value }: Entry<Odds>): Odds {
  return value;
}

function toListedOdds(row: Odds): ListedOdds {
  return new ListedOdds(row);
}

function sliceCount(items: readonly unknown[], size: number): number {
  return Math.ceil(items.length / size);
}

function sliceOf<T>(items: readonly T[], size: number, index: number): T[] {
  return items.slice(index * size, (index + 1) * size);
}
