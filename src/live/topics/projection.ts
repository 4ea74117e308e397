import type { Changes, Entry } from '../board/versioned-board.ts';
import type { LazyPayloads, TopicVersion } from './batch.ts';

/** The cursor with which a client resumes after a version. */
export type CursorAt = (version: number) => string;

/** Turns board entries into the GraphQL payloads of a topic. */
export interface Projection<Value, Payload> {
  /** Whether an entry belongs to the topic. Depends only on what never changes while the entry is on the board. */
  readonly matches: (value: Value) => boolean;
  /** The topic at a version, as payloads. `entries` are all that match. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    at: TopicVersion,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
  /**
   * The changes between two versions that match, as payloads. `conflated` counts changes that newer ones
   * replaced.
   */
  readonly changes: (
    changes: Changes<Value>,
    range: { readonly from: TopicVersion; readonly to: TopicVersion },
    conflated: number,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
}
