import type { Chunk } from '../topics/batch.ts';
import type { ChunkSource } from '../topics/live-stream.ts';

/** One subscriber's chunks, which can be ended with an error while the stream behind them goes on. */
export class RevocableChunks<Payload> implements ChunkSource<Payload> {
  readonly #source: ChunkSource<Payload>;
  readonly #onClose: () => void;
  #wake: () => void = () => {};
  #error: Error | null = null;

  constructor(source: ChunkSource<Payload>, onClose: () => void) {
    this.#source = source;
    this.#onClose = onClose;
  }

  get isBulk(): boolean {
    return this.#error === null && this.#source.isBulk;
  }

  /** From now on, reads throw `error`: that of the first call, if there are several. */
  revoke(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  read(): Chunk<Payload> | null {
    if (this.#error !== null) throw this.#error;
    return this.#source.read();
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
    this.#source.onWake(wake);
  }

  close(): void {
    this.#onClose();
    this.#source.close();
  }
}
