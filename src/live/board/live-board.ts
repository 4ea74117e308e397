import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/stream-listener.ts';
import type { Entry } from './entry-list.ts';
import type { VersionedRows } from './versioned-rows.ts';

/**
 * A board: the current rows (prices, opportunities) of one upstream stream, which many subscribers share.
 * If replicas of this server share boards over Redis, a replica's board gets its changes from there, and
 * `applyFrame` does nothing.
 */
export interface LiveBoard<Value> {
  /** The rows, each with the board's version at the row's last change. */
  readonly rows: VersionedRows<Value>;
  /** Whether subscribers may read the board: it has been complete at least once. */
  readonly hasSnapshot: boolean;
  /** Calls `listener` with each changed or removed row. Calling this again replaces the listener. */
  onChange(listener: (entry: Entry<Value>) => void): void;
  /** Called when the stream has been opened, before the frames of its snapshot. */
  startSnapshot(): void;
  /** Called when the whole snapshot has been applied. */
  completeSnapshot(): void;
  applyFrame(frame: StreamFrame): void;
}

/** Receives the events of the stream that fills a board. */
export interface BoardListener extends UpstreamStreamListener {
  /** The board is complete and may be read, although its upstream stream is not READY (up to date). */
  onSnapshot(): void;
}

/** A board that merges upstream's frames into its rows itself, and can start as a copy of another board. */
export interface MergeBoard<Value> extends LiveBoard<Value> {
  /** Copies another board's rows. `hasSnapshot`: whether that board has been complete. */
  restore(source: VersionedRows<Value>, hasSnapshot: boolean): void;
}
