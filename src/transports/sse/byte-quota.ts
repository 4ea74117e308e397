/** Counts bytes against a limit, and against that of a quota which is shared with others. */
export class ByteQuota {
  readonly #max: number;
  readonly #shared: ByteQuota | null;
  bytes = 0;

  constructor(max: number, shared: ByteQuota | null = null) {
    this.#max = max;
    this.#shared = shared;
  }

  /** Whether this many more bytes are within the limits. */
  hasRoomFor(bytes: number): boolean {
    return this.bytes + bytes <= this.#max && (this.#shared?.hasRoomFor(bytes) ?? true);
  }

  /** The same, but what is alone may exceed a limit: if no other bytes count towards that limit. */
  hasRoomForOne(bytes: number): boolean {
    const fits = this.bytes === 0 || this.bytes + bytes <= this.#max;
    return fits && (this.#shared?.hasRoomForOne(bytes) ?? true);
  }

  /** Counts bytes that are held from now on, or that were released if negative. */
  add(bytes: number): void {
    this.bytes += bytes;
    this.#shared?.add(bytes);
  }
}
