import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsBlocked, eventStreamsCut } from '../../metrics.ts';
import { PART_BYTES } from '../unsent-responses.ts';
import { CHUNKED, IDENTITY, type TransferCoding } from './transfer-coding.ts';

/** A client that accepts no bytes for this long is disconnected. */
const BLOCKED_MS = 60_000;

/**
 * Writes the body of a response under backpressure. Bytes are written in parts, so that progress of
 * a slow client shows; while the connection's buffer is full, the rest waits for it to drain.
 */
export class SseWriter {
  /** The coding that written bytes must have. */
  readonly transferCoding: TransferCoding;
  readonly #response: ServerResponse;
  readonly #sink: Writable;
  readonly #clock: Clock;
  readonly #onDrain: () => void;
  /** Bytes that have not been written yet. */
  #rest: Buffer | null = null;
  /** Runs while the connection's buffer is full, and while the response is ending. */
  #blockedTimer: Timer | null = null;

  /**
   * The head of the response must have been written. `onDrain` is called when more can be written.
   */
  constructor(response: ServerResponse, clock: Clock, onDrain: () => void) {
    // The response would encode the shared bytes again for each subscriber. Writing encoded bytes
    // directly to its socket takes a quarter less time.
    const { chunkedEncoding, socket } = response;
    const isChunked = chunkedEncoding && socket !== null;
    this.transferCoding = isChunked ? CHUNKED : IDENTITY;
    this.#sink = isChunked ? socket : response;
    this.#response = response;
    this.#clock = clock;
    this.#onDrain = onDrain;
    this.#sink.on('drain', this.#resume);
  }

  /** While blocked, nothing may be written. */
  get isBlocked(): boolean {
    return this.#blockedTimer !== null;
  }

  /** Writes as much as the connection takes now, and the rest as it drains. */
  write(bytes: Buffer): void {
    this.#rest = bytes;
    this.#writeRest();
  }

  /** Ends the response after what has been written; the client has a minute to read it. */
  end(): void {
    this.#sink.off('drain', this.#resume);
    if (this.#rest !== null) this.#sink.write(this.#rest);
    this.#rest = null;
    this.#response.end();
    this.#block();
  }

  /** Releases everything once the response is closed. Its socket may serve another request. */
  release(): void {
    this.#sink.off('drain', this.#resume);
    this.#rest = null;
    this.#unblock();
  }

  readonly #resume = (): void => {
    this.#unblock();
    this.#writeRest();
    this.#onDrain();
  };

  #writeRest(): void {
    while (this.#rest !== null && !this.isBlocked) {
      const rest = this.#rest;
      const isLast = rest.length <= PART_BYTES;
      this.#rest = isLast ? null : rest.subarray(PART_BYTES);
      if (!this.#sink.write(isLast ? rest : rest.subarray(0, PART_BYTES))) this.#block();
    }
  }

  #block(): void {
    if (this.#blockedTimer !== null) return;
    eventStreamsBlocked.inc();
    this.#blockedTimer = this.#clock.after(BLOCKED_MS, () => {
      eventStreamsCut.inc({ reason: 'blocked' });
      this.#response.destroy();
    });
  }

  #unblock(): void {
    if (this.#blockedTimer === null) return;
    eventStreamsBlocked.dec();
    this.#blockedTimer.cancel();
    this.#blockedTimer = null;
  }
}
