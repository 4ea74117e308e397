import type { Changes, Entry } from '../board/versioned-board.ts';
import type { LazyPayloads, TopicVersion } from './batch.ts';

/** The cursor with which a client resumes after a version. */
export type CursorAt = (version: number) => string;

/** Turns board entries into the GraphQL payloads of a topic. */
export interface Projection<Value, Payload> {
  readonly matches: (value: Value) => boolean;
  /** All matching entries at a version, as payloads. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    at: TopicVersion,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
  /**
   * The changes between two versions, as payloads. `conflated` counts changes that newer ones
   * replaced.
   */
  readonly changes: (
    changes: Changes<Value>,
    range: { readonly from: TopicVersion; readonly to: TopicVersion },
    conflated: number,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
}
