import type { StreamChannel } from '../../contract/stream.ts';
import type { ErrorCode } from '../../errors.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/stream-listener.ts';
import type { RelayStatus } from './step.ts';

const NO_FILTERS = { sportsbook: null, sport: null, league: null, event: null, market: null };

/** The state of a replica's board. */
interface Replica {
  readonly isComplete: boolean;
  readonly isReady: boolean;
  readonly versions: { readonly size: number };
}

/**
 * Translates the status of a replica to the frames of an upstream stream, for the shared stream that
 * listens. Rows don't take this way: the replica's board publishes them itself.
 */
export class StatusFrames {
  readonly #replica: Replica;
  readonly #channel: StreamChannel;
  readonly #listener: UpstreamStreamListener;

  constructor(replica: Replica, channel: StreamChannel, listener: UpstreamStreamListener) {
    this.#replica = replica;
    this.#channel = channel;
    this.#listener = listener;
  }

  send({ state, code, message }: RelayStatus): void {
    const { isComplete, isReady } = this.#replica;
    // A board that was complete once may be read, even while its upstream stream is not current.
    const isFirst = isComplete && !isReady;
    if (isFirst) this.#sendConnected();
    if (isFirst || state === 'READY') this.#sendComplete();
    switch (state) {
      case 'READY':
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

  #sendConnected(): void {
    const data = { stream_id: '', channel: this.#channel, filters: NO_FILTERS };
    this.#listener.onFrame({ kind: 'connected', data: { ...data, reconnected: true } });
  }

  #sendComplete(): void {
    const data = { status: 'ready', books: [], total_odds: this.#replica.versions.size };
    this.#listener.onFrame({ kind: 'snapshot:complete', data });
  }
}
