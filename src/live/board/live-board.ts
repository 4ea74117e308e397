import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { Entry, VersionedBoard } from './versioned-board.ts';

/**
 * A board: the current rows (prices, opportunities) of one upstream stream, which many subscribers share.
 * It gets the stream's frames; a replica's board ignores them.
 */
export interface LiveBoard<Value> {
  readonly versions: VersionedBoard<Value>;
  /** Whether subscribers may read it: a snapshot has been complete. */
  readonly isReady: boolean;
  /** Calls `listener` with each change of the board. Only the last one registered is called. */
  onChange(listener: (entry: Entry<Value>) => void): void;
  startSnapshot(): void;
  completeSnapshot(): void;
  take(frame: StreamFrame): void;
}

/** A board that merges upstream's frames itself, and can continue from the state of another board. */
export interface MergeBoard<Value> extends LiveBoard<Value> {
  /** Copies the state of another board. `isReady`: whether that board has been complete. */
  restore(source: VersionedBoard<Value>, isReady: boolean): void;
}
