import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsCut } from '../../metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { SseWriter, type UnreadBytesLimit } from './sse-writer.ts';
import type { TransferCoding } from './transfer-coding.ts';

/** Connections end after 48 to 60 minutes. Clients then reconnect, possibly to another replica. */
const LIFETIME_SECONDS = 60 * 60;
const LIFETIME_JITTER = 0.2;

/** What is sent on an event stream: the results of one subscription, or of many operations. */
export interface SseSource {
  /** Calls `wake` whenever `next` may have something. Only the last one registered is called. */
  onWake(wake: () => void): void;
  /** The next bytes, encoded for this HTTP transfer coding; null if there is nothing new. */
  next(coding: TransferCoding): Buffer | Promise<Buffer> | null;
  /** Whether `next` has returned the last bytes. */
  readonly hasEnded: boolean;
  /** Releases everything. Idempotent. */
  close(reason: EndReason): void;
}

/**
 * An event stream (SSE) to one client. It asks its source for bytes only while the client reads, so a slow
 * client costs at most one unfinished write. Changes are not queued for it: a subscription only remembers
 * which version of the data it has read, and later reads what has changed since then.
 */
export class SseConnection {
  readonly #response: ServerResponse;
  readonly #source: SseSource;
  readonly #writer: SseWriter;
  readonly #lifetime: Timer;
  readonly #onClose: () => void;
  #isPumping = false;
  /** Whether the response is ending or closed, so that nothing more is read from the source. */
  #isOver = false;

  /** Sends what the source returns as the body of a response whose head has been written. */
  constructor(
    response: ServerResponse,
    source: SseSource,
    clock: Clock,
    onClose: () => void,
    unread: UnreadBytesLimit,
  ) {
    this.#response = response;
    this.#source = source;
    this.#writer = new SseWriter(response, clock, () => this.#pump(), unread);
    this.#onClose = onClose;
    // Whole seconds: Node keeps a timer list per distinct duration, even after its timers are cancelled.
    const seconds = Math.round(LIFETIME_SECONDS * (1 - LIFETIME_JITTER * Math.random()));
    this.#lifetime = clock.after(seconds * 1_000, () => this.#expire());
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

  /** Sends an SSE comment, which keeps an idle connection open. */
  ping(): void {
    if (!this.#isOver && !this.#writer.isBlocked) {
      this.#writer.write(this.#writer.transferCoding.ping);
    }
  }

  /** Ends the connection after what was written so far. Without `complete` events, clients reconnect. */
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

  /** Writes bytes from the source until it has none, or the client has to read first. */
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
        // These results are lost. The client reconnects and resumes after the last `cursor` in its results.
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
    this.#source.close(this.#writer.wasCut ? 'blocked' : 'client');
    this.#onClose();
  }
}
