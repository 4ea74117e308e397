import type { Clock, Timer } from '../../../clock.ts';
import type { ErrorCode, OddsgraphError } from '../../../errors.ts';
import type { StreamFrame } from '../../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../../upstream/stream/stream-listener.ts';
import type { MergeBoard } from '../../board/live-board.ts';
import { encodeEnd, type RelayStatus, type StepHeader, type StreamEnd } from '../step.ts';
import type { AppendRequest, Head, RelayStore } from '../store/relay-store.ts';
import { StepBuilder } from './step-builder.ts';

export interface LeaderOptions<Value> {
  readonly store: Pick<RelayStore, 'append'>;
  readonly clock: Clock;
  readonly board: string;
  readonly owner: string;
  /** The state that this leader continues, and a board that holds it. */
  readonly head: Head;
  readonly mergeBoard: MergeBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Whether the lease may be relied on at this moment. */
  readonly isHeld: () => boolean;
  /** A step was refused: another leads, or Redis has lost what the step continues. */
  readonly onRefused: () => void;
}

/** How soon a step without an answer is sent again. */
const RETRY_MS = 250;

/** Statuses that wait for a step; older notices are dropped first. */
const STATUSES_MAX = 50;

interface PendingStatus {
  /** The board's version when it came: the step that it goes with has all changes before it. */
  readonly version: number;
  readonly status: RelayStatus;
}

const TAKEOVER: RelayStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'Another replica opens the upstream stream.',
};

/**
 * Merges upstream's frames and appends what they change. One step is on its way at a time. A step
 * without an answer may have been accepted, so that very step is sent again until there is an answer
 * or the lease is over: the store takes it once.
 */
export class Leader<Value> implements UpstreamStreamListener {
  readonly #options: LeaderOptions<Value>;
  readonly #builder: StepBuilder;
  readonly #upstream: UpstreamConnection;
  #statuses: PendingStatus[] = [];
  /** Why upstream has ended the stream; null until then, and once a step says so. */
  #end: StreamEnd | null = null;
  #isComplete: boolean;
  /** The version from which on the board is whole; null until it is. */
  #completeVersion: number | null = null;
  #offset: number;
  #sent: AppendRequest | null = null;
  #retry: Timer | null = null;
  #isClosed = false;

  constructor(options: LeaderOptions<Value>) {
    this.#options = options;
    this.#offset = options.head.offset;
    this.#isComplete = options.head.isComplete;
    this.#builder = new StepBuilder(options.mergeBoard.versions);
    // A board that somebody may read already is not in order until upstream has sent its snapshot.
    if (options.head.offset > 0) this.#tell(TAKEOVER);
    this.#upstream = options.openStream(this);
    this.#flush();
  }

  get epoch(): string {
    return this.#options.head.epoch;
  }

  /** The last step that was accepted. */
  get offset(): number {
    return this.#offset;
  }

  /** Opens the upstream stream again. */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Closes the upstream stream. What was not accepted by now is left to the next leader. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry?.cancel();
    this.#upstream.close();
  }

  onFrame(frame: StreamFrame): void {
    if (!this.#mayAct) return;
    const { mergeBoard } = this.#options;
    switch (frame.kind) {
      case 'connected':
        mergeBoard.startSnapshot();
        this.#tell({ state: 'CONNECTED', code: null, message: null });
        break;
      case 'snapshot:complete':
        this.completeSnapshot();
        this.#tell({ state: 'READY', code: null, message: null });
        break;
      case 'error':
        mergeBoard.take(frame);
        this.#tell({ state: 'NOTICE', code: frame.data.code, message: frame.data.message });
        break;
      default:
        mergeBoard.take(frame);
    }
    this.#flush();
  }

  onTrouble(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    if (!this.#mayAct) return;
    this.#tell({ state, code, message });
    this.#flush();
  }

  onEnd(error: OddsgraphError): void {
    if (!this.#mayAct) return;
    this.#end = encodeEnd(error);
    this.#flush();
  }

  /** Upstream has sent its whole snapshot. */
  protected completeSnapshot(): void {
    const { mergeBoard } = this.#options;
    mergeBoard.completeSnapshot();
    this.#completeVersion ??= mergeBoard.versions.version;
  }

  /** The step to send where there was no answer to one. */
  protected stepAgain(sent: AppendRequest): AppendRequest {
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
    const standing = statuses.findLast(({ state }) => state !== 'NOTICE') ?? null;
    const offset = this.#offset + 1;
    const end = isAll ? this.#end : null;
    if (isAll) this.#end = null;
    const header: StepHeader = {
      ...{ kind: 'step', epoch: head.epoch, offset, from, to, forgotten, size, statuses },
      complete: this.#isComplete,
      end,
    };
    return {
      ...{ owner, term: head.term, epoch: head.epoch, offset, rows, forgottenIds, size },
      fromVersion: from,
      toVersion: to,
      forgottenVersion: forgotten,
      isComplete: this.#isComplete,
      status: standing && JSON.stringify(standing),
      header: JSON.stringify(header),
    };
  }

  /** What a leader has ignored once its board misses: it is over then, even if its lease goes on. */
  get #mayAct(): boolean {
    if (!this.#isClosed && !this.#options.isHeld()) this.#options.onRefused();
    return !this.#isClosed;
  }

  #tell(status: RelayStatus): void {
    if (this.#statuses.length >= STATUSES_MAX) {
      const notice = this.#statuses.findIndex(({ status: { state } }) => state === 'NOTICE');
      this.#statuses.splice(Math.max(0, notice), 1);
    }
    this.#statuses.push({ version: this.#options.mergeBoard.versions.version, status });
  }

  #flush(): void {
    if (this.#sent !== null || this.#isClosed) return;
    if (!this.#builder.isBehind && this.#statuses.length === 0 && this.#end === null) return;
    void this.#send(this.nextStep());
  }

  async #send(step: AppendRequest): Promise<void> {
    this.#sent = step;
    const { store, board, clock } = this.#options;
    const answer = await store.append(board, step).catch(() => null);
    if (this.#isClosed) return;
    if (answer === null) {
      this.#retry = clock.after(RETRY_MS, () => void this.#send(this.stepAgain(step)));
    } else if (answer === 'appended') {
      this.#accept(step);
    } else {
      this.#options.onRefused();
    }
  }

  #accept({ offset }: AppendRequest): void {
    this.#offset = offset;
    this.#sent = null;
    this.#flush();
  }
}
