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

/** Gets every single change of a board, in contrast to subscribers, who read the difference between two versions. */
export interface BoardObserver<Value> {
  /** Called for each change when it happens. Has to be fast, and to take what it needs: the row will change again. */
  onEntry(entry: Entry<Value>): void;
  /** The board has become complete and up to date, or no longer is: see `BoardObservation.isLive`. */
  onState(): void;
  /** The stream has ended; nothing more will come. */
  onEnd(): void;
}

/** What an observer sees of a board, and keeps open until it stops. */
export interface BoardObservation<Value> {
  readonly rows: VersionedRows<Value>;
  /** Whether the board is complete and its upstream stream is open. */
  readonly isLive: boolean;
  /** Whether upstream is not read yet, or its snapshot is: what that changes may have happened long before. */
  readonly isFilling: boolean;
  /** Milliseconds since upstream has sent anything; null while another replica reads it. */
  readonly frameAge: number | null;
  stop(): void;
}
