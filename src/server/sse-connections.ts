import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Clock, Timer } from '../clock.ts';
import type { Subscription } from './subscription.ts';

const PING_MS = 12_000;
const PING = ':\n\n';
const COMPLETE = 'event: complete\ndata:\n\n';

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
    for (const connection of this.#open) connection.end();
  }
}

/** How a body is put on the wire. Connections of one form share the bytes. */
interface Wire {
  readonly form: string;
  readonly ping: Buffer;
  readonly encode: (results: readonly ExecutionResult[]) => Buffer;
}

function wire(form: string, bytesOf: (text: string) => Buffer): Wire {
  const encode = (results: readonly ExecutionResult[]) => bytesOf(encodeEvents(results));
  return { form, ping: bytesOf(PING), encode };
}

const PLAIN = wire('plain', (text) => Buffer.from(text));

/** Each write as a part of a chunked HTTP/1.1 body. */
const CHUNKED = wire('chunked', (text) =>
  Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`),
);

class SseConnection {
  readonly #response: ServerResponse;
  /** Where the body is written. */
  readonly #sink: Writable;
  readonly #wire: Wire;
  readonly #subscription: Subscription;
  readonly #clock: Clock;
  readonly #life: Timer;
  readonly #onClose: () => void;
  #blocked: Timer | null = null;
  #isPumping = false;
  /** Nothing more is written: it is ending, or closed already. */
  #isOver = false;

  constructor(
    response: ServerResponse,
    subscription: Subscription,
    clock: Clock,
    onClose: () => void,
  ) {
    this.#response = response;
    // The response would put a frame around the shared bytes for each subscriber anew: to send them
    // framed already, past it, takes a quarter less.
    const { chunkedEncoding, socket } = response;
    const isChunked = chunkedEncoding && socket !== null;
    this.#sink = isChunked ? socket : response;
    this.#wire = isChunked ? CHUNKED : PLAIN;
    this.#subscription = subscription;
    this.#clock = clock;
    this.#onClose = onClose;
    const jitter = 1 - LIFE_JITTER * Math.random();
    this.#life = clock.after(LIFE_MS * jitter, () => this.end());
  }

  start(): void {
    this.#response.on('close', () => this.#close());
    this.#sink.on('drain', this.#unblock);
    this.#subscription.onWake(() => this.#pump());
    if (this.#response.destroyed) this.#close();
    this.#write(this.#wire.ping); // Some clients wait for the first byte.
    this.#pump();
  }

  ping(): void {
    if (this.#blocked === null) this.#write(this.#wire.ping);
  }

  /** Ends the connection once its client has taken `last`, by default without completing it. */
  end(last?: Buffer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#subscription.close();
    this.#response.end(last);
    this.#giveUpLater();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isOver && this.#blocked === null) {
      let bytes: Buffer | Promise<Buffer> | null;
      try {
        bytes = this.#subscription.next(this.#wire.form, this.#wire.encode);
      } catch (error) {
        this.end(encodeEnd(error as GraphQLError));
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
    if (!this.#isOver && !this.#sink.write(bytes)) this.#giveUpLater();
  }

  #giveUpLater(): void {
    this.#blocked ??= this.#clock.after(BLOCKED_MS, () => this.#response.destroy());
  }

  readonly #unblock = (): void => {
    if (this.#isOver) return;
    this.#blocked?.cancel();
    this.#blocked = null;
    this.#pump();
  };

  #close(): void {
    this.#isOver = true;
    this.#sink.off('drain', this.#unblock); // The connection may serve a next request.
    this.#life.cancel();
    this.#blocked?.cancel();
    this.#subscription.close();
    this.#onClose();
  }
}

function encodeEvents(results: readonly ExecutionResult[]): string {
  return results.map(encodeEvent).join('');
}

function encodeEnd(error: GraphQLError): Buffer {
  return Buffer.from(encodeEvent({ errors: [error] }) + COMPLETE);
}

function encodeEvent(result: ExecutionResult): string {
  return `event: next\ndata: ${JSON.stringify(result)}\n\n`;
}
