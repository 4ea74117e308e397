import type { Odds } from '../../contract/odds/odds.ts';
import { ListedOdds } from '../../models/odds.ts';
import { type Filterable, type LiveFilter, liveMatcher } from '../board/live-filter.ts';
import type { Entry } from '../board/versioned-board.ts';
import type { Projection } from './projection.ts';

/** A part of a snapshot. */
export interface OddsSnapshotModel {
  readonly __typename: 'OddsSnapshot';
  readonly odds: ListedOdds[];
  readonly total: number;
  readonly offset: number;
  readonly isLast: boolean;
  readonly cursor: string;
}

/** Prices that changed or are new. */
export interface OddsUpdateModel {
  readonly __typename: 'OddsUpdate';
  readonly odds: ListedOdds[];
  readonly cursor: string;
  readonly conflated: number;
}

interface OddsRemovalModel {
  readonly __typename: 'OddsRemoval';
  readonly ids: string[];
  readonly cursor: string;
}

/** The events of `liveOdds`, except statuses. */
export type OddsPayload = OddsSnapshotModel | OddsUpdateModel | OddsRemovalModel;

/** The properties of a price that filters look at. */
export function filterableOdds(odds: Odds): Filterable {
  return {
    eventId: odds.event_id,
    league: odds.league,
    sport: odds.sport,
    marketType: odds.market_type,
    books: [[odds.sportsbook]],
  };
}

/** Projects prices to the events of `liveOdds`, at most `chunkSize` prices each. */
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
      const count = Math.max(1, slicesIn(rows, chunkSize));
      return {
        count,
        at: (index) => {
          const isLast = index === count - 1;
          return {
            __typename: 'OddsSnapshot',
            odds: sliceOf(rows, chunkSize, index).map(listed),
            total: rows.length,
            offset: index * chunkSize,
            isLast,
            // A client that resumes in the middle of a snapshot gets everything again.
            cursor: cursorAt(isLast ? version : 0),
          };
        },
      };
    },
    changes: ({ changed, removed }, { from, to }, conflated, cursorAt) => {
      const rows = changed.map(rowOf);
      const updates = slicesIn(rows, chunkSize);
      const count = updates + slicesIn(removed, chunkSize);
      return {
        count,
        at: (index) => {
          const cursor = cursorAt(index === count - 1 ? to.version : from.version);
          return index < updates
            ? {
                __typename: 'OddsUpdate',
                odds: sliceOf(rows, chunkSize, index).map(listed),
                cursor,
                conflated: index === 0 ? conflated : 0,
              }
            : {
                __typename: 'OddsRemoval',
                ids: sliceOf(removed, chunkSize, index - updates).map(({ id }) => id),
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

function listed(row: Odds): ListedOdds {
  return new ListedOdds(row);
}

function slicesIn(items: readonly unknown[], size: number): number {
  return Math.ceil(items.length / size);
}

function sliceOf<T>(items: readonly T[], size: number, index: number): T[] {
  return items.slice(index * size, (index + 1) * size);
}
