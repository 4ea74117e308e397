import { Readable } from 'node:stream';
import type { Frame } from './frame.ts';

/** Unsent bytes at which a reader counts as too slow to keep. */
const BACKLOG_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * What one client reads. The opening frames are made one by one as the client takes them; frames
 * that are offered meanwhile, and whenever the client is behind, wait in line. Once more than the
 * limit waits, the stream is cut: the client reconnects to a fresh snapshot.
 */
export class StreamBody extends Readable {
  /** Null once it has been sent. */
  #opening: Iterator<Frame, void> | null;
  readonly #onClose: () => void;
  #isWanted = false;
  readonly #backlog: Frame[] = [];
  #backlogBytes = 0;
  #sequence = 0;

  constructor(opening: Iterable<Frame, void>, onClose: () => void) {
    super();
    this.#opening = opening[Symbol.iterator]();
    this.#onClose = onClose;
  }

  /** Sends a frame after all before it. */
  offer(frame: Frame): void {
    if (this.destroyed) return;
    this.#backlog.push(frame);
    this.#backlogBytes += frame.length;
    this.#send();
    if (this.#backlogBytes > BACKLOG_LIMIT_BYTES) this.destroy();
  }

  override _read(): void {
    this.#isWanted = true;
    // A fast client would otherwise have its whole snapshot encoded before anybody else's turn.
    if (this.#opening === null) this.#send();
    else setImmediate(() => this.#send());
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#backlog.length = 0;
    this.#onClose();
    callback(error);
  }

  #send(): void {
    while (this.#isWanted && !this.destroyed) {
      const frame = this.#next();
      if (frame === undefined) return;
      this.push(`id: evt_${++this.#sequence}\n`);
      this.#isWanted = this.push(frame);
    }
  }

  #next(): Frame | undefined {
    const opening = this.#opening?.next();
    if (opening?.done === false) return opening.value;
    this.#opening = null;
    const frame = this.#backlog.shift();
    this.#backlogBytes -= frame?.length ?? 0;
    return frame;
  }
}
