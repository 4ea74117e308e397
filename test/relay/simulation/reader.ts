import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { SharedStream } from '../../../src/live/stream/shared-stream.ts';
import type { FeedStatusEvent } from '../../../src/live/topics/feed-status.ts';
import type { OddsPayload } from '../../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import type { OddsModel } from '../../../src/models/odds.ts';
import { LiveMirror } from '../../harness/clients/live-mirror.ts';
import { oddsSpec, type Wish } from '../../harness/feeds/odds-streams.ts';

/** Rows in an event: few, so that a snapshot has several. */
const ROWS_MAX = 5;

/** A client that reads whatever the shipped shared stream of a replica has for it. */
export class SimulatedReader {
  /** The prices that it was told, by key. */
  readonly mirror = new LiveMirror<OddsModel>();
  /** The state that it was told last; READY also if it got a snapshot without one. */
  state: string | null = null;
  cursor: string | null = null;
  #subscriber: Subscriber<Odds, OddsPayload> | null = null;
  readonly #onRemoval: (id: string) => void;

  constructor(onRemoval: (id: string) => void = () => {}) {
    this.#onRemoval = onRemoval;
  }

  /** Goes to a stream, with what it holds and its cursor. */
  subscribe(
    stream: SharedStream<Odds, OddsPayload>,
    wish: Pick<Wish, 'filter' | 'throttleMs'> = {},
  ): void {
    this.#subscriber?.close();
    const spec = oddsSpec({ ...wish, chunkSize: ROWS_MAX, resumeCursor: this.cursor });
    this.#subscriber = stream.subscribe(spec);
  }

  /** Reads at once whenever there is something. */
  follow(): void {
    this.#subscriber?.onWake(() => this.read());
  }

  read(): void {
    for (let chunk = this.#subscriber?.read(); chunk; chunk = this.#subscriber?.read()) {
      for (const payload of chunk.payloads) this.#take(payload);
    }
  }

  #take(payload: OddsPayload | FeedStatusEvent): void {
    if ('cursor' in payload) this.cursor = payload.cursor;
    this.mirror.apply(payload);
    switch (payload.__typename) {
      case 'FeedStatus':
        if (payload.state !== 'NOTICE') this.state = payload.state;
        break;
      case 'OddsRemoval':
        for (const id of payload.ids) this.#onRemoval(id);
        break;
      default:
        this.state ??= 'READY';
    }
  }
}
