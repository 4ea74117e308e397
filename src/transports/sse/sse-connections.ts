import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreams } from '../../metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { CACHE_CONTROL } from '../response-headers.ts';
import { SseConnection, type SseSource } from './sse-connection.ts';
import { UnreadBytesLimit } from './sse-writer.ts';

/** How often a comment is sent on every stream, so that proxies don't close it as idle. */
const PING_MS = 12_000;

/**
 * All open event streams (SSE) of this process: those with one subscription, and those with many operations.
 */
export class SseConnections {
  readonly #clock: Clock;
  readonly #open = new Set<SseConnection>();
  readonly #pings: Timer;
  readonly #unread: UnreadBytesLimit;
  #isClosed = false;

  /** `unreadBytes`: how much all connections together may keep in memory for clients that do not read. */
  constructor(clock: Clock, unreadBytes: number) {
    this.#clock = clock;
    this.#unread = new UnreadBytesLimit(unreadBytes);
    this.#pings = clock.every(PING_MS, () => {
      for (const connection of this.#open) connection.ping();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Sends what the source returns as the body of a response whose head has been written. */
  stream(response: ServerResponse, source: SseSource): void {
    const onClose = () => {
      this.#open.delete(connection);
      eventStreams.dec();
    };
    const connection = new SseConnection(response, source, this.#clock, onClose, this.#unread);
    this.#open.add(connection);
    eventStreams.inc();
    connection.start();
    if (this.#isClosed) connection.end('draining');
  }

  /** Ends the open connections. Clients reconnect, possibly to another replica. */
  endAll(reason: EndReason): void {
    for (const connection of this.#open) connection.end(reason);
  }

  /** Ends every connection, and from now on also new ones. Clients reconnect to another replica. */
  close(): void {
    this.#isClosed = true;
    this.#pings.cancel();
    this.endAll('draining');
  }
}

/** Sends the head of an event stream, with headers that keep proxies from buffering or changing it. */
export function sendStreamHead(reply: FastifyReply): ServerResponse {
  reply.header('cache-control', `${CACHE_CONTROL}, no-transform`).header('x-accel-buffering', 'no');
  reply.removeHeader('content-encoding').hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.flushHeaders();
  reply.request.span?.end(reply.statusCode); // The stream itself may stay open for an hour.
  return reply.raw;
}
