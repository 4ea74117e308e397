import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsCut } from '../../metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { SseWriter } from './sse-writer.ts';
import type { TransferCoding } from './transfer-coding.ts';

/** Connections end after about an hour. Clients then reconnect, possibly to another replica. */
const LIFETIME_MS = 60 * 60_000;
const LIFETIME_JITTER = 0.2;

/** Where a connection gets its bytes. */
export interface SseSource {
  /** Calls `wake` whenever `next` may have something. Only the last one registered is called. */
  onWake(wake: () => void): void;
  /** The next bytes in this coding; null if there is nothing new. */
  next(coding: TransferCoding): Buffer | Promise<Buffer> | null;
  /** Whether `next` has returned the last bytes. */
  readonly hasEnded: boolean;
  /** Releases everything. Idempotent. */
  close(reason: EndReason): void;
}

/**
 * An event stream to one client. It reads from its source only while the client accepts bytes, so a slow
 * client costs at most one unfinished write; what it misses is not queued, since the subscription behind
 * the source only remembers the version of the data that it has read.
 */
export class SseConnection {
  readonly #response: ServerResponse;
  readonly #source: SseSource;
  readonly #writer: SseWriter;
  readonly #lifetime: Timer;
  readonly #onClose: () => void;
  #isPumping = false;
  /** Set once nothing more is read from the source: the response is ending or closed. */
  #isOver = false;

  /** Streams a source as the body of a response whose head has been written. */
  constructor(response: ServerResponse, source: SseSource, clock: Clock, onClose: () => void) {
    this.#response = response;
    this.#source = source;
    this.#writer = new SseWriter(response, clock, () => this.#pump());
    this.#onClose = onClose;
    const jitter = 1 - LIFETIME_JITTER * Math.random();
    this.#lifetime = clock.after(LIFETIME_MS * jitter, () => this.#expire());
  }

  start(): void {
    // The `close` event may have been emitted already.
    if (this.#response.destroyed) {
      this.#close();
      return;
    }
    this.#response.once('close', () => this.#close());
    this.#source.onWake(() => this.#pump());
    this.ping(); // Some clients wait for the first byte.
    this.#pump();
  }

  ping(): void {
    if (!this.#isOver && !this.#writer.isBlocked) {
      this.#writer.write(this.#writer.transferCoding.ping);
    }
  }

  /**
   * Ends the connection, without completing its operations, once the client has read what was
   * written.
   */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.close(reason);
    this.#writer.end();
  }

  #expire(): void {
    eventStreamsCut.inc({ reason: 'age' });
    this.end('age');
  }

  /** Moves bytes from the source to the client until one of them has to wait. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isOver && !this.#writer.isBlocked) {
      const bytes = this.#source.next(this.#writer.transferCoding);
      if (bytes === null) break;
      if (bytes instanceof Promise) {
        this.#pumpAfter(bytes);
        return;
      }
      this.#deliver(bytes);
    }
    this.#isPumping = false;
  }

  #pumpAfter(pending: Promise<Buffer>): void {
    pending.then(
      (bytes) => {
        this.#deliver(bytes);
        this.#isPumping = false;
        this.#pump();
      },
      () => {
        // These results are lost; the client resumes after the last `cursor` that it got.
        this.#source.close('error');
        this.#response.destroy();
      },
    );
  }

  #deliver(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#writer.write(bytes);
    if (this.#source.hasEnded) this.end('error'); // Only an error ends a source by itself.
  }

  #close(): void {
    this.#isOver = true;
    this.#lifetime.cancel();
    this.#writer.release();
    this.#source.close(this.#writer.hasGivenUp ? 'blocked' : 'client');
    this.#onClose();
  }
}
