import { randomUUID } from 'node:crypto';
import { countRefusal, metrics } from '../../../observability/metrics.ts';
import { type RedisOptions, redisName } from '../../../redis/redis-names.ts';
import type { Clock, Timer } from '../../../scheduling/clock.ts';
import { replyWithin } from '../../../scheduling/reply-within.ts';
import { HttpError } from '../../response/http-error.ts';
import { EXPIRY_MS, MESSAGE_MS, RedisMailbox } from './redis-mailbox.ts';
import { StreamKeys } from './stream-keys.ts';

/** How often event streams are registered in Redis again, and how long a registration lasts. */
const RENEW_MS = 5_000;
const REGISTRATION_MS = 3 * RENEW_MS;

/** While a replica's messages in flight have more characters than this, it sends no requests, and refuses others'. */
const IN_FLIGHT_CHARACTERS_MAX = 32 * 2 ** 20;

/** The most replicas whose newest request is remembered: far more than ask while a stream is open. */
const REPLICAS_MAX = 1_000;

/** What a client wants of its open stream. It is sent to the replica that holds the stream. */
export type StreamRequest =
  | {
      readonly kind: 'submit';
      /** The parameters of the operation, and the HTTP method of its request. */
      readonly sent: unknown;
      readonly method: string;
      readonly requestId: string;
      /**
       * For a viewer: when the request's token expires, in ms since the Unix epoch, and the thumbprint of the key
       * that signed it. The token may be newer than the one that opened the stream.
       */
      readonly tokenValidity: { readonly expiresAt: number; readonly signedBy: string } | null;
    }
  | { readonly kind: 'end'; readonly operationId: string };

/**
 * Answers another replica's request for a stream: false if this replica does not hold it. Throws the `HttpError` that
 * the client's request is refused with.
 */
type StreamRequestHandler = (token: string, request: StreamRequest) => boolean;

/** What the holder replies, encrypted with a key that follows from the stream's token. */
type Reply = { readonly refusal: Pick<HttpError, 'status' | 'errors' | 'headers'> | null };

/** The reply of a replica that does not hold the stream, and so does not know its token. */
const NOT_HELD = '';

/** A stream that this replica holds. */
interface HeldStream {
  readonly token: string;
  readonly keys: StreamKeys;
}

/**
 * Finds the replica that holds an event stream in memory, and sends it requests over Redis. Messages are
 * encrypted with a key derived from the stream's token, which only replicas and the client know, so they are
 * trusted once they are decrypted: whoever asks has checked that the token is its client's. Requests arrive in the order
 * of their numbers. One that does not is refused: somebody who can write to Redis must have stored it again.
 */
export class StreamPeers {
  readonly #id = randomUUID();
  /** The same on all replicas that find each other's streams: those with the same Redis prefix and upstream URL. */
  readonly #deployment: string;
  readonly #clock: Clock;
  readonly #mailbox: RedisMailbox;
  /** Streams that this replica holds, by their names in Redis. */
  readonly #held = new Map<string, HeldStream>();
  /** What to call when a reply arrives, by the id of its request. */
  readonly #waiting = new Map<string, () => void>();
  /** The number of the newest request from each replica; who has asked last comes last. */
  readonly #newest = new Map<string, number>();
  readonly #renewals: Timer;
  /** The number of this replica's newest request. */
  #asked = 0;
  /** Characters of the requests that wait for a reply, and of the replies of the last four seconds. */
  #inFlight = 0;
  #handle: StreamRequestHandler = () => false;

  constructor(options: RedisOptions) {
    this.#deployment = redisName(options, 'streams');
    this.#clock = options.clock;
    const onNotice = (notice: string) => this.#receive(notice);
    this.#mailbox = new RedisMailbox(options, this.#id, onNotice);
    this.#renewals = this.#clock.every(RENEW_MS, () => {
      const names = [...this.#held.keys()];
      this.#mailbox.renew(names, this.#id, REGISTRATION_MS).catch(() => {}); // The next renewal tries again.
    });
  }

  /** Sets the function that answers the requests of other replicas. */
  onRequest(handle: StreamRequestHandler): void {
    this.#handle = handle;
  }

  /**
   * Makes a stream that is opened here known to all replicas until `release`. False if another one holds it. Throws 503
   * if Redis does not respond.
   */
  async hold(token: string): Promise<boolean> {
    const keys = this.#keysOf(token);
    const claimed = this.#mailbox.claim(keys.name, this.#id, REGISTRATION_MS);
    const isFree = await claimed.catch(() => {
      throw HttpError.unavailable('Streams cannot be opened at the moment.');
    });
    if (isFree) this.#held.set(keys.name, { token, keys });
    return isFree;
  }

  /** A stream has ended. Its record expires, since it is no longer renewed. */
  release(token: string): void {
    this.#held.delete(this.#keysOf(token).name);
  }

  /**
   * Sends a request to the replica that holds the stream. False if none does. Throws what the holder refuses it with,
   * or 503.
   */
  async ask(token: string, request: StreamRequest): Promise<boolean> {
    const reply = await this.#askOnce(this.#keysOf(token), request).catch(() => undefined);
    if (reply === undefined) {
      metrics.stream_requests_forwarded_total.inc({ outcome: 'unavailable' });
      throw HttpError.unavailable(
        'The server that holds this stream cannot be reached at the moment.',
      );
    }
    if (reply === null) return false;
    const { refusal } = reply;
    metrics.stream_requests_forwarded_total.inc({ outcome: refusal ? 'refused' : 'done' });
    if (refusal) throw new HttpError(refusal.status, refusal.errors, refusal.headers);
    return true;
  }

  stop(): void {
    this.#renewals.cancel();
    this.#mailbox.close();
  }

  #keysOf(token: string): StreamKeys {
    return new StreamKeys(token, this.#deployment);
  }

  /** Null if there is no such stream, or it has just ended. Throws if nobody replies. */
  async #askOnce(keys: StreamKeys, request: StreamRequest): Promise<Reply | null> {
    const holder = await this.#mailbox.holderOf(keys.name);
    if (holder === null) return null;
    if (this.#refusesMore()) throw new Error('Too many messages are in flight.');
    this.#asked += 1;
    const id = `${this.#id}/${this.#asked}`;
    const message = keys.encrypt(requestTo(holder, id), request);
    this.#inFlight += message.length;
    try {
      const reply = await this.#exchange(holder, id, message, keys.name);
      return reply === NOT_HELD ? null : (keys.decrypt(replyTo(id), reply) as Reply);
    } finally {
      this.#waiting.delete(id);
      this.#inFlight -= message.length;
    }
  }

  /**
   * Posts a request and resolves with the reply. A request that the holder has not read in time is deleted, so
   * that it has no effect. One that it has read may have an effect even if the reply is too late and this throws.
   */
  async #exchange(holder: string, id: string, message: string, stream: string): Promise<string> {
    const { promise: replied, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    // Redis may still run what it was late to confirm, so that counts as posted.
    const posted = this.#mailbox.post(holder, id, message, `${id} ${stream}`);
    const isThere = await posted.catch(() => true);
    if (!isThere || !(await this.#isInTime(replied))) {
      const wasRead = (await this.#mailbox.take(id)) === null;
      if (!wasRead || !(await this.#isInTime(replied))) throw new Error('There was no reply.');
    }
    const reply = await this.#mailbox.take(replyTo(id));
    if (reply === null) throw new Error('The reply has expired.');
    return reply;
  }

  #isInTime(replied: Promise<void>): Promise<boolean> {
    return replyWithin(MESSAGE_MS, this.#clock, replied).then(
      () => true,
      () => false,
    );
  }

  /** A request or a reply is waiting in Redis. If a request fails here, the replica that has sent it times out. */
  #receive(notice: string): void {
    const [id = '', stream] = notice.split(' ');
    if (stream === undefined) this.#waiting.get(id)?.();
    else this.#answer(id, stream).catch(() => {});
  }

  async #answer(id: string, stream: string): Promise<void> {
    const message = await this.#mailbox.take(id);
    if (message === null) return;
    const held = this.#held.get(stream);
    const reply = held === undefined ? NOT_HELD : this.#replyOf(held, id, message);
    this.#inFlight += reply.length;
    this.#clock.after(EXPIRY_MS, () => {
      this.#inFlight -= reply.length;
    });
    const [from = ''] = id.split('/');
    await this.#mailbox.post(from, replyTo(id), reply, id);
  }

  /** The encrypted reply. Throws if the request cannot be read or is not new. */
  #replyOf({ token, keys }: HeldStream, id: string, message: string): string {
    const request = keys.decrypt(requestTo(this.#id, id), message) as StreamRequest;
    this.#requireNew(id);
    const reply = (refusal: Reply['refusal']) => keys.encrypt(replyTo(id), { refusal });
    try {
      if (this.#refusesMore())
        throw HttpError.unavailable('The server that holds this stream is overloaded.');
      return this.#handle(token, request) ? reply(null) : NOT_HELD;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, errors, headers } = error;
      return reply({ status, errors, headers });
    }
  }

  #requireNew(id: string): void {
    const [from = '', number] = id.split('/');
    if (Number(number) <= (this.#newest.get(from) ?? 0))
      throw new Error('This request is not new.');
    this.#newest.delete(from);
    this.#newest.set(from, Number(number));
    const [oldest = ''] = this.#newest.keys();
    if (this.#newest.size > REPLICAS_MAX) this.#newest.delete(oldest);
  }

  /** Whether too much is in flight; counts the refusal if so. */
  #refusesMore(): boolean {
    const isOver = this.#inFlight > IN_FLIGHT_CHARACTERS_MAX;
    if (isOver) countRefusal('stream_messages');
    return isOver;
  }
}

/** The purpose that a request is encrypted for: another replica that holds the stream later does not take it. */
function requestTo(holder: string, id: string): string {
  return `${holder} ${id}`;
}

/** Where a reply waits, and the purpose that it is encrypted for: it cannot be taken for a request. */
function replyTo(id: string): string {
  return `reply-to-${id}`;
}
