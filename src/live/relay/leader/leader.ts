import type { ErrorCode, OddsgraphError } from '../../../errors/errors.ts';
import type { Tracing } from '../../../observability/tracing/tracing.ts';
import type { Clock, Timer } from '../../../scheduling/clock.ts';
import type { StreamFrame } from '../../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../../upstream/stream/stream-listener.ts';
import type { MergeBoard } from '../../board/live-board.ts';
import { encodeEnd, type RelayStatus, type StepHeader, type StreamEnd, TAKEOVER } from '../step.ts';
import type { AppendRequest, Head, RelayStore } from '../store/relay-store.ts';
import { AppendTrace } from './append-trace.ts';
import { PendingStatuses } from './pending-statuses.ts';
import { StepBuilder } from './step-builder.ts';

export interface LeaderOptions<Value> {
  readonly store: Pick<RelayStore, 'append'>;
  readonly clock: Clock;
  /** The name in Redis of the board (the upstream stream's current rows). */
  readonly boardKey: string;
  /** The unique name of this process, as the owner of the lease. */
  readonly owner: string;
  /** The state of the board in Redis, from which this leader continues. */
  readonly head: Head;
  /** A board in the same state, to which this leader applies upstream's frames. */
  readonly mergeBoard: MergeBoard<Value>;
  /** `replacesEarlier`: whether another replica had such a stream, which upstream may still count as open. */
  readonly openStream: (
    listener: UpstreamStreamListener,
    replacesEarlier: boolean,
  ) => UpstreamConnection;
  /** Whether this process holds the lease now, and may act as the leader. */
  readonly isHeld: () => boolean;
  /**
   * Called when this leader must stop: Redis has refused a step (see `Leader`), or upstream sent something
   * while the lease was not held.
   */
  readonly onMustStop: () => void;
  /** Traces steps; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

/** The delay before a step that failed or got no response is sent again. */
const RETRY_MS = 250;

/**
 * The one replica that consumes an upstream stream for all. Applies the frames to its board and appends the
 * changes to the board's log in Redis, as numbered, atomic steps. One step is in flight at a time. A step
 * whose append failed may still have been accepted, so it is sent again until Redis answers or the lease is
 * lost. Redis accepts it only once.
 */
export class Leader<Value> implements UpstreamStreamListener {
  readonly #options: LeaderOptions<Value>;
  readonly #builder: StepBuilder;
  readonly #trace: AppendTrace;
  readonly #upstream: UpstreamConnection;
  readonly #statuses = new PendingStatuses();
  /** Why upstream has ended the stream; null before that, and after a step was built with it. */
  #end: StreamEnd | null = null;
  /** Whether the board has had a whole snapshot in this epoch (see `epoch`), as of the last step built. */
  #isComplete: boolean;
  /** The board's version when upstream's first snapshot for this leader was complete; null before. */
  #completeVersion: number | null = null;
  #offset: number;
  /** The step in flight; null if there is none. */
  #sent: AppendRequest | null = null;
  /**
   * When the oldest frame arrived whose changes are not all in steps yet (milliseconds since the Unix epoch);
   * null if there is none.
   */
  #changedAt: number | null = null;
  #retry: Timer | null = null;
  #isClosed = false;

  constructor(options: LeaderOptions<Value>) {
    this.#options = options;
    this.#offset = options.head.offset;
    this.#isComplete = options.head.isComplete;
    this.#builder = new StepBuilder(options.mergeBoard.rows);
    this.#trace = new AppendTrace(options.tracing ?? null);
    // Subscribers may be reading this board already. It is not up to date until upstream has sent a snapshot.
    if (options.head.offset > 0) this.#addStatus(TAKEOVER);
    this.#upstream = options.openStream(this, options.head.offset > 0);
    this.#flush();
  }

  /**
   * Names the sequence of the board's versions and steps, which a new leader continues. A new epoch starts if
   * Redis has lost the board.
   */
  get epoch(): string {
    return this.#options.head.epoch;
  }

  /** The number of the last accepted step. */
  get offset(): number {
    return this.#offset;
  }

  /** Reopens the upstream stream. */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Closes the upstream stream. Unsent changes are dropped; the next leader gets a new snapshot. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry?.cancel();
    this.#trace.close();
    this.#upstream.close();
  }

  onFrame(frame: StreamFrame): void {
    if (!this.#canAct) return;
    const { mergeBoard, clock } = this.#options;
    this.#trace.addFrameSpan();
    switch (frame.kind) {
      case 'connected':
        mergeBoard.startSnapshot();
        this.#addStatus({ state: 'CONNECTED', code: null, message: null });
        break;
      case 'snapshot:complete':
        this.completeSnapshot();
        this.#addStatus({ state: 'READY', code: null, message: null });
        break;
      case 'error':
        mergeBoard.applyFrame(frame);
        this.#addStatus({ state: 'NOTICE', code: frame.data.code, message: frame.data.message });
        break;
      default:
        mergeBoard.applyFrame(frame);
    }
    if (this.#builder.hasChanges) this.#changedAt ??= clock.now();
    this.#flush();
  }

  onDegraded(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    if (!this.#canAct) return;
    this.#addStatus({ state, code, message });
    this.#flush();
  }

  onEnd(error: OddsgraphError): void {
    if (!this.#canAct) return;
    this.#end = encodeEnd(error);
    this.#flush();
  }

  /** Upstream has sent its whole snapshot. */
  protected completeSnapshot(): void {
    const { mergeBoard } = this.#options;
    mergeBoard.completeSnapshot();
    this.#completeVersion ??= mergeBoard.rows.version;
  }

  /** Returns the step to send when `sent` got no response: the same one. Overridden in tests. */
  protected stepToRetry(sent: AppendRequest): AppendRequest {
    return sent;
  }

  /** Builds the next step from the changes, statuses and stream end that are not in a step yet. */
  protected nextStep(): AppendRequest {
    const { owner, head, mergeBoard } = this.#options;
    // `size` is the number of rows on the board; removals up to the version `forgotten` are no longer remembered.
    const { from, to, forgotten, size, rows, forgottenIds } = this.#builder.next();
    const isAll = to === mergeBoard.rows.version;
    const statuses = this.#statuses.take(to);
    this.#isComplete ||= this.#completeVersion !== null && this.#completeVersion <= to;
    const current = statuses.findLast(({ state }) => state !== 'NOTICE') ?? null;
    const offset = this.#offset + 1;
    const end = isAll ? this.#end : null;
    if (isAll) this.#end = null;
    const header: StepHeader = {
      kind: 'step',
      epoch: head.epoch,
      offset,
      from,
      to,
      forgotten,
      size,
      statuses,
      complete: this.#isComplete,
      end,
      ...this.#trace.start(rows.length),
      ...(this.#changedAt !== null && { at: this.#changedAt }),
    };
    if (isAll) this.#changedAt = null;
    return {
      owner,
      term: head.term,
      epoch: head.epoch,
      offset,
      rows,
      forgottenIds,
      size,
      fromVersion: from,
      toVersion: to,
      forgottenVersion: forgotten,
      isComplete: this.#isComplete,
      status: current && JSON.stringify(current),
      header: JSON.stringify(header),
    };
  }

  /** Whether to handle an event. If the lease has expired, stops this leader: it will miss the event. */
  get #canAct(): boolean {
    if (!this.#isClosed && !this.#options.isHeld()) this.#options.onMustStop();
    return !this.#isClosed;
  }

  #addStatus(status: RelayStatus): void {
    this.#statuses.add(status, this.#options.mergeBoard.rows.version);
  }

  #flush(): void {
    if (this.#sent !== null || this.#isClosed) return;
    if (!this.#builder.hasChanges && this.#statuses.isEmpty && this.#end === null) {
      this.#trace.dropFrames(); // These frames have changed nothing.
      return;
    }
    void this.#send(this.nextStep());
  }

  async #send(step: AppendRequest): Promise<void> {
    this.#sent = step;
    const { store, boardKey, clock } = this.#options;
    const answer = await store.append(boardKey, step).catch(() => null);
    if (this.#isClosed) return;
    if (answer === null) {
      this.#retry = clock.after(RETRY_MS, () => void this.#send(this.stepToRetry(step)));
    } else if (answer === 'appended') {
      this.#accept(step);
    } else {
      this.#options.onMustStop();
    }
  }

  #accept({ offset }: AppendRequest): void {
    this.#offset = offset;
    this.#sent = null;
    this.#trace.accepted();
    this.#flush();
  }
}
