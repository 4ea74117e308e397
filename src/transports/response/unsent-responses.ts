import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AcceptedKeys, accountOf, type Identity } from '../../access/identity.ts';
import { type BodyPart, bytesOf } from '../../execution/encoding/encoded-data.ts';
import { countError, countRefusal, metrics } from '../../observability/metrics.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { ByteLedger, type LedgerLimits } from './byte-ledger.ts';
import { HttpError } from './http-error.ts';

/** A response that its client has not read completely. */
interface Unsent {
  /** Where it is written to. Its progress shows whether the client reads; if not, it is destroyed. */
  readonly socket: Socket;
  readonly account: string;
  /** The length of the whole body. */
  readonly bytes: number;
  /** `bytesWritten` of its socket at the last check. */
  written: number;
  /** The number of consecutive checks without progress. */
  stalls: number;
  /** Resolves when it no longer counts. */
  readonly released: PromiseWithResolvers<void>;
}

/** The size of the largest slice. */
export const SLICE_BYTES = 64 * 2 ** 10;

/**
 * Larger bodies are written in slices, so that `bytesWritten` shows the progress of a slow client. Slices double the
 * processor time of a body of 400 KB.
 */
const UNSLICED_BYTES_MAX = 512 * 2 ** 10;

/** Responses up to this size are never refused, for instance errors, health checks and results of mutations. */
const SMALL_BYTES = 4 * 2 ** 10;

/** A response is aborted after 12 consecutive checks (one minute) without progress. */
const CHECK_MS = 5_000;
const STALLED_CHECKS_MAX = 12;

/**
 * Bounds the memory of responses that clients have not read yet. A response without progress for a
 * minute is aborted. If a new response would exceed a limit, the responses that have stalled longest are
 * aborted until it fits; if none has stalled, the new response is refused with 429.
 */
export class UnsentResponses {
  readonly #keys: AcceptedKeys;
  readonly #ledger: ByteLedger;
  readonly #checkTimer: Timer;
  readonly #unsent = new Set<Unsent>();

  constructor(clock: Clock, keys: AcceptedKeys, limits?: LedgerLimits) {
    this.#keys = keys;
    this.#ledger = new ByteLedger(limits);
    this.#checkTimer = clock.every(CHECK_MS, () => this.#check());
  }

  /** Bytes of the responses that have not been read to the end. A streamed body counts as one slice. */
  get bytes(): number {
    return this.#ledger.bytes;
  }

  /** A Fastify hook that counts each response: texts and buffers, which are sent whole, and bodies in slices. */
  readonly onSend = async (_: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const bytes = isWhole ? Buffer.byteLength(payload) : SLICE_BYTES;
    this.#admit(reply, payload ? bytes : 0);
    return payload;
  };

  /**
   * Sends a body of several parts without joining them. `headers` are added after the check of the
   * limits, so that a 429 does not have them.
   */
  send(reply: FastifyReply, body: readonly BodyPart[], headers: OutgoingHttpHeaders = {}): void {
    const bytes = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
    this.#admit(reply, bytes);
    const { raw } = reply;
    const head = { ...reply.getHeaders(), ...headers, 'content-length': bytes };
    raw.writeHead(reply.statusCode, head as OutgoingHttpHeaders);
    reply.hijack();
    if (bytes > UNSLICED_BYTES_MAX) {
      raw.setMaxListeners(0); // `pipeline` adds more listeners than the default limit.
      pipeline(inSlices(body), raw, () => {}); // A client that disconnects is not a failure.
      return;
    }
    raw.cork();
    for (const part of body.slice(0, -1)) raw.write(part);
    raw.end(body.at(-1));
  }

  /** Sends status 304, which has no body. */
  sendNotModified(reply: FastifyReply, headers: OutgoingHttpHeaders): void {
    reply.hijack();
    const { 'content-type': _type, 'content-length': _length, ...head } = reply.getHeaders();
    reply.raw.writeHead(304, { ...head, ...headers } as OutgoingHttpHeaders).end();
  }

  /** Resolves when each response in progress has been sent, or its client has disconnected. */
  async allSent(): Promise<void> {
    while (this.#unsent.size > 0) {
      await Promise.all(Array.from(this.#unsent, ({ released }) => released.promise));
    }
  }

  stop(): void {
    this.#checkTimer.cancel();
  }

  /**
   * Counts the bytes of a response that is being written to a socket, until the returned function is called. Throws 429 if
   * they would exceed a limit. They count for the caller's account. All callers without an accepted key count as one for
   * each `wayIn` (over HTTP, the path): not by their addresses, since behind a proxy all have the same one.
   */
  hold(identity: Identity, wayIn: string | undefined, bytes: number, socket: Socket): () => void {
    const account = accountOf(identity, this.#keys) || `unknown ${wayIn}`;
    if (bytes > SMALL_BYTES) this.#makeRoom(account, bytes);
    const released = Promise.withResolvers<void>();
    const unsent = { socket, account, bytes, written: 0, stalls: 0, released };
    this.#unsent.add(unsent);
    this.#ledger.add(account, bytes);
    return () => this.#release(unsent);
  }

  /** Counts a response over HTTP until it is closed. */
  #admit({ request, raw: response }: FastifyReply, bytes: number): void {
    if (response.destroyed) return; // The client has disconnected.
    const { graph, routeOptions, socket } = request;
    response.once('close', this.hold(graph.identity, routeOptions.url, bytes, socket));
  }

  /** Aborts those that have stalled longest, of the account or of all. Throws 429 if none has stalled. */
  #makeRoom(account: string, bytes: number): void {
    for (;;) {
      const exceeded = this.#ledger.exceededBy(account, bytes);
      if (exceeded === null) return;
      const [longest] = this.#unsent
        .values()
        .filter((one) => one.stalls > 0 && (exceeded === 'all' || one.account === account))
        .toArray()
        .sort((a, b) => b.stalls - a.stalls);
      if (longest === undefined) throw tooManyUnsent();
      this.#abort(longest, 'memory');
    }
  }

  #check(): void {
    for (const unsent of this.#unsent) {
      const { socket } = unsent;
      unsent.stalls = socket.bytesWritten === unsent.written ? unsent.stalls + 1 : 0;
      unsent.written = socket.bytesWritten;
      if (unsent.stalls >= STALLED_CHECKS_MAX) this.#abort(unsent, 'blocked');
    }
  }

  /** `reason` is a metric label: `blocked` after a minute, `memory` if a new response needs the memory. */
  #abort(unsent: Unsent, reason: string): void {
    metrics.responses_cut_total.inc({ reason });
    unsent.socket.destroy();
    this.#release(unsent);
  }

  #release(unsent: Unsent): void {
    if (!this.#unsent.delete(unsent)) return;
    this.#ledger.add(unsent.account, -unsent.bytes);
    unsent.released.resolve();
  }
}

function tooManyUnsent(): HttpError {
  countRefusal('unsent_bytes');
  const retryAfterSeconds = CHECK_MS / 1000;
  const message = 'The server holds too many responses that clients are still reading.';
  const extensions = { code: 'RATE_LIMITED', retryAfterSeconds };
  countError(extensions);
  return new HttpError(429, [{ message, extensions }], {
    'retry-after': String(retryAfterSeconds),
  });
}

/** Streams a body in slices. Each is written when the socket is ready for more data. */
export function inSlices(body: readonly BodyPart[]): Readable {
  return Readable.from(slicesOf(body), { objectMode: false, highWaterMark: SLICE_BYTES });
}

function* slicesOf(body: readonly BodyPart[]): Generator<Buffer> {
  for (const part of body) {
    const buffer = bytesOf(part);
    for (let start = 0; start < buffer.length; start += SLICE_BYTES) {
      yield buffer.subarray(start, start + SLICE_BYTES);
    }
  }
}
