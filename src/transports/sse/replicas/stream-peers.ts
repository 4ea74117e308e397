import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '../../../clock.ts';
import { countRefusal, streamRequests } from '../../../metrics.ts';
import { type RedisScope, redisName } from '../../../redis/redis-names.ts';
import { HttpError } from '../../http-error.ts';
import {
  type PeerReply,
  type PeerRequest,
  type RequestNotice,
  readReply,
  readRequest,
  refusal,
} from './peer-messages.ts';
import { MESSAGE_MS, RedisMailbox } from './redis-mailbox.ts';
import { StreamSecret } from './stream-secret.ts';

/** How often open streams are registered again, and how long a registration lasts. */
const RENEW_MS = 5_000;
export const REGISTRATION_MS = 3 * RENEW_MS;

/** Characters of messages that may be on their way from this replica at a time. */
const UNDELIVERED_MAX = 32 * 2 ** 20;

/** How many times a request is sent while its stream moves from replica to replica. */
const ATTEMPTS_MAX = 3;

/**
 * Takes requests for the streams that this replica holds. `move` makes the asking replica the new holder,
 * and resolves with false if this replica was no longer the holder. No reply is sent if it rejects.
 */
export type StreamHolder = (
  token: string,
  request: PeerRequest,
  move: () => Promise<boolean>,
) => Promise<PeerReply>;

/** Replicas with the same scope find each other's streams. */
export interface StreamPeersOptions extends RedisScope {
  /** The address of Redis. */
  readonly url: string;
  readonly clock: Clock;
}

interface Held {
  readonly token: string;
  readonly secret: StreamSecret;
  isOpen: boolean;
}

/**
 * Finds the replica that holds a stream, and carries requests to it over Redis. Messages are stored there
 * encrypted, with a key derived from the stream's token, and expire within two seconds. Registrations
 * (holder and proof) are not encrypted and last longer.
 */
export class StreamPeers {
  readonly #deployment: string;
  readonly #clock: Clock;
  readonly #mailbox: RedisMailbox;
  /** Streams that this replica has reserved or open, by name. */
  readonly #held = new Map<string, Held>();
  /** Waits for replies, by the id of the request. */
  readonly #waiting = new Map<string, () => void>();
  readonly #renewals: Timer;
  readonly #removals = new Set<Promise<void>>();
  #undelivered = 0;
  #holder: StreamHolder = async () => ({ kind: 'moved' });

  constructor({ url, clock, ...scope }: StreamPeersOptions) {
    const id = randomUUID();
    this.#deployment = redisName(scope, 'streams');
    this.#clock = clock;
    this.#mailbox = new RedisMailbox(url, id, clock, (notice) => {
      if (notice.kind === 'reply') this.#waiting.get(notice.id)?.();
      else void this.#answer(notice).catch(() => {}); // The sender stops waiting by itself.
    });
    this.#renewals = clock.every(RENEW_MS, () => void this.#renew().catch(() => {}));
  }

  /** Sets what answers the requests of other replicas. */
  onRequest(holder: StreamHolder): void {
    this.#holder = holder;
  }

  /** Makes a reservation known to all replicas. Throws 503 if Redis does not respond. */
  async reserve(token: string, owner: string, ms: number): Promise<void> {
    const secret = this.#secretOf(token, owner);
    this.#held.set(secret.name, { token, secret, isOpen: false });
    await this.#mailbox.register([secret], ms).catch(() => {
      throw unavailable('Streams cannot be reserved at the moment.');
    });
  }

  /** The stream is open here from now on. Its registration is renewed until `remove`. */
  open(token: string, owner: string): void {
    const secret = this.#secretOf(token, owner);
    this.#held.set(secret.name, { token, secret, isOpen: true });
    this.#mailbox.register([secret], REGISTRATION_MS).catch(() => {}); // It will be renewed.
  }

  /** The stream has ended, or its reservation has expired. */
  remove(token: string, owner: string): void {
    const { name } = this.#secretOf(token, owner);
    if (!this.#held.delete(name)) return;
    const removal = this.#mailbox.remove(name).catch(() => {}); // It expires by itself.
    this.#removals.add(removal);
    void removal.then(() => this.#removals.delete(removal));
  }

  /** Sends a request to the replica that holds the stream; null if there is no such stream. */
  async ask(token: string, owner: string, request: PeerRequest): Promise<PeerReply | null> {
    const secret = this.#secretOf(token, owner);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const reply = await this.#askOnce(secret, request).catch(() => undefined);
      if (reply === undefined) break;
      if (reply?.kind === 'moved') continue;
      streamRequests.inc({ outcome: outcomeOf(reply) });
      return reply;
    }
    streamRequests.inc({ outcome: 'unavailable' });
    throw unavailable('The server that holds this stream does not respond.');
  }

  /** Resolves when the streams that have ended are no longer registered. */
  async stop(): Promise<void> {
    this.#renewals.cancel();
    await Promise.all(this.#removals);
    this.#mailbox.close();
  }

  #secretOf(token: string, owner: string): StreamSecret {
    return new StreamSecret(token, owner, this.#deployment);
  }

  async #renew(): Promise<void> {
    const open = this.#held.values().filter(({ isOpen }) => isOpen);
    await this.#mailbox.register(
      Array.from(open, ({ secret }) => secret),
      REGISTRATION_MS,
    );
  }

  /** Null if there is no such stream. Throws if nobody replies. */
  async #askOnce(secret: StreamSecret, request: PeerRequest): Promise<PeerReply | null> {
    if (this.#isOverloaded) throw new Error('Too many messages are on their way.');
    const id = randomUUID();
    const text = secret.seal(id, { proof: secret.proof, request });
    this.#undelivered += text.length;
    const { promise: replied, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    try {
      const sent = await this.#mailbox.send(secret, { id, text });
      if (sent === 'none') return null;
      if (sent === 'unheard') throw new Error('The holder of the stream is not connected.');
      await this.#deliver(id, replied);
      const sealed = await this.#mailbox.take('reply', id);
      if (sealed === GONE) return { kind: 'moved' };
      const reply = readReply(secret.open(replyTo(id), sealed ?? ''));
      if (reply === null) throw new Error('The reply cannot be read.');
      return reply;
    } finally {
      this.#waiting.delete(id);
      this.#undelivered -= text.length;
    }
  }

  /**
   * Waits for the reply. A request that its holder has not read in time is withdrawn, so that it can
   * have no effect after its sender was told that it failed.
   */
  async #deliver(id: string, replied: Promise<void>): Promise<void> {
    if (await this.#isInTime(replied)) return;
    const withdrawn = await this.#mailbox.take('request', id);
    if (withdrawn === null && (await this.#isInTime(replied))) return;
    throw new Error('The holder of the stream did not reply in time.');
  }

  async #isInTime(replied: Promise<void>): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = this.#clock.after(MESSAGE_MS, () => late.resolve(false));
    const isInTime = await Promise.race([replied.then(() => true), late.promise]);
    timer.cancel();
    return isInTime;
  }

  async #answer({ id, stream, from }: RequestNotice): Promise<void> {
    const sealed = await this.#mailbox.take('request', id);
    if (sealed === null) return;
    const held = this.#held.get(stream);
    if (held === undefined) {
      await this.#mailbox.reply(from, { id, text: GONE });
      return;
    }
    const { token, secret } = held;
    const message = readRequest(secret.open(id, sealed));
    if (message === null || !secret.isProof(message.proof)) return;
    const reply = this.#isOverloaded
      ? refusal(unavailable('The server that holds this stream is overloaded.'))
      : await this.#holder(token, message.request, () => this.#move(stream, from));
    const text = secret.seal(replyTo(id), reply);
    this.#undelivered += text.length;
    this.#clock.after(MESSAGE_MS, () => {
      this.#undelivered -= text.length;
    });
    await this.#mailbox.reply(from, { id, text });
  }

  async #move(name: string, to: string): Promise<boolean> {
    const hasMoved = await this.#mailbox.move(name, to, REGISTRATION_MS);
    if (hasMoved) this.#held.delete(name);
    return hasMoved;
  }

  get #isOverloaded(): boolean {
    const isOver = this.#undelivered > UNDELIVERED_MAX;
    if (isOver) countRefusal('stream_messages');
    return isOver;
  }
}

/** The reply for a stream that has just ended or moved. */
const GONE = '';

function replyTo(id: string): string {
  return `reply to ${id}`;
}

function unavailable(message: string): HttpError {
  return HttpError.of(503, 'UPSTREAM_UNAVAILABLE', message, { 'retry-after': '1' });
}

function outcomeOf(reply: PeerReply | null): string {
  if (reply === null) return 'missing';
  return reply.kind === 'refused' ? 'refused' : 'done';
}
