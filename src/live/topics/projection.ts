import type { Changes, Entry } from '../board/entry-list.ts';
import type { Filterable } from '../board/live-filter.ts';
import type { LazyPayloads, TopicVersion } from './batch.ts';

/** Returns the cursor with which a client resumes after a version of the board. */
export type CursorAt = (version: number) => string;

/** Turns the rows of a board into the GraphQL payloads for a topic. */
export interface Projection<Value, Payload> {
  /**
   * Whether a row belongs to the topic. Depends only on properties of the row that never change. `filterable`: those
   * that filters test, if the caller has them already.
   */
  readonly matches: (value: Value, filterable?: Filterable) => boolean;
  /** The payloads of a snapshot at a version. `entries` are all rows that match. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    at: TopicVersion,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
  /**
   * The payloads of the matching changes between two versions; null if the rows don't tell all that has changed.
   * `conflated`: how many earlier changes of the same rows are not included, because newer ones replaced them.
   */
  readonly changes: (
    changes: Changes<Value>,
    range: { readonly from: TopicVersion; readonly to: TopicVersion },
    conflated: number,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload> | null;
}
