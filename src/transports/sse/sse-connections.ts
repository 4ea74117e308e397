import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Clock, Timer } from '../../clock.ts';
import { eventStreams } from '../../metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { CACHE_CONTROL } from '../response-headers.ts';
import { SseConnection, type SseSource } from './sse-connection.ts';

const PING_MS = 12_000;

/** All open event streams, in both modes. */
export class SseConnections {
  readonly #clock: Clock;
  readonly #open = new Set<SseConnection>();
  readonly #pings: Timer;
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#pings = clock.every(PING_MS, () => {
      for (const connection of this.#open) connection.ping();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Streams a source into a response whose head has been written. */
  stream(response: ServerResponse, source: SseSource): void {
    const connection = new SseConnection(response, source, this.#clock, () => {
      this.#open.delete(connection);
      eventStreams.dec();
    });
    this.#open.add(connection);
    eventStreams.inc();
    connection.start();
    if (this.#isClosed) connection.end('draining');
  }

  /** Ends the open connections. Clients reconnect, possibly to another process. */
  endAll(reason: EndReason): void {
    for (const connection of this.#open) connection.end(reason);
  }

  /**
   * Ends every connection, and those that are still to come. Clients reconnect to another process.
   */
  close(): void {
    this.#isClosed = true;
    this.#pings.cancel();
    this.endAll('draining');
  }
}

/**
 * Sends the head of an event stream, with headers that keep proxies from buffering or changing it.
 */
export function sendStreamHead(reply: FastifyReply): ServerResponse {
  reply.header('cache-control', `${CACHE_CONTROL}, no-transform`).header('x-accel-buffering', 'no');
  reply.removeHeader('content-encoding').hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.flushHeaders();
  reply.request.span?.end(reply.statusCode); // The stream lasts as long as the client wants.
  return reply.raw;
}
