import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreamsBlocked, eventStreamsCut } from '../../metrics.ts';
import { CHUNKED, PLAIN, type Wire } from './sse-wire.ts';

/** A connection lives for about an hour; then its client comes back, perhaps to another replica. */
const LIFE_MS = 60 * 60_000;
const LIFE_JITTER = 0.2;

/** A client that takes nothing for this long is given up. */
const BLOCKED_MS = 60_000;

/** What is larger is written part by part, so that a slow client is seen to take it. */
const PART_BYTES = 64 * 2 ** 10;

/** What a connection delivers. */
export interface Events {
  /** Calls `wake` whenever `next` may have something. One at a time. */
  onWake(wake: () => void): void;
  /** The next bytes as this wire has them; null where there is nothing new. */
  next(wire: Wire): Buffer | Promise<Buffer> | null;
  /** Whether what `next` gave was the last. */
  readonly isOver: boolean;
  /** Lets go of everything. Safe to call again. */
  close(): void;
}

/**
 * An event stream to one client. It is written to only while its client takes what is written; until
 * then it holds at most what one write left over; the subscriber keeps its version.
 */
export class SseConnection {
  readonly #response: ServerResponse;
  /** Where the body is written. */
  readonly #sink: Writable;
  readonly #wire: Wire;
  readonly #events: Events;
  readonly #clock: Clock;
  readonly #life: Timer;
  readonly #onClose: () => void;
  /** What is still to be written of the last bytes. While there is any it is blocked. */
  #rest: Buffer | null = null;
  #blocked: Timer | null = null;
  #isPumping = false;
  /** Nothing more is written: it is ending, or closed already. */
  #isOver = false;

  /** Delivers events as the body of a response whose head has been written. */
  constructor(response: ServerResponse, events: Events, clock: Clock, onClose: () => void) {
    this.#response = response;
    // The response would put a frame around the shared bytes for each subscriber anew: to send them
    // framed already, past it, takes a quarter less.
    const { chunkedEncoding, socket } = response;
    const isChunked = chunkedEncoding && socket !== null;
    this.#sink = isChunked ? socket : response;
    this.#wire = isChunked ? CHUNKED : PLAIN;
    this.#events = events;
    this.#clock = clock;
    this.#onClose = onClose;
    const jitter = 1 - LIFE_JITTER * Math.random();
    this.#life = clock.after(LIFE_MS * jitter, () => this.#rotate());
  }

  start(): void {
    this.#response.on('close', () => this.#close());
    this.#sink.on('drain', this.#unblock);
    this.#events.onWake(() => this.#pump());
    if (this.#response.destroyed) this.#close();
    this.ping(); // Some clients wait for the first byte.
    this.#pump();
  }

  ping(): void {
    if (this.#blocked === null) this.#write(this.#wire.ping);
  }

  /** Ends the connection once its client has taken what it was sent; completes nothing. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.close();
    if (this.#rest !== null) this.#sink.write(this.#rest);
    this.#response.end();
    this.#giveUpLater();
  }

  #rotate(): void {
    eventStreamsCut.inc({ reason: 'age' });
    this.end();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isOver && this.#blocked === null) {
      const bytes = this.#events.next(this.#wire);
      if (bytes === null) break;
      if (bytes instanceof Promise) {
        bytes.then(
          (ready) => {
            this.#deliver(ready);
            this.#isPumping = false;
            this.#pump();
          },
          () => this.#response.destroy(), // The batch is lost: the client resumes with its last cursor.
        );
        return;
      }
      this.#deliver(bytes);
    }
    this.#isPumping = false;
  }

  #deliver(bytes: Buffer): void {
    this.#write(bytes);
    if (this.#events.isOver) this.end();
  }

  #write(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#rest = bytes;
    this.#writeRest();
  }

  #writeRest(): void {
    while (this.#rest !== null && this.#blocked === null) {
      const rest = this.#rest;
      const isLast = rest.length <= PART_BYTES;
      this.#rest = isLast ? null : rest.subarray(PART_BYTES);
      if (!this.#sink.write(isLast ? rest : rest.subarray(0, PART_BYTES))) this.#giveUpLater();
    }
  }

  #giveUpLater(): void {
    if (this.#blocked !== null) return;
    eventStreamsBlocked.inc();
    this.#blocked = this.#clock.after(BLOCKED_MS, () => {
      eventStreamsCut.inc({ reason: 'blocked' });
      this.#response.destroy();
    });
  }

  #letGo(): void {
    if (this.#blocked === null) return;
    eventStreamsBlocked.dec();
    this.#blocked.cancel();
    this.#blocked = null;
  }

  readonly #unblock = (): void => {
    if (this.#isOver) return;
    this.#letGo();
    this.#writeRest();
    this.#pump();
  };

  #close(): void {
    this.#isOver = true;
    this.#rest = null;
    this.#sink.off('drain', this.#unblock); // The connection may serve a next request.
    this.#life.cancel();
    this.#letGo();
    this.#events.close();
    this.#onClose();
  }
}
