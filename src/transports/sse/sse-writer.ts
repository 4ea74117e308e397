import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsBlocked, eventStreamsCut } from '../../metrics.ts';
import { SLICE_BYTES } from '../in-slices.ts';
import { CHUNKED, IDENTITY, type TransferCoding } from './transfer-coding.ts';

/** A client that does not read one slice (64 KB) within this time is disconnected. */
const BLOCKED_MS = 60_000;

/**
 * Limits the bytes that all writers together keep in memory for clients that do not read them. A buffer that
 * several writers share counts once. Above the limit, the client that has not read anything for the longest
 * time is disconnected.
 */
export class UnreadBytesLimit {
  readonly #bytesMax: number;
  /**
   * The buffer that each writer keeps. The writer whose client has not read for the longest time is first.
   */
  readonly #held = new Map<SseWriter, Buffer>();
  /** How many writers keep each buffer. */
  readonly #holders = new Map<Buffer, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Counts the bytes that a writer keeps. Call it again when the client has read some of them. */
  hold(writer: SseWriter, bytes: Buffer): void {
    this.release(writer);
    const holders = this.#holders.get(bytes) ?? 0;
    if (holders === 0) this.#bytes += bytes.length;
    this.#holders.set(bytes, holders + 1);
    this.#held.set(writer, bytes);
    while (this.#bytes > this.#bytesMax && this.#held.size > 1) this.#abortLongestStalled();
  }

  /** The writer no longer keeps any bytes. */
  release(writer: SseWriter): void {
    const bytes = this.#held.get(writer);
    if (bytes === undefined) return;
    this.#held.delete(writer);
    const holders = (this.#holders.get(bytes) ?? 0) - 1;
    if (holders > 0) {
      this.#holders.set(bytes, holders);
      return;
    }
    this.#holders.delete(bytes);
    this.#bytes -= bytes.length;
  }

  #abortLongestStalled(): void {
    const [stalled] = this.#held.keys();
    if (stalled === undefined) return;
    this.release(stalled);
    stalled.cut('memory');
  }
}

/**
 * Writes an event stream as the body of a response, with backpressure: while the connection's buffer is full,
 * the writer is blocked, and the rest waits for the buffer to drain. Bytes are written in slices, so that a slow
 * client that still reads isn't taken for one that has stopped.
 */
export class SseWriter {
  /** How callers must encode what they write: as HTTP chunks if it goes to the socket, else unchanged. */
  readonly transferCoding: TransferCoding;
  readonly #response: ServerResponse;
  /** Where bytes are written to: the socket where possible, else the response. */
  readonly #sink: Writable;
  readonly #clock: Clock;
  readonly #onDrain: () => void;
  readonly #unread: UnreadBytesLimit;
  /** The whole buffer of the last `write`; only while blocked. */
  #bytes: Buffer | null = null;
  /** The part of it that has not been written to the connection yet; only while blocked. */
  #rest: Buffer | null = null;
  #wasCut = false;
  /** Runs while the connection's buffer is full, and while the response is ending. */
  #blockedTimer: Timer | null = null;

  /** Create it after the head of the response is written. `onDrain` is called when more can be written. */
  constructor(
    response: ServerResponse,
    clock: Clock,
    onDrain: () => void,
    unread: UnreadBytesLimit,
  ) {
    // Subscribers share encoded bytes, which already contain the HTTP chunk framing. Writing them to the
    // socket takes a quarter less time than `ServerResponse`, which would frame them again for each
    // subscriber. A pipelined request has no socket yet, so its response does the framing.
    const { chunkedEncoding, socket } = response;
    const isDirect = chunkedEncoding && socket !== null;
    this.transferCoding = isDirect ? CHUNKED : IDENTITY;
    this.#sink = isDirect ? socket : response;
    this.#response = response;
    this.#clock = clock;
    this.#onDrain = onDrain;
    this.#unread = unread;
    this.#sink.on('drain', this.#resume);
  }

  /** Whether the connection's buffer is full, or the response is ending: `write` must not be called. */
  get isBlocked(): boolean {
    return this.#blockedTimer !== null;
  }

  /** Whether `cut` has disconnected the client because it did not read. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Writes as much as the connection takes now, and the rest as it drains. */
  write(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#rest = bytes;
    this.#writeRest();
  }

  /** Ends the response after everything passed to `write`. The client has at most a minute to read that. */
  end(): void {
    this.#sink.off('drain', this.#resume);
    if (this.#rest !== null) this.#sink.write(this.#rest);
    this.#rest = null;
    this.#response.end();
    this.#block();
  }

  /** Disconnects the client. `blocked`: it did not read for a minute. `memory`: others need its memory. */
  cut(reason: 'blocked' | 'memory'): void {
    eventStreamsCut.inc({ reason });
    this.#wasCut = true;
    this.#response.destroy();
  }

  /** Releases everything once the response is closed. Its socket may serve another request. */
  release(): void {
    this.#sink.off('drain', this.#resume);
    this.#rest = null;
    this.#bytes = null;
    this.#unread.release(this);
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
      const isLast = rest.length <= SLICE_BYTES;
      this.#rest = isLast ? null : rest.subarray(SLICE_BYTES);
      if (!this.#sink.write(isLast ? rest : rest.subarray(0, SLICE_BYTES))) this.#block();
    }
    this.#countUnread();
  }

  /** Counts what is kept for the client, except small writes: counting them would slow them down. */
  #countUnread(): void {
    if (this.#bytes !== null && this.#bytes.length > SLICE_BYTES) {
      if (this.isBlocked) this.#unread.hold(this, this.#bytes);
      else this.#unread.release(this);
    }
    if (!this.isBlocked) this.#bytes = null;
  }

  #block(): void {
    if (this.#blockedTimer !== null) return;
    eventStreamsBlocked.inc();
    this.#blockedTimer = this.#clock.after(BLOCKED_MS, () => this.cut('blocked'));
  }

  #unblock(): void {
    if (this.#blockedTimer === null) return;
    eventStreamsBlocked.dec();
    this.#blockedTimer.cancel();
    this.#blockedTimer = null;
  }
}
