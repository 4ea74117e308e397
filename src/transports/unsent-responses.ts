import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Timer } from '../clock.ts';
import { countError, countRefusal, responsesCut } from '../metrics.ts';
import { HttpError } from './http-error.ts';

export interface UnsentLimits {
  /** Bytes of all answers that have not been taken. */
  readonly bytes: number;
  /** The same of one peer. */
  readonly bytesOfOne: number;
}

/** An answer that its client has not taken whole. */
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
const LIMITS: UnsentLimits = { bytes: HEAP_BYTES / 8, bytesOfOne: HEAP_BYTES / 32 };

/** What is larger is written part by part, so that a slow client is seen to take it. */
const WHOLE_BYTES = 512 * 2 ** 10;
export const PART_BYTES = 64 * 2 ** 10;

/** Smaller answers are never refused: errors, health, what a mutation has done. */
const SMALL_BYTES = 4 * 2 ** 10;

/** How often connections are checked for progress, and how many checks without any are a minute. */
const CHECK_MS = 5_000;
const STALLED_CHECKS_MAX = 12;

/**
 * Answers on their way to clients, which may not read them. An answer without progress for a minute
 * is given up. Where a new one would exceed a bound, the answer that has stalled for longest is given
 * up to make room; while none has stalled the new answer is refused with 429.
 */
export class UnsentResponses {
  readonly #peerOf: (request: FastifyRequest) => string;
  readonly #limits: UnsentLimits;
  readonly #checks: Timer;
  readonly #open = new Set<Unsent>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  /** `peerOf` names whom an answer is counted to. */
  constructor(clock: Clock, peerOf: (request: FastifyRequest) => string, limits = LIMITS) {
    this.#peerOf = peerOf;
    this.#limits = limits;
    this.#checks = clock.every(CHECK_MS, () => this.#check());
  }

  /** Bytes of the answers that have not been taken. A body that is streamed counts as one part. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A hook for what Fastify sends: counts it, and has large bodies written part by part. */
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

  /** Sends a body that lies ready in buffers, without joining them. */
  send(reply: FastifyReply, body: readonly Buffer[]): void {
    const bytes = body.reduce((sum, buffer) => sum + buffer.length, 0);
    this.#admit(reply, bytes);
    reply.header('content-length', bytes).hijack();
    const { raw } = reply;
    raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    if (bytes > WHOLE_BYTES) {
      raw.setMaxListeners(0); // A pipeline adds more than the default allows.
      pipeline(inParts(body), raw, () => {}); // A client that is gone is no failure.
      return;
    }
    raw.cork();
    for (const buffer of body) raw.write(buffer);
    raw.end();
  }

  stop(): void {
    this.#checks.cancel();
  }

  #admit({ request, raw: response }: FastifyReply, bytes: number): void {
    if (response.destroyed) return; // Its client has left.
    const peer = this.#peerOf(request);
    if (bytes > SMALL_BYTES) this.#makeRoom(peer, bytes);
    const unsent = { response, peer, bytes, written: 0, stalls: 0 };
    this.#open.add(unsent);
    this.#count(peer, bytes);
    response.once('close', () => this.#release(unsent));
  }

  /** Throws where no answer has stalled. A single answer may be larger than the bounds. */
  #makeRoom(peer: string, bytes: number): void {
    const { bytes: max, bytesOfOne } = this.#limits;
    const isBeyond = (held: number, limit: number) => held > 0 && held + bytes > limit;
    while (isBeyond(this.#bytesOf.get(peer) ?? 0, bytesOfOne)) this.#cutWorst(peer);
    while (isBeyond(this.#bytes, max)) this.#cutWorst(null);
  }

  #cutWorst(peer: string | null): void {
    let worst: Unsent | null = null;
    for (const unsent of this.#open) {
      const isOfPeer = peer === null || unsent.peer === peer;
      if (isOfPeer && unsent.stalls > (worst?.stalls ?? 0)) worst = unsent;
    }
    if (worst !== null) {
      this.#cut(worst, 'room');
      return;
    }
    countRefusal('unsent_bytes');
    const retryAfterSeconds = CHECK_MS / 1000;
    const message = 'The server holds as many answers as it may that are still being read.';
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

/** A body as a stream of parts, each written when the one before has been taken. */
export function inParts(body: readonly Buffer[]): Readable {
  return Readable.from(partsOf(body), { objectMode: false, highWaterMark: PART_BYTES });
}

function* partsOf(body: readonly Buffer[]): Generator<Buffer> {
  for (const buffer of body) {
    for (let at = 0; at < buffer.length; at += PART_BYTES) {
      yield buffer.subarray(at, at + PART_BYTES);
    }
  }
}
