import { chunksOf } from '../../contract/lists/chunks.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import { OddsModel } from '../../models/odds.ts';
import type { Entry } from '../board/entry-list.ts';
import { type Filterable, type LiveFilter, liveMatcher } from '../board/live-filter.ts';
import { formerLines, mayLackFormerLines } from '../board/odds-rows.ts';
import type { Projection } from './projection.ts';

/** One part of a snapshot of all prices that match a subscriber's filter. */
export interface OddsSnapshotModel {
  readonly __typename: 'OddsSnapshot';
  /** Odds as upstream's lists and streams show them, which have other fields than those of `POST /odds/batch`. */
  readonly odds: OddsModel[];
  /** The number of prices in all parts. */
  readonly total: number;
  /** The number of prices in the parts before this one. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly cursor: string;
}

/** Prices that changed or are new; none if only the cursor is new. */
export interface OddsUpdateModel {
  readonly __typename: 'OddsUpdate';
  readonly odds: OddsModel[];
  /** The keys that these prices had before their lines moved. */
  readonly replacedKeys: string[];
  readonly cursor: string;
  /** How many changes were replaced by newer ones before they were sent. */
  readonly conflated: number;
}

/** Prices that were removed. */
export interface OddsRemovalModel {
  readonly __typename: 'OddsRemoval';
  readonly ids: string[];
  /** In the order of `ids`. */
  readonly keys: string[];
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
    matches: (odds, filterable = filterableOdds(odds)) => matches(filterable),
    snapshot: (entries, { version }, cursorAt) => {
      // An empty snapshot is sent as well: it replaces what the client has.
      const { length: total } = entries;
      const chunks = chunksOf(entries.map(rowOf), chunkSize);
      const count = chunks.length || 1;
      return {
        count,
        at: (index) => {
          const isLast = index === count - 1;
          return {
            __typename: 'OddsSnapshot',
            odds: (chunks[index] ?? []).map(toOddsModel),
            total,
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
      const lacksLines = ({ value }: Entry<Odds>) => mayLackFormerLines(value, from.version);
      if (changed.some(lacksLines) || removed.some(lacksLines)) return null;
      // The client may still have a removed price at a line that it had before.
      const gone = removed.flatMap(({ value }) => [
        value,
        ...formerLines(value, from.version).map((line) => ({ ...value, line })),
      ]);
      const removals = chunksOf(gone, chunkSize);
      const updates = chunksOf(rows, chunkSize);
      // Without any change, an empty update tells how far the client has come.
      const count = removals.length + updates.length || 1;
      const withSelectionOf = bySelection(rows);
      return {
        count,
        at: (index) => {
          // A client that resumes before the last of these events gets all of them again.
          const cursor = cursorAt(index === count - 1 ? to.version : from.version);
          // Removals come first: a price that they name may be offered again, by the same key, under another id.
          const removed = removals[index];
          if (removed !== undefined) {
            return {
              __typename: 'OddsRemoval',
              ids: removed.map(({ id }) => id),
              // A getter, as many clients do not ask for it.
              get keys() {
                return removed.map((row) => toOddsModel(row).key);
              },
              cursor,
            };
          }
          const updated = updates[index - removals.length] ?? [];
          return {
            __typename: 'OddsUpdate',
            odds: updated.map(toOddsModel),
            get replacedKeys() {
              return replacedKeys(updated, withSelectionOf, from.version);
            },
            cursor,
            conflated: index === removals.length ? conflated : 0,
          };
        },
      };
    },
  };
}

function rowOf({ value }: Entry<Odds>): Odds {
  return value;
}

/**
 * Finds the rows with the same selection, whatever their lines. They are grouped once, when the first ones are asked for. Not by
 * line, because rows are changed in place and may still move.
 */
function bySelection(rows: readonly Odds[]): (row: Odds) => readonly Odds[] {
  let groups: Map<string, Odds[]> | null = null;
  const selectionOf = (row: Odds) => toOddsModel({ ...row, line: null }).key;
  return (row) => {
    groups ??= Map.groupBy(rows, selectionOf);
    return groups.get(selectionOf(row)) ?? [];
  };
}

/** The former keys of prices whose lines have moved since a version, except those that other changed prices have now. */
function replacedKeys(
  moved: readonly Odds[],
  withSelectionOf: (row: Odds) => readonly Odds[],
  since: number,
): string[] {
  return moved.flatMap((row) => {
    const former = formerLines(row, since);
    if (former.length === 0) return [];
    const current = new Set(withSelectionOf(row).map(({ line = null }) => line));
    const left = former.filter((line) => !current.has(line));
    return left.map((line) => toOddsModel({ ...row, line }).key);
  });
}

function toOddsModel(row: Odds): OddsModel {
  return new OddsModel(row);
}
