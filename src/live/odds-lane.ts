import type { Odds } from '../contract/odds.ts';
import { ListedOdds } from '../models/odds.ts';
import type { LaneShape } from './lane.ts';
import { type Filterable, type LiveFilter, liveMatcher } from './live-filter.ts';

/** A part of the whole matching board. */
export interface OddsSnapshotPayload {
  readonly __typename: 'OddsSnapshot';
  readonly odds: ListedOdds[];
  readonly total: number;
  readonly offset: number;
  readonly isLast: boolean;
  readonly cursor: string;
}

/** Prices that changed or are new. */
export interface OddsUpdatePayload {
  readonly __typename: 'OddsUpdate';
  readonly odds: ListedOdds[];
  readonly cursor: string;
  readonly conflated: number;
}

interface OddsRemovalPayload {
  readonly __typename: 'OddsRemoval';
  readonly ids: string[];
  readonly cursor: string;
}

/** What `liveOdds` delivers. */
export type OddsPayload = OddsSnapshotPayload | OddsUpdatePayload | OddsRemovalPayload;

/** What a filter looks at in a price. */
export function filterableOdds(odds: Odds): Filterable {
  return {
    eventId: odds.event_id,
    league: odds.league,
    sport: odds.sport,
    marketType: odds.market_type,
    books: [[odds.sportsbook]],
  };
}

/** Shows a board of prices as `liveOdds` promises it, in events of at most `chunkSize` prices. */
export function oddsLaneShape(filter: LiveFilter, chunkSize: number): LaneShape<Odds, OddsPayload> {
  const matches = liveMatcher(filter);
  return {
    matches: (odds) => matches(filterableOdds(odds)),
    snapshot: (entries, position, cursorAt) => {
      const total = entries.length;
      // A snapshot of nothing is still told: it replaces what the subscriber held.
      return chunks(entries, chunkSize, { atLeastOne: true }).map((chunk, index, all) => {
        const isLast = index === all.length - 1;
        return {
          __typename: 'OddsSnapshot',
          odds: chunk.map((entry) => new ListedOdds(entry.value)),
          total,
          offset: index * chunkSize,
          isLast,
          // Who comes back with a part of a snapshot gets all of it again, as changes since 0.
          cursor: cursorAt(isLast ? position.seq : 0),
        };
      });
    },
    changes: ({ changed, removed }, { from, to }, conflated, cursorAt) => [
      ...chunks(changed, chunkSize).map((chunk, index, all): OddsPayload => {
        const isLast = index === all.length - 1 && removed.length === 0;
        return {
          __typename: 'OddsUpdate',
          odds: chunk.map((entry) => new ListedOdds(entry.value)),
          cursor: cursorAt(isLast ? to.seq : from.seq),
          conflated: index === 0 ? conflated : 0,
        };
      }),
      ...chunks(removed, chunkSize).map((chunk, index, all): OddsPayload => {
        const isLast = index === all.length - 1;
        return {
          __typename: 'OddsRemoval',
          ids: chunk.map((entry) => entry.id),
          cursor: cursorAt(isLast ? to.seq : from.seq),
        };
      }),
    ],
  };
}

function chunks<T>(items: readonly T[], size: number, { atLeastOne = false } = {}): T[][] {
  const count = Math.max(Math.ceil(items.length / size), atLeastOne ? 1 : 0);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
