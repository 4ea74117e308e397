import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Timer } from '../clock.ts';
import { countError, countRefusal, responsesCut } from '../metrics.ts';
import { HttpError } from './http-error.ts';
import { inParts, PART_BYTES } from './in-parts.ts';

export interface UnsentLimits {
  /** Bytes of all responses that clients have not read. */
  readonly bytes: number;
  /**
   * The same for one peer, against whom responses count: a viewer, an accepted API key, or all unknown
   * callers of a route.
   */
  readonly peerBytes: number;
}

/** A response that its client has not read completely. */
interface Unsent {
  readonly response: ServerResponse;
  readonly peer: string;
  readonly bytes: number;
  /** Bytes that had been written to its connection at the last check. */
  written: number;
  /** Checks in a row that found no progress. */
  stalls: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: UnsentLimits = { bytes: HEAP_BYTES / 8, peerBytes: HEAP_BYTES / 32 };

/** Larger bodies are written in parts, so that progress of a slow client shows. */
const WHOLE_BYTES = 512 * 2 ** 10;

/** Smaller responses are never refused: errors, health, results of mutations. */
const SMALL_BYTES = 4 * 2 ** 10;

/**
 * How often connections are checked for progress, and how many checks without progress make a
 * minute.
 */
const CHECK_MS = 5_000;
const STALLED_CHECKS_MAX = 12;

/**
 * Bounds the memory of responses that clients have not read yet. A response without progress for a
 * minute is cut. If a new response would exceed a bound, the one that has stalled longest is cut to
 * make room; if none has stalled, the new response is refused with 429.
 */
export class UnsentResponses {
  readonly #peerOf: (request: FastifyRequest) => string;
  readonly #limits: UnsentLimits;
  readonly #checks: Timer;
  readonly #open = new Set<Unsent>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  /**
   * `peerOf` names whom a response counts against. It is not the network peer: behind a proxy all clients
   * have one address.
   */
  constructor(clock: Clock, peerOf: (request: FastifyRequest) => string, limits = LIMITS) {
    this.#peerOf = peerOf;
    this.#limits = limits;
    this.#checks = clock.every(CHECK_MS, () => this.#check());
  }

  /** Bytes of responses that have not been read. A streamed body counts as one part. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A Fastify hook that counts each response and writes large bodies in parts. */
  readonly onSend = async (_: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      this.#admit(reply, payload ? PART_BYTES : 0);
      return payload;
    }
    const bytes = Buffer.byteLength(payload);
    this.#admit(reply, bytes);
    if (bytes <= WHOLE_BYTES) return payload;
    reply.header('content-length', bytes);
    return inParts([Buffer.from(payload)]);
  };

  /**
   * Sends a body of several buffers without joining them. `headers` are those of this body, which a
   * refusal must not have.
   */
  send(reply: FastifyReply, body: readonly Buffer[], headers: OutgoingHttpHeaders = {}): void {
    const bytes = body.reduce((sum, buffer) => sum + buffer.length, 0);
    this.#admit(reply, bytes);
    reply.hijack();
    const { raw } = reply;
    const head = { ...reply.getHeaders(), ...headers, 'content-length': bytes };
    raw.writeHead(reply.statusCode, head as OutgoingHttpHeaders);
    if (bytes > WHOLE_BYTES) {
      raw.setMaxListeners(0); // A pipeline adds more than the default allows.
      pipeline(inParts(body), raw, () => {}); // A client that disconnects is not a failure.
      return;
    }
    raw.cork();
    for (const buffer of body.slice(0, -1)) raw.write(buffer);
    raw.end(body.at(-1));
  }

  /** Sends status 304, which has no body. */
  sendNotModified(reply: FastifyReply, headers: OutgoingHttpHeaders): void {
    reply.hijack();
    const { 'content-type': _type, 'content-length': _length, ...head } = reply.getHeaders();
    reply.raw.writeHead(304, { ...head, ...headers } as OutgoingHttpHeaders).end();
  }

  stop(): void {
    this.#checks.cancel();
  }

  #admit({ request, raw: response }: FastifyReply, bytes: number): void {
    if (response.destroyed) return; // The client has disconnected.
    const peer = this.#peerOf(request);
    if (bytes > SMALL_BYTES) this.#makeRoom(peer, bytes);
    const unsent = { response, peer, bytes, written: 0, stalls: 0 };
    this.#open.add(unsent);
    this.#count(peer, bytes);
    response.once('close', () => this.#release(unsent));
  }

  /** Throws 429 if no response has stalled. A single response may exceed the bounds. */
  #makeRoom(peer: string, bytes: number): void {
    const { bytes: max, peerBytes } = this.#limits;
    const exceeds = (held: number, limit: number) => held > 0 && held + bytes > limit;
    while (exceeds(this.#bytesOf.get(peer) ?? 0, peerBytes)) this.#cutSlowest(peer);
    while (exceeds(this.#bytes, max)) this.#cutSlowest(null);
  }

  #cutSlowest(peer: string | null): void {
    let slowest: Unsent | null = null;
    for (const unsent of this.#open) {
      const isOfPeer = peer === null || unsent.peer === peer;
      if (isOfPeer && unsent.stalls > (slowest?.stalls ?? 0)) slowest = unsent;
    }
    if (slowest !== null) {
      this.#cut(slowest, 'room');
      return;
    }
    countRefusal('unsent_bytes');
    const retryAfterSeconds = CHECK_MS / 1000;
    const message = 'The server holds too many responses that clients are still reading.';
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds };
    countError(extensions);
    throw new HttpError(429, [{ message, extensions }], {
      'retry-after': String(retryAfterSeconds),
    });
  }

  #check(): void {
    for (const unsent of this.#open) {
      const { socket } = unsent.response.req;
      unsent.stalls = socket.bytesWritten === unsent.written ? unsent.stalls + 1 : 0;
      unsent.written = socket.bytesWritten;
      if (unsent.stalls >= STALLED_CHECKS_MAX) this.#cut(unsent, 'blocked');
    }
  }

  #cut(unsent: Unsent, reason: string): void {
    responsesCut.inc({ reason });
    unsent.response.destroy();
    this.#release(unsent);
  }

  #release(unsent: Unsent): void {
    if (this.#open.delete(unsent)) this.#count(unsent.peer, -unsent.bytes);
  }

  #count(peer: string, bytes: number): void {
    const held = (this.#bytesOf.get(peer) ?? 0) + bytes;
    if (held === 0) this.#bytesOf.delete(peer);
    else this.#bytesOf.set(peer, held);
    this.#bytes += bytes;
  }
}
