import type { Clock, Timer } from '../../../clock.ts';
import type { ErrorCode, OddsgraphError } from '../../../errors.ts';
import type { Tracing } from '../../../tracing/tracing.ts';
import type { StreamFrame } from '../../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../../upstream/stream/stream-listener.ts';
import type { MergeBoard } from '../../board/live-board.ts';
import { encodeEnd, type RelayStatus, type StepHeader, type StreamEnd } from '../step.ts';
import type { AppendRequest, Head, RelayStore } from '../store/relay-store.ts';
import { AppendTrace } from './append-trace.ts';
import { StepBuilder } from './step-builder.ts';

export interface LeaderOptions<Value> {
  readonly store: Pick<RelayStore, 'append'>;
  readonly clock: Clock;
  readonly board: string;
  readonly owner: string;
  /** The state from which this leader continues, and a board with that state. */
  readonly head: Head;
  readonly mergeBoard: MergeBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Whether this process may act on its lease now. */
  readonly isHeld: () => boolean;
  /**
   * This leader must stop: a step was refused, or something arrived from upstream while the lease was not
   * held.
   */
  readonly onRefused: () => void;
  /** Traces steps; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

/** The delay before a step without a response is sent again. */
const RETRY_MS = 250;

/** The maximum number of statuses that wait for a step. The oldest notices are dropped first. */
const STATUSES_MAX = 50;

interface PendingStatus {
  /** The board's version when it arrived. Its step includes all changes up to that version. */
  readonly version: number;
  readonly status: RelayStatus;
}

const TAKEOVER: RelayStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'Another replica is taking over the upstream stream.',
};

/**
 * Merges upstream's frames into a board and appends the changes to the log. One step is in flight at a
 * time. A step without a response may have been accepted, so the same step is sent again until there
 * is a response or the lease is lost. The store accepts it once.
 */
export class Leader<Value> implements UpstreamStreamListener {
  readonly #options: LeaderOptions<Value>;
  readonly #builder: StepBuilder;
  readonly #trace: AppendTrace;
  readonly #upstream: UpstreamConnection;
  #statuses: PendingStatus[] = [];
  /** Why upstream has ended the stream; null before that, and after a step was built with it. */
  #end: StreamEnd | null = null;
  #isComplete: boolean;
  /** The first version at which the board was complete; null if it never was. */
  #completeVersion: number | null = null;
  #offset: number;
  #sent: AppendRequest | null = null;
  /** When the oldest frame came whose changes are not all in a step yet; null if there is none. */
  #changedAt: number | null = null;
  #retry: Timer | null = null;
  #isClosed = false;

  constructor(options: LeaderOptions<Value>) {
    this.#options = options;
    this.#offset = options.head.offset;
    this.#isComplete = options.head.isComplete;
    this.#builder = new StepBuilder(options.mergeBoard.versions);
    this.#trace = new AppendTrace(options.tracing ?? null);
    // Subscribers may read this board already. It is not current before upstream has sent a snapshot.
    if (options.head.offset > 0) this.#addStatus(TAKEOVER);
    this.#upstream = options.openStream(this);
    this.#flush();
  }

  get epoch(): string {
    return this.#options.head.epoch;
  }

  /** The number of the last accepted step. */
  get offset(): number {
    return this.#offset;
  }

  /** Opens the upstream stream again. */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Closes the upstream stream. Changes that were not accepted are left to the next leader. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry?.cancel();
    this.#trace.close();
    this.#upstream.close();
  }

  onFrame(frame: StreamFrame): void {
    if (!this.#canAct) return;
    const { mergeBoard } = this.#options;
    this.#trace.addFrame();
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
        mergeBoard.take(frame);
        this.#addStatus({ state: 'NOTICE', code: frame.data.code, message: frame.data.message });
        break;
      default:
        mergeBoard.take(frame);
    }
    if (this.#builder.isBehind) this.#changedAt ??= this.#options.clock.now();
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
    this.#completeVersion ??= mergeBoard.versions.version;
  }

  /** The step to send after one that got no response: the same. */
  protected stepToRetry(sent: AppendRequest): AppendRequest {
    return sent;
  }

  /** The next step after the last one that was built. */
  protected nextStep(): AppendRequest {
    const { owner, head, mergeBoard } = this.#options;
    const { from, to, forgotten, size, rows, forgottenIds } = this.#builder.next();
    const isAll = to === mergeBoard.versions.version;
    const due = this.#statuses.filter(({ version }) => version <= to);
    this.#statuses = this.#statuses.filter(({ version }) => version > to);
    this.#isComplete ||= this.#completeVersion !== null && this.#completeVersion <= to;
    const statuses = due.map(({ status }) => status);
    const current = statuses.findLast(({ state }) => state !== 'NOTICE') ?? null;
    const offset = this.#offset + 1;
    const end = isAll ? this.#end : null;
    if (isAll) this.#end = null;
    const header: StepHeader = {
      ...{ kind: 'step', epoch: head.epoch, offset, from, to, forgotten, size, statuses },
      complete: this.#isComplete,
      end,
      ...this.#trace.start(rows.length),
      ...(this.#changedAt !== null && { at: this.#changedAt }),
    };
    if (isAll) this.#changedAt = null;
    return {
      ...{ owner, term: head.term, epoch: head.epoch, offset, rows, forgottenIds, size },
      fromVersion: from,
      toVersion: to,
      forgottenVersion: forgotten,
      isComplete: this.#isComplete,
      status: current && JSON.stringify(current),
      header: JSON.stringify(header),
    };
  }

  /** A leader that has ignored a frame must not go on, even if its lease is renewed later. */
  get #canAct(): boolean {
    if (!this.#isClosed && !this.#options.isHeld()) this.#options.onRefused();
    return !this.#isClosed;
  }

  #addStatus(status: RelayStatus): void {
    if (this.#statuses.length >= STATUSES_MAX) {
      const notice = this.#statuses.findIndex(({ status: { state } }) => state === 'NOTICE');
      this.#statuses.splice(Math.max(0, notice), 1);
    }
    this.#statuses.push({ version: this.#options.mergeBoard.versions.version, status });
  }

  #flush(): void {
    if (this.#sent !== null || this.#isClosed) return;
    if (!this.#builder.isBehind && this.#statuses.length === 0 && this.#end === null) {
      this.#trace.dropFrames(); // They have changed nothing.
      return;
    }
    void this.#send(this.nextStep());
  }

  async #send(step: AppendRequest): Promise<void> {
    this.#sent = step;
    const { store, board, clock } = this.#options;
    const answer = await store.append(board, step).catch(() => null);
    if (this.#isClosed) return;
    if (answer === null) {
      this.#retry = clock.after(RETRY_MS, () => void this.#send(this.stepToRetry(step)));
    } else if (answer === 'appended') {
      this.#accept(step);
    } else {
      this.#options.onRefused();
    }
  }

  #accept({ offset }: AppendRequest): void {
    this.#offset = offset;
    this.#sent = null;
    this.#trace.accepted();
    this.#flush();
  }
}
