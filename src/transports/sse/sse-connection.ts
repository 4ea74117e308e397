import { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { metrics } from '../../observability/metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { SLICE_BYTES } from '../response/unsent-responses.ts';
import type { UnreadBytesLimit } from './unread-bytes.ts';

/** A client that does not read one slice (64 KB) within this time is disconnected. */
const BLOCKED_MS = 60_000;

/** What is sent on an event stream: the results of one subscription, or of many operations. */
export interface SseSource {
  /** What is sent first, as one HTTP chunk: some clients wait for the first byte. */
  readonly opening: Buffer;
  /** What keeps an idle connection open. */
  readonly ping: Buffer;
  /** Calls `wake` whenever `next` may have something. Only the last one registered is called. */
  onWake(wake: () => void): void;
  /** The next events, as one HTTP chunk; null if there is nothing new. */
  next(): Buffer | Promise<Buffer> | null;
  /** Begins nothing more, and ends once what was begun is answered. Idempotent. */
  finish(reason: EndReason): void;
  /** Whether `next` has returned the last bytes. */
  readonly hasEnded: boolean;
  /** Releases everything. Idempotent. */
  close(reason: EndReason): void;
}

const LINE_END = Buffer.from('\r\n');

/**
 * Joins what is written in one go to one chunk of an HTTP/1.1 body. Subscribers share encoded events in this
 * form, so that it is made once and not for each of them.
 */
export function httpChunk(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), ...parts, LINE_END]);
}

/** What a chunk contains. */
function contentOf(chunk: Buffer): Buffer {
  return chunk.subarray(chunk.indexOf('\n') + 1, -LINE_END.length);
}

/** An SSE comment. */
export const PING = httpChunk([Buffer.from(':\n\n')]);

/** What all connections share. */
export interface SseDependencies {
  readonly clock: Clock;
  readonly unread: UnreadBytesLimit;
  /** Called with each connection once it has closed. */
  readonly onClose: (connection: SseConnection) => void;
}

/**
 * An event stream to one client. It asks its source for bytes only while the client reads, so a slow
 * client costs at most one unfinished write. Changes are not queued for it: a subscription only remembers
 * which version of the data it has read, and later reads what has changed since then. Large events are
 * written in slices, so that a slow client that still reads isn't taken for one that has stopped.
 */
export class SseConnection {
  readonly #response: Writable;
  readonly #source: SseSource;
  readonly #shared: SseDependencies;
  /** Where bytes are written to: the socket where possible, else the response. */
  readonly #sink: Writable;
  #isPumping = false;
  /** Whether the response is ending or closed, so that nothing more is read from the source. */
  #isOver = false;
  #wasCut = false;
  /** The event whose slices are being written, and what is left of it; null if it is small. */
  #event: Buffer | null = null;
  #rest: Buffer | null = null;
  /** Runs while the connection's buffer is full, and while the response is ending. */
  #blocked: Timer | null = null;

  /** Sends what the source returns as the body of a response whose head has been written, or on any other connection. */
  constructor(response: Writable, source: SseSource, shared: SseDependencies) {
    // Writing chunks to the socket takes a quarter less time than `ServerResponse`, which would frame their
    // content again for each subscriber. A pipelined request has no socket yet, so its response does that.
    const isChunked = response instanceof ServerResponse && response.chunkedEncoding;
    this.#sink = (isChunked && response.socket) || response;
    this.#response = response;
    this.#source = source;
    this.#shared = shared;
  }

  start(): void {
    this.#response.on('error', () => {}); // `close` follows.
    // The `close` event may have been emitted already.
    if (this.#response.destroyed) {
      this.#close();
      return;
    }
    this.#response.on('close', this.#close);
    this.#source.onWake(this.#pump);
    this.#write(this.#source.opening);
    this.#pump();
  }

  /** Sends what keeps an idle connection open. */
  ping(): void {
    if (!this.#isOver && this.#blocked === null) this.#write(this.#source.ping);
  }

  /**
   * Tells the source to finish, and ends the connection once it has. The client then has a minute to read what was
   * written. Subscriptions are not completed, so clients reconnect.
   */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#source.finish(reason);
    if (!this.#source.hasEnded) return; // `#pump` ends it.
    this.#isOver = true;
    this.#source.close(reason);
    if (this.#rest !== null) this.#sink.write(this.#rest);
    this.#rest = null;
    this.#response.end();
    this.#block();
  }

  /** Disconnects the client. `blocked`: it did not read for a minute. `memory`: others need its memory. */
  cut(reason: 'blocked' | 'memory'): void {
    metrics.event_streams_cut_total.inc({ reason });
    this.#wasCut = true;
    this.#response.destroy();
  }

  /** Writes bytes from the source until it has none, or the client has to read first. */
  readonly #pump = (): void => {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isOver && this.#blocked === null) {
      const bytes = this.#source.next();
      if (bytes instanceof Promise) {
        this.#pumpAfter(bytes);
        return;
      }
      if (bytes !== null) this.#write(bytes);
      if (this.#source.hasEnded) this.end('error'); // Unless it was told to finish, only an error ends a source.
      if (bytes === null) break;
    }
    this.#isPumping = false;
  };

  #pumpAfter(pending: Promise<Buffer>): void {
    pending.then(
      (bytes) => {
        if (!this.#isOver) this.#write(bytes);
        this.#isPumping = false;
        this.#pump();
      },
      () => {
        // These results are lost. The client reconnects and resumes after the last `cursor` in its results.
        this.#source.close('error');
        this.#response.destroy();
      },
    );
  }

  #write(chunk: Buffer): void {
    const bytes = this.#sink === this.#response ? contentOf(chunk) : chunk;
    if (bytes.length <= SLICE_BYTES) {
      if (!this.#sink.write(bytes)) this.#block();
      return;
    }
    this.#event = chunk;
    this.#rest = bytes;
    this.#writeRest();
  }

  /** Writes as much of a large event as the connection takes now. Small ones are not worth counting. */
  #writeRest(): void {
    while (this.#rest !== null && this.#blocked === null) {
      const slice = this.#rest.subarray(0, SLICE_BYTES);
      this.#rest = slice.length < this.#rest.length ? this.#rest.subarray(SLICE_BYTES) : null;
      if (!this.#sink.write(slice)) this.#block();
    }
    if (this.#event === null) return;
    if (this.#blocked !== null) {
      this.#shared.unread.hold(this, this.#event);
      return;
    }
    this.#shared.unread.release(this);
    this.#event = null;
  }

  readonly #drained = (): void => {
    if (this.#isOver) return;
    this.#unblock();
    this.#writeRest();
    this.#pump();
  };

  #block(): void {
    if (this.#blocked !== null) return;
    this.#sink.on('drain', this.#drained);
    metrics.event_streams_blocked.inc();
    this.#blocked = this.#shared.clock.after(BLOCKED_MS, () => this.cut('blocked'));
  }

  #unblock(): void {
    if (this.#blocked === null) return;
    this.#sink.off('drain', this.#drained);
    metrics.event_streams_blocked.dec();
    this.#blocked.cancel();
    this.#blocked = null;
  }

  /** Releases everything. The socket may serve another request. */
  readonly #close = (): void => {
    this.#isOver = true;
    this.#event = null;
    this.#rest = null;
    this.#shared.unread.release(this);
    this.#unblock();
    this.#source.close(this.#wasCut ? 'blocked' : 'client');
    this.#shared.onClose(this);
  };
}
