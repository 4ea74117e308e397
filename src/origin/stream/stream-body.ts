import { Readable } from 'node:stream';
import type { StreamEventKind } from '../../contract/stream.ts';

/** A client with more unsent bytes than this is disconnected. */
const BACKLOG_LIMIT_BYTES = 16 * 1024 * 1024;

/** An encoded SSE event without its `id:` line: each stream numbers its events itself. */
export type Frame = Buffer;

export function frame(kind: StreamEventKind, payload: object): Frame {
  return Buffer.from(`event: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`);
}

/**
 * The body of one client's stream. Initial frames are encoded one at a time as the client reads.
 * Later frames wait in a backlog until the initial ones are sent and the client reads on. If the
 * backlog exceeds its limit, the stream is closed: the client reconnects and gets a new snapshot.
 */
export class StreamBody extends Readable {
  /** Null once all have been sent. */
  #initialFrames: Iterator<Frame, void> | null;
  readonly #onClose: () => void;
  /** Whether the reader wants more data; false while the buffer of `Readable` is full. */
  #isReading = false;
  readonly #backlog: Frame[] = [];
  #backlogBytes = 0;
  #sequence = 0;

  constructor(initialFrames: Iterable<Frame, void>, onClose: () => void) {
    super();
    this.#initialFrames = initialFrames[Symbol.iterator]();
    this.#onClose = onClose;
  }

  /** Sends a frame after all earlier ones. */
  send(frame: Frame): void {
    if (this.destroyed) return;
    this.#backlog.push(frame);
    this.#backlogBytes += frame.length;
    this.#flush();
    if (this.#backlogBytes > BACKLOG_LIMIT_BYTES) this.destroy();
  }

  override _read(): void {
    this.#isReading = true;
    // Yields between frames, so that one fast client's snapshot does not block all others.
    if (this.#initialFrames === null) this.#flush();
    else setImmediate(() => this.#flush());
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#backlog.length = 0;
    this.#onClose();
    callback(error);
  }

  #flush(): void {
    while (this.#isReading && !this.destroyed) {
      const frame = this.#nextFrame();
      if (frame === undefined) return;
      this.push(`id: evt_${++this.#sequence}\n`);
      this.#isReading = this.push(frame);
    }
  }

  #nextFrame(): Frame | undefined {
    const initial = this.#initialFrames?.next();
    if (initial?.done === false) return initial.value;
    this.#initialFrames = null;
    const frame = this.#backlog.shift();
    this.#backlogBytes -= frame?.length ?? 0;
    return frame;
  }
}
