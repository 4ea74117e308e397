import type { StreamChannel } from '../../contract/stream.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import type { BoardListener } from '../board/live-board.ts';
import type { RelayStatus } from './step.ts';

const NO_FILTERS = { sportsbook: null, sport: null, league: null, event: null, market: null };

/** The state of this replica's copy of the board. */
interface ReplicaState {
  /** Whether the board has had a whole snapshot. */
  readonly isComplete: boolean;
  /** Whether subscribers may read this copy. */
  readonly hasSnapshot: boolean;
  readonly rows: { readonly size: number };
}

/**
 * Translates the status of the upstream stream, which a replica reads from Redis, into the calls that the
 * stream itself would make to its listener. Rows bypass this class: the replica's board publishes them.
 */
export class StatusFrames {
  readonly #replica: ReplicaState;
  readonly #channel: StreamChannel;
  readonly #listener: BoardListener;

  constructor(replica: ReplicaState, channel: StreamChannel, listener: BoardListener) {
    this.#replica = replica;
    this.#channel = channel;
    this.#listener = listener;
  }

  send({ state, code, message }: RelayStatus): void {
    const { isComplete, hasSnapshot } = this.#replica;
    // A board that has been complete may be read, even while its upstream stream is interrupted.
    if (isComplete && !hasSnapshot && state !== 'READY') this.#listener.onSnapshot();
    switch (state) {
      case 'READY':
        if (!hasSnapshot) this.#sendConnected();
        this.#sendComplete();
        break;
      case 'CONNECTED':
        this.#sendConnected();
        break;
      case 'NOTICE':
        this.#listener.onFrame({
          kind: 'error',
          data: { code: code ?? '', message: message ?? '' },
        });
        break;
      default:
        this.#listener.onDegraded(state, message ?? '', code as ErrorCode | null);
    }
  }

  /** Listeners need only the kind of this frame; its data are placeholders. */
  #sendConnected(): void {
    const data = { stream_id: '', channel: this.#channel, filters: NO_FILTERS };
    this.#listener.onFrame({ kind: 'connected', data: { ...data, reconnected: true } });
  }

  #sendComplete(): void {
    const data = { status: 'ready', books: [], total_odds: this.#replica.rows.size };
    this.#listener.onFrame({ kind: 'snapshot:complete', data });
  }
}
