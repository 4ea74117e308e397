import type { Chunk } from '../topics/batch.ts';
import type { ChunkReader } from '../topics/live-stream.ts';

/**
 * Reads one subscriber's events in chunks (lists of events that are encoded once for all subscribers), until
 * `revoke` ends it, for instance because a token has expired. The stream stays open for other subscribers.
 */
export class RevocableReader<Payload> implements ChunkReader<Payload> {
  readonly #reader: ChunkReader<Payload>;
  readonly #onClose: () => void;
  #wake: () => void = () => {};
  #error: Error | null = null;

  constructor(reader: ChunkReader<Payload>, onClose: () => void) {
    this.#reader = reader;
    this.#onClose = onClose;
  }

  /** Whether the next read takes long, as that of a snapshot does, so that short work should come first. */
  get isBulk(): boolean {
    return this.#error === null && this.#reader.isBulk;
  }

  /** Makes all reads from now on throw `error`, or that of the first call if there are several. */
  revoke(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  /** The next chunk; null if there is nothing new. */
  read(): Chunk<Payload> | null {
    if (this.#error !== null) throw this.#error;
    return this.#reader.read();
  }

  /** Calls `wake` whenever `read` may return something or throw. */
  onWake(wake: () => void): void {
    this.#wake = wake;
    this.#reader.onWake(wake);
  }

  close(): void {
    this.#onClose();
    this.#reader.close();
  }
}
