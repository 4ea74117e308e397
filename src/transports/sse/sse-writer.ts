import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsBlocked, eventStreamsCut } from '../../metrics.ts';
import { PART_BYTES } from '../in-parts.ts';
import { CHUNKED, IDENTITY, type TransferCoding } from './transfer-coding.ts';

/** A client that doesn't accept one part within this time is disconnected. */
const BLOCKED_MS = 60_000;

/**
 * Writes the body of a response under backpressure. Bytes are written in parts, so that a slow client
 * that still reads isn't taken for a blocked one. While the connection's buffer is full, the rest waits
 * for it to drain.
 */
export class SseWriter {
  /** How the caller must frame the bytes: chunked if they go to the socket, as they are otherwise. */
  readonly transferCoding: TransferCoding;
  readonly #response: ServerResponse;
  readonly #sink: Writable;
  readonly #clock: Clock;
  readonly #onDrain: () => void;
  /** Bytes that have not been written yet; only while blocked. */
  #rest: Buffer | null = null;
  /** Whether the client has not read for too long. */
  #hasGivenUp = false;
  /** Runs while the connection's buffer is full, and while the response is ending. */
  #blockedTimer: Timer | null = null;

  /**
   * The head of the response must have been written. `onDrain` is called when more can be written.
   */
  constructor(response: ServerResponse, clock: Clock, onDrain: () => void) {
    // `ServerResponse` would add the chunk framing again for each subscriber. The shared bytes have it
    // already, and writing them to the socket takes a quarter less time. A pipelined request has no
    // socket yet, so its response does the framing.
    const { chunkedEncoding, socket } = response;
    const isDirect = chunkedEncoding && socket !== null;
    this.transferCoding = isDirect ? CHUNKED : IDENTITY;
    this.#sink = isDirect ? socket : response;
    this.#response = response;
    this.#clock = clock;
    this.#onDrain = onDrain;
    this.#sink.on('drain', this.#resume);
  }

  /** While blocked, nothing may be written. */
  get isBlocked(): boolean {
    return this.#blockedTimer !== null;
  }

  /** Whether the response was cut because its client did not read. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Writes as much as the connection takes now, and the rest as it drains. */
  write(bytes: Buffer): void {
    this.#rest = bytes;
    this.#writeRest();
  }

  /** Ends the response after what has been written; the client has at most a minute to read it. */
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
    if (!this.isBlocked) this.#onDrain();
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
      this.#hasGivenUp = true;
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
