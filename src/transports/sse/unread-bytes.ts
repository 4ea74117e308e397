import { ByteLedger } from '../response/byte-ledger.ts';

/** A connection that keeps bytes which its client has not read yet. */
interface Holder {
  /** Disconnects the client because others need its memory. */
  cut(reason: 'memory'): void;
}

/** The connections of all accounts share one limit. */
const ALL = '';

/**
 * Limits the bytes that all connections together keep in memory for clients that do not read them. A buffer
 * that several connections share counts once. Above the limit, the client that has not read anything for the
 * longest time is disconnected.
 */
export class UnreadBytesLimit {
  readonly #ledger: ByteLedger;
  /** The buffer of each holder, those whose client has not read for the longest time first. */
  readonly #held = new Map<Holder, Buffer>();

  constructor(bytesMax: number) {
    this.#ledger = new ByteLedger({ bytes: bytesMax, accountBytes: bytesMax });
  }

  /** Counts the bytes that a connection keeps. Call it again when the client has read some of them. */
  hold(holder: Holder, bytes: Buffer): void {
    this.release(holder);
    while (!this.#ledger.hold(ALL, bytes)) {
      const [stalled] = this.#held.keys();
      if (stalled === undefined) break;
      this.release(stalled);
      stalled.cut('memory');
    }
    this.#held.set(holder, bytes);
  }

  /** The connection no longer keeps any bytes. */
  release(holder: Holder): void {
    const bytes = this.#held.get(holder);
    if (bytes === undefined) return;
    this.#held.delete(holder);
    this.#ledger.release(ALL, bytes);
  }
}
