import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Clock, Timer } from '../clock.ts';
import type { Subscription } from './subscription.ts';

const PING_MS = 12_000;
const PING = Buffer.from(':\n\n');
const COMPLETE = Buffer.from('event: complete\ndata:\n\n');

/** A connection lives for about an hour; then its client comes back, perhaps to another replica. */
const LIFE_MS = 60 * 60_000;
const LIFE_JITTER = 0.2;

/** A client that takes nothing for this long is given up. */
const BLOCKED_MS = 60_000;

/**
 * Subscriptions as GraphQL over SSE in distinct connections mode. A connection is written to only
 * while its client takes what is written; until then it holds its place in the stream and no events.
 */
export class SseConnections {
  readonly #clock: Clock;
  readonly #open = new Set<SseConnection>();
  readonly #pings: Timer;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#pings = clock.every(PING_MS, () => {
      for (const connection of this.#open) connection.ping();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Streams a subscription into a response whose head has been written. */
  stream(response: ServerResponse, subscription: Subscription): void {
    const connection = new SseConnection(response, subscription, this.#clock, () =>
      this.#open.delete(connection),
    );
    this.#open.add(connection);
    connection.start();
  }

  /** Ends every connection: clients come back, and find another process. */
  close(): void {
    this.#pings.cancel();
    for (const connection of this.#open) connection.rotate();
  }
}

class SseConnection {
  readonly #response: ServerResponse;
  readonly #subscription: Subscription;
  readonly #clock: Clock;
  readonly #life: Timer;
  readonly #onClose: () => void;
  #blocked: Timer | null = null;
  #isPumping = false;
  #isClosed = false;

  constructor(
    response: ServerResponse,
    subscription: Subscription,
    clock: Clock,
    onClose: () => void,
  ) {
    this.#response = response;
    this.#subscription = subscription;
    this.#clock = clock;
    this.#onClose = onClose;
    const jitter = 1 - LIFE_JITTER * Math.random();
    this.#life = clock.after(LIFE_MS * jitter, () => this.rotate());
  }

  start(): void {
    this.#response.on('close', () => this.#close());
    this.#response.on('drain', () => this.#unblock());
    this.#subscription.onWake(() => this.#pump());
    if (this.#response.destroyed) this.#close();
    else this.#write(PING); // Some clients wait for the first byte.
    this.#pump();
  }

  ping(): void {
    if (this.#blocked === null) this.#write(PING);
  }

  /** Ends the connection without completing the subscription. */
  rotate(): void {
    this.#response.end();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isClosed && this.#blocked === null) {
      let bytes: Buffer | Promise<Buffer> | null;
      try {
        bytes = this.#subscription.next('sse', encodeEvents);
      } catch (error) {
        this.#fail(error);
        break;
      }
      if (bytes === null) break;
      if (bytes instanceof Promise) {
        bytes.then(
          (ready) => this.#resume(ready),
          () => this.#response.destroy(), // Its place is lost: the client comes back with its own.
        );
        return;
      }
      this.#write(bytes);
    }
    this.#isPumping = false;
  }

  #resume(bytes: Buffer): void {
    this.#write(bytes);
    this.#isPumping = false;
    this.#pump();
  }

  #write(bytes: Buffer): void {
    if (this.#isClosed || this.#response.write(bytes)) return;
    this.#blocked ??= this.#clock.after(BLOCKED_MS, () => this.#response.destroy());
  }

  #unblock(): void {
    this.#blocked?.cancel();
    this.#blocked = null;
    this.#pump();
  }

  #fail(error: unknown): void {
    this.#write(encodeEvents([{ errors: [error as never] }]));
    this.#write(COMPLETE);
    this.#response.end();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#life.cancel();
    this.#blocked?.cancel();
    this.#subscription.close();
    this.#onClose();
  }
}

function encodeEvents(results: readonly ExecutionResult[]): Buffer {
  return Buffer.from(results.map((r) => `event: next\ndata: ${JSON.stringify(r)}\n\n`).join(''));
}
