import type { OddsgraphError } from '../../errors/errors.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import type { Entry } from './entry-list.ts';
import type { VersionedRows } from './versioned-rows.ts';

/** The current rows (prices, opportunities) of one upstream stream, which many subscribers share. */
export abstract class LiveBoard<Value> {
  readonly rows: VersionedRows<Value>;
  #onEntry: (entry: Entry<Value>) => void = () => {};
  #onSnapshot: () => void = () => {};
  #hasSnapshot = false;

  constructor(rows: VersionedRows<Value>) {
    this.rows = rows;
  }

  /** Whether subscribers may read the board: it has been complete at least once in its epoch. */
  get hasSnapshot(): boolean {
    return this.#hasSnapshot;
  }

  /**
   * Calls `onEntry` with each changed or removed row while subscribers may read the board, and `onSnapshot` when
   * they may from now on. Calling this again replaces both.
   */
  onChange(onEntry: (entry: Entry<Value>) => void, onSnapshot: () => void = () => {}): void {
    this.#onEntry = onEntry;
    this.#onSnapshot = onSnapshot;
  }

  /** Notifies the listener of a change, unless nobody may read the board yet. */
  protected publish(entry: Entry<Value>): void {
    if (this.#hasSnapshot) this.#onEntry(entry);
  }

  /** Lets subscribers read the board, if they may not already. */
  protected show(): void {
    if (this.#hasSnapshot) return;
    this.#hasSnapshot = true;
    this.#onSnapshot();
  }

  /** Lets nobody read the board until it is complete again. */
  protected hide(): void {
    this.#hasSnapshot = false;
  }
}

/** A board that merges upstream's frames into its rows itself, and can start as a copy of another board. */
export abstract class MergeBoard<Value> extends LiveBoard<Value> {
  abstract applyFrame(frame: StreamFrame): void;
  /** Copies another board's rows. `hasSnapshot`: whether that board has been complete. */
  abstract restore(source: VersionedRows<Value>, hasSnapshot: boolean): void;
}

/** An upstream stream that this process can read, and the empty board that merges its frames. */
export interface UpstreamReading<Value> {
  readonly board: MergeBoard<Value>;
  /** `replacesEarlier`: whether another replica had such a stream, which upstream may still count as open. */
  open(listener: UpstreamStreamListener, replacesEarlier: boolean): UpstreamConnection;
}

/** What a stream reports of itself to subscribers. A `NOTICE` is a problem that does not change its state. */
export interface StreamStatus {
  readonly state: 'CONNECTED' | 'READY' | 'STALE' | 'RECONNECTING' | 'NOTICE';
  readonly code: string | null;
  readonly message: string | null;
}

/** The status that a frame stands for; null if it is none. */
export function statusOf(frame: StreamFrame): StreamStatus | null {
  switch (frame.kind) {
    case 'connected':
      return { state: 'CONNECTED', code: null, message: null };
    case 'snapshot:complete':
      return { state: 'READY', code: null, message: null };
    case 'error':
      return { state: 'NOTICE', code: frame.data.code, message: frame.data.message ?? null };
    default:
      return null;
  }
}

/** Receives what becomes of the stream that fills a board. */
export interface StreamListener {
  /** The board's rows may have changed. */
  onRows(): void;
  /** Follows the changes that precede the status. */
  onStatus(status: StreamStatus): void;
  /** The stream has ended permanently. Nothing is called after this. */
  onEnd(error: OddsgraphError): void;
}

/** Returns what merges a stream's frames into a board, and tells `listener` what they bring. */
export function mergingListener<Value>(
  board: MergeBoard<Value>,
  clock: Clock,
  listener: StreamListener,
): UpstreamStreamListener {
  return {
    onFrame(frame) {
      board.rows.arrivedAt = clock.monotonic();
      board.applyFrame(frame);
      listener.onRows();
      const status = statusOf(frame);
      if (status !== null) listener.onStatus(status);
    },
    onDegraded: (state, message, code) => listener.onStatus({ state, message, code }),
    onEnd: (error) => listener.onEnd(error),
  };
}

/** Gets every single change of a board, in contrast to subscribers, who read the difference between two versions. */
export interface BoardObserver<Value> {
  /** Called for each change when it happens. Has to be fast, and to take what it needs: the row will change again. */
  onEntry(entry: Entry<Value>): void;
  /** The board has become complete and up to date, or no longer is: see `BoardObservation.isLive`. */
  onState(): void;
  /** The stream has ended, with an error unless nobody used it; nothing more will come. */
  onEnd(error: Error | null): void;
}

/** What an observer sees of a board, and keeps open until it stops. */
export interface BoardObservation<Value> {
  readonly rows: VersionedRows<Value>;
  /** Whether the board is complete and its upstream stream is open. */
  readonly isLive: boolean;
  /**
   * Whether the upstream stream is still being opened, or its snapshot is still arriving: what changes meanwhile may
   * have happened long before.
   */
  readonly isFilling: boolean;
  /** Milliseconds since upstream has sent anything; null while another replica reads it. */
  readonly frameAge: number | null;
  stop(): void;
}
