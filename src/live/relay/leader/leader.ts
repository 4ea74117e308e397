import type { ErrorCode, OddsgraphError } from '../../../errors/errors.ts';
import { metrics } from '../../../observability/metrics.ts';
import { PendingSpans } from '../../../observability/tracing/pending-spans.ts';
import type { AppendSpan } from '../../../observability/tracing/tracing.ts';
import type { Timer } from '../../../scheduling/clock.ts';
import type { StreamFrame } from '../../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../../upstream/stream/stream-listener.ts';
import { type MergeBoard, type StreamStatus, statusOf } from '../../board/live-board.ts';
import type { RelayedChannel } from '../relayed-channel.ts';
import { encodeEnd, type StepHeader, type StreamEnd, TAKEOVER } from '../step.ts';
import { type AppendRequest, type Head, STEP_ROWS_MAX } from '../store/relay-store.ts';
import type { Lease } from './lease.ts';
import { StepBuilder } from './step-builder.ts';

/** While so many statuses are in no step yet, further notices are dropped. */
const STATUSES_MAX = 50;

/** The delay before a step that failed or got no response is sent again. */
const RETRY_MS = 250;

/**
 * Applies upstream's frames to its board and appends the changes to the board's log in Redis. One step is in
 * flight at a time. A step whose append failed may still have been accepted, so it is sent again until Redis
 * answers or the lease is lost. Redis accepts it only once.
 */
export class Leader<Value> implements UpstreamStreamListener {
  readonly #channel: RelayedChannel<Value>;
  readonly #head: Head;
  readonly #lease: Pick<Lease, 'isHeld' | 'stepDown'>;
  readonly #board: MergeBoard<Value>;
  readonly #builder: StepBuilder;
  /** The spans of frames that are not in a step yet. */
  readonly #frameSpans = new PendingSpans();
  /** The span of the step in flight; null if there is none. */
  #span: AppendSpan | null = null;
  readonly #upstream: UpstreamConnection;
  /** The statuses that are not in a step yet. */
  #statuses: StreamStatus[] = [];
  /** Why upstream has ended the stream; null before that, and after a step was built with it. */
  #end: StreamEnd | null = null;
  #acceptedEnd: StreamEnd | null = null;
  /** Whether the board has had a whole snapshot in this epoch, as of the last step built. */
  #isComplete: boolean;
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

  /**
   * `head` is the state of the board in Redis, from which it continues, and `channel.board` a copy of it.
   * `replacesEarlier`: whether upstream may still count a stream as open that an earlier leader had.
   */
  constructor(
    channel: RelayedChannel<Value>,
    head: Head,
    lease: Pick<Lease, 'isHeld' | 'stepDown'>,
    replacesEarlier: boolean,
    stepRowsMax = STEP_ROWS_MAX,
  ) {
    this.#channel = channel;
    this.#head = head;
    this.#lease = lease;
    this.#offset = head.offset;
    this.#isComplete = head.isComplete;
    const reading = channel.newReading();
    this.#board = reading.board;
    this.#board.restore(channel.board.rows, head.isComplete);
    this.#builder = new StepBuilder(this.#board.rows, stepRowsMax);
    // Subscribers may be reading this board already. It is not up to date until upstream has sent a snapshot.
    if (head.offset > 0) this.#addStatus(TAKEOVER);
    metrics.relay_leaders.inc();
    this.#upstream = reading.open(this, replacesEarlier);
    this.#flush();
  }

  get epoch(): string {
    return this.#head.epoch;
  }

  /** The number of the last accepted step. */
  get offset(): number {
    return this.#offset;
  }

  /** Why upstream has ended the stream, once Redis has accepted the step that says so; null before. */
  get acceptedEnd(): StreamEnd | null {
    return this.#acceptedEnd;
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
    this.#frameSpans.drop();
    this.#span?.end(false);
    metrics.relay_leaders.dec();
    this.#upstream.close();
  }

  onFrame(frame: StreamFrame): void {
    if (!this.#mayAct()) return;
    const { tracing, clock } = this.#channel;
    const span = tracing?.currentChange ?? null;
    if (span !== null) this.#frameSpans.add(span);
    this.#board.applyFrame(frame);
    const status = statusOf(frame);
    if (status !== null) this.#addStatus(status);
    if (this.#builder.hasChanges) this.#changedAt ??= clock.now();
    this.#flush();
  }

  onDegraded(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    if (!this.#mayAct()) return;
    this.#addStatus({ state, code, message });
    this.#flush();
  }

  onEnd(error: OddsgraphError): void {
    if (!this.#mayAct()) return;
    this.#end = encodeEnd(error);
    this.#flush();
  }

  /** Returns the step to send when `sent` got no response: the same one. Overridden in tests. */
  protected stepToRetry(sent: AppendRequest): AppendRequest {
    return sent;
  }

  /** Builds the next step from the changes, statuses and stream end that are not in a step yet. */
  protected nextStep(): AppendRequest {
    const { term, epoch } = this.#head;
    const { rows, forgottenIds, ...versions } = this.#builder.next();
    // If rows are left over, some may have changed before a status or the end, which therefore wait for the last step.
    const isAll = !this.#builder.hasChanges;
    this.#isComplete ||= isAll && this.#board.hasSnapshot;
    const step: StepHeader = {
      kind: 'step',
      epoch,
      offset: this.#offset + 1,
      ...versions,
      statuses: isAll ? this.#statuses : [],
      // After the end, new subscribers are shown no board before upstream has accepted a stream again.
      complete: this.#isComplete && !(isAll && this.#end !== null),
      end: isAll ? this.#end : null,
      ...this.#startSpan(rows.length),
      ...(this.#changedAt !== null && { at: this.#changedAt }),
    };
    if (isAll) [this.#statuses, this.#end, this.#changedAt] = [[], null, null];
    return { owner: this.#channel.owner, term, step, rows, forgottenIds };
  }

  /** Returns whether to handle an event. If the lease has expired, stops this leader, since it misses the event. */
  #mayAct(): boolean {
    if (!this.#isClosed && !this.#lease.isHeld) this.#lease.stepDown();
    return !this.#isClosed;
  }

  #addStatus(status: StreamStatus): void {
    if (status.state === 'NOTICE' && this.#statuses.length >= STATUSES_MAX) return;
    this.#statuses.push(status);
  }

  /** Starts the span of a step, which releases those of its frames. Returns the trace context for its header. */
  #startSpan(rows: number): { readonly traceparent?: string } {
    const { tracing } = this.#channel;
    if (tracing === null) return {};
    this.#span = tracing.startAppend(rows, this.#frameSpans.take());
    const { traceparent } = this.#span.headers();
    return traceparent === undefined ? {} : { traceparent };
  }

  #flush(): void {
    if (this.#sent !== null || this.#isClosed) return;
    if (!this.#builder.hasChanges && this.#statuses.length === 0 && this.#end === null) {
      this.#frameSpans.drop(); // These frames have changed nothing.
      return;
    }
    void this.#send(this.nextStep());
  }

  async #send(request: AppendRequest): Promise<void> {
    this.#sent = request;
    const { store, boardKey, clock } = this.#channel;
    const answer = await store.append(boardKey, request).catch(() => null);
    if (this.#isClosed) return;
    if (answer === null) {
      this.#retry = clock.after(RETRY_MS, () => void this.#send(this.stepToRetry(request)));
    } else if (answer === 'appended') {
      this.#acceptedEnd = request.step.end;
      this.#accept(request.step.offset);
    } else {
      this.#lease.stepDown();
    }
  }

  #accept(offset: number): void {
    this.#offset = offset;
    this.#sent = null;
    this.#span?.end(true);
    this.#span = null;
    this.#flush();
  }
}
