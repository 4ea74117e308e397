import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { print } from 'graphql-sse';
import type { CachedResponse } from '../../execution/encoding/cached-response.ts';
import { withTail } from '../../execution/encoding/compressed-data.ts';
import { dataTail } from '../../execution/encoding/encoded-data.ts';
import { JSON_TYPE, statusAndHeadersOf } from '../../execution/http-status.ts';
import {
  type Answer,
  type CachedResult,
  responseBody,
  responseBytes,
} from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import { type AcceptedTypes, EVENT_STREAM, MULTIPART } from '../arrival/accept.ts';
import { DistinctConnection, SUBSCRIPTION_FORMATS } from '../sse/distinct-connection.ts';
import { sendStreamHead } from '../sse/sse-connections.ts';
import type { TransportOptions } from '../transport.ts';
import { preferredCoding } from './accept-encoding.ts';
import { matchesAny } from './response-headers.ts';

/** Smaller bodies fit into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_024;

/** Writes the outcome of an operation as the response to its request, whichever way it came. */
export async function respond(
  reply: FastifyReply,
  outcome: Outcome,
  types: AcceptedTypes,
  options: TransportOptions,
): Promise<void> {
  if (outcome.kind === 'subscription') return openStream(reply, outcome, types, options);
  const type = (!isUnacceptable(outcome) && types.result) || JSON_TYPE;
  if (type === EVENT_STREAM || type === MULTIPART) {
    reply.header('content-type', type === MULTIPART ? `${type}; boundary="-"` : type);
    return options.unsentResponses.send(reply, WRAPPED[type](responseBytes(outcome)));
  }
  reply.header('content-type', `${type}; charset=utf-8`);
  if (outcome.kind === 'cached') return sendCached(reply, outcome, type, options);
  const { status, headers } = statusAndHeadersOf(outcome, type);
  reply.status(status);
  options.unsentResponses.send(reply, responseBody(outcome), headers);
}

/** Whether this tells the client of a subscription that it accepts no type of event stream. That is told as JSON. */
function isUnacceptable(outcome: Answer): boolean {
  return outcome.kind === 'result' && outcome.errors?.[0]?.http?.status === 406;
}

/** A single result as an event stream or as a multipart body. */
const WRAPPED = {
  [EVENT_STREAM]: (json: Buffer) => [
    ':\n\nevent: next\ndata: ',
    json,
    `\n\n${print({ event: 'complete', data: null })}`,
  ],
  [MULTIPART]: (json: Buffer) => [
    `\r\n---\r\nContent-Type: ${JSON_TYPE}; charset=utf-8\r\nContent-Length: ${json.length}\r\n\r\n`,
    json,
    '\r\n-----\r\n',
  ],
} as const;

/**
 * Sends a cached response in the content coding that the client prefers. The response to a GET also has
 * `Cache-Control` and `ETag`, or status 304 if the client already has this data.
 */
async function sendCached(
  reply: FastifyReply,
  { cached, extensions }: CachedResult,
  type: string,
  { services, unsentResponses }: TransportOptions,
): Promise<void> {
  const { method, headers } = reply.request;
  const isShort = cached.bytes < COMPRESSED_BYTES_MIN;
  const coding = isShort ? 'identity' : preferredCoding(headers['accept-encoding']);
  const responseHeaders: OutgoingHttpHeaders = {};
  if (method === 'GET') {
    const freshSeconds = Math.floor((cached.expiresAt - services.clock.monotonic()) / 1_000);
    const etag = etagOf(cached, type, coding);
    responseHeaders['cache-control'] = `private, max-age=${Math.max(0, freshSeconds)}`;
    responseHeaders['etag'] = etag;
    if (matchesAny(headers['if-none-match'], etag)) {
      return unsentResponses.sendNotModified(reply, responseHeaders);
    }
  }
  // Responses differ only in their `extensions`, which come last. What comes before them is compressed once.
  const compressed = coding === 'identity' ? null : await cached.compressed();
  const compressedBody = compressed && withTail(compressed, Buffer.from(dataTail(extensions)));
  if (compressedBody) responseHeaders['content-encoding'] = coding;
  unsentResponses.send(reply, compressedBody ?? cached.body(extensions), responseHeaders);
}

/**
 * A weak entity tag, since equal data may come with other `extensions`. Each content type and coding has its
 * own tag, so that no cache mistakes one for another.
 */
function etagOf({ hash }: CachedResponse, contentType: string, coding: string): string {
  const [, type] = /\/(\w+)/.exec(contentType) ?? [];
  return `W/"${hash}-${type}-${coding}"`;
}

/** Sends the results of a subscription as they come. */
function openStream(
  reply: FastifyReply,
  { subscription }: Extract<Outcome, { kind: 'subscription' }>,
  types: AcceptedTypes,
  { connections }: TransportOptions,
): void {
  const { request } = reply;
  request.graph.handOver(); // It is logged when the subscription is closed.
  const format = SUBSCRIPTION_FORMATS[types.subscription ?? EVENT_STREAM]; // Where it is null, none is opened.
  reply.header('content-type', format.contentType);
  connections.stream(sendStreamHead(reply), new DistinctConnection(subscription, format));
}
