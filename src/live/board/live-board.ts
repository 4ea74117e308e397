import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { VersionedBoard } from './versioned-board.ts';

/** A board that merges the frames of a stream. */
export interface LiveBoard<Value> {
  readonly versions: VersionedBoard<Value>;
  readonly isReady: boolean;
  startSnapshot(): void;
  completeSnapshot(): void;
  take(frame: StreamFrame): void;
}

/** A board that can go on where another one has stopped. */
export interface MergeBoard<Value> extends LiveBoard<Value> {
  /** Continues another board, which stays as it is. `isReady`: whether that one was whole once. */
  restore(source: VersionedBoard<Value>, isReady: boolean): void;
}
