/** Who keeps bytes that its client has not read yet. */
interface Holder {
  /** Disconnects the client because others need its memory. */
  cut(reason: 'memory'): void;
}

/**
 * Limits the bytes that all connections together keep in memory for clients that do not read them. A buffer
 * that several connections share counts once. Above the limit, the client that has not read anything for the
 * longest time is disconnected.
 */
export class UnreadBytesLimit {
  readonly #bytesMax: number;
  /** The buffer of each holder, those whose client has not read for the longest time first. */
  readonly #held = new Map<Holder, Buffer>();
  /** How many hold each buffer. */
  readonly #holders = new Map<Buffer, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Counts the bytes that a connection keeps. Call it again when the client has read some of them. */
  hold(holder: Holder, bytes: Buffer): void {
    this.release(holder);
    const holders = this.#holders.get(bytes) ?? 0;
    if (holders === 0) this.#bytes += bytes.length;
    this.#holders.set(bytes, holders + 1);
    this.#held.set(holder, bytes);
    for (const [stalled] of this.#held) {
      if (this.#bytes <= this.#bytesMax || this.#held.size === 1) break;
      this.release(stalled);
      stalled.cut('memory');
    }
  }

  /** The connection no longer keeps any bytes. */
  release(holder: Holder): void {
    const bytes = this.#held.get(holder);
    if (bytes === undefined) return;
    this.#held.delete(holder);
    const holders = (this.#holders.get(bytes) ?? 0) - 1;
    if (holders > 0) {
      this.#holders.set(bytes, holders);
      return;
    }
    this.#holders.delete(bytes);
    this.#bytes -= bytes.length;
  }
}
