import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { metrics } from '../../observability/metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { CACHE_CONTROL } from '../response/response-headers.ts';
import { SseConnection, type SseDependencies, type SseSource } from './sse-connection.ts';
import { UnreadBytesLimit } from './unread-bytes.ts';

/** How often a comment is sent on every stream, so that proxies don't close it as idle. */
const PING_MS = 12_000;

/** Connections end after 48 to 60 minutes. Clients then reconnect, possibly to another replica. */
const LIFETIME_MS = 60 * 60_000;
const LIFETIME_JITTER = 0.2;

/** All open event streams of this process: those with one subscription, and those with many operations. */
export class SseConnections {
  readonly #shared: SseDependencies;
  /** When each of them ends, on the monotonic clock. */
  readonly #open = new Map<SseConnection, number>();
  readonly #ticks: Timer;
  #isClosed = false;

  /** `unreadBytes`: how much all connections together may keep in memory for clients that do not read. */
  constructor(clock: Clock, unreadBytes: number) {
    const onClose = (connection: SseConnection) => {
      this.#open.delete(connection);
      metrics.event_streams.dec();
    };
    this.#shared = { clock, unread: new UnreadBytesLimit(unreadBytes), onClose };
    this.#ticks = clock.every(PING_MS, () => this.#tick());
  }

  get size(): number {
    return this.#open.size;
  }

  /** Sends what the source returns as the body of a response whose head has been written, or on any other connection. */
  stream(response: Writable, source: SseSource): SseConnection {
    const connection = new SseConnection(response, source, this.#shared);
    const lifetime = LIFETIME_MS * (1 - LIFETIME_JITTER * Math.random());
    this.#open.set(connection, this.#shared.clock.monotonic() + lifetime);
    metrics.event_streams.inc();
    connection.start();
    if (this.#isClosed) connection.end('draining');
    return connection;
  }

  /** Ends the open connections. Clients reconnect, possibly to another replica. */
  endAll(reason: EndReason): void {
    for (const connection of this.#open.keys()) connection.end(reason);
  }

  /** Ends every connection, and from now on also new ones. Clients reconnect to another replica. */
  close(): void {
    this.#isClosed = true;
    this.#ticks.cancel();
    this.endAll('draining');
  }

  #tick(): void {
    const now = this.#shared.clock.monotonic();
    for (const [connection, endsAt] of this.#open) {
      if (now < endsAt) {
        connection.ping();
        continue;
      }
      this.#open.set(connection, Number.POSITIVE_INFINITY);
      metrics.event_streams_cut_total.inc({ reason: 'age' });
      connection.end('age');
    }
  }
}

/** In place of a request's headers, which may take kilobytes, once they have been read. */
const NO_HEADERS: Pick<IncomingMessage, 'headers' | 'rawHeaders'> = { headers: {}, rawHeaders: [] };

/** Sends the head of an event stream, with headers that keep proxies from buffering or changing it. */
export function sendStreamHead(reply: FastifyReply): ServerResponse {
  reply.header('cache-control', `${CACHE_CONTROL}, no-transform`).header('x-accel-buffering', 'no');
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.flushHeaders();
  // The stream may stay open for an hour. Through these listeners, it would keep Fastify's request and reply as long.
  const { graph } = reply.request;
  graph.span?.end(reply.statusCode);
  raw.off('close', graph.onClose);
  for (const onEnd of raw.rawListeners('error') as (() => void)[]) {
    raw.off('error', onEnd).off('finish', onEnd);
  }
  Object.assign(raw.req, NO_HEADERS);
  return raw;
}
