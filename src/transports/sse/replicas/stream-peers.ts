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
import { StreamKeys } from './stream-keys.ts';

/** How often open event streams are registered in Redis again, and how long a registration lasts. */
const RENEW_MS = 5_000;
export const REGISTRATION_MS = 3 * RENEW_MS;

/** While its messages in flight have more characters than this, a replica sends no requests and refuses others'. */
const IN_FLIGHT_CHARACTERS_MAX = 32 * 2 ** 20;

/** How many times a request is sent while its stream moves from replica to replica. */
const ATTEMPTS_MAX = 3;

/**
 * Answers another replica's request for a stream that this replica holds in memory. `move` makes the other
 * replica the holder, and resolves with false if this replica was no longer the holder. If the handler rejects,
 * no reply is sent.
 */
export type StreamRequestHandler = (
  token: string,
  request: PeerRequest,
  move: () => Promise<boolean>,
) => Promise<PeerReply>;

/** Replicas with the same Redis prefix and upstream URL find each other's streams. */
export interface StreamPeersOptions extends RedisScope {
  /** The address of Redis. */
  readonly url: string;
  readonly clock: Clock;
}

/** A stream that this replica holds, reserved or open. */
interface LocalStream {
  readonly token: string;
  readonly keys: StreamKeys;
  isOpen: boolean;
}

/**
 * Finds the replica that holds an event stream in memory, and sends it requests over Redis. Messages are
 * stored there encrypted, with a key derived from the stream's token, and expire after two seconds.
 * Registrations (a stream's holder and a MAC of its owner) are not encrypted and last longer.
 */
export class StreamPeers {
  /** The same on all replicas that find each other's streams. */
  readonly #deployment: string;
  readonly #clock: Clock;
  readonly #mailbox: RedisMailbox;
  /** Streams that this replica holds, by their names in Redis. */
  readonly #held = new Map<string, LocalStream>();
  /** What to call when a reply arrives, by the id of its request. */
  readonly #waiting = new Map<string, () => void>();
  readonly #renewals: Timer;
  /** Removals of registrations that are under way. */
  readonly #removals = new Set<Promise<void>>();
  /** Characters of the requests that wait for a reply, and of the replies of the last two seconds. */
  #inFlight = 0;
  #handle: StreamRequestHandler = async () => ({ kind: 'not-held' });

  constructor({ url, clock, ...scope }: StreamPeersOptions) {
    const replicaId = randomUUID();
    this.#deployment = redisName(scope, 'streams');
    this.#clock = clock;
    // A notice says that a message for this replica is waiting in Redis.
    this.#mailbox = new RedisMailbox(url, replicaId, clock, (notice) => {
      if (notice.kind === 'reply') this.#waiting.get(notice.id)?.();
      else void this.#answer(notice).catch(() => {}); // The sender times out on its own.
    });
    this.#renewals = clock.every(RENEW_MS, () => void this.#renew().catch(() => {}));
  }

  /** Sets the function that answers the requests of other replicas. */
  onRequest(handle: StreamRequestHandler): void {
    this.#handle = handle;
  }

  /** Makes a reservation known to all replicas. Throws 503 if Redis does not respond. */
  async reserve(token: string, owner: string, ttlMs: number): Promise<void> {
    const keys = this.#keysOf(token, owner);
    this.#held.set(keys.name, { token, keys, isOpen: false });
    await this.#mailbox.register([keys], ttlMs).catch(() => {
      throw unavailable('Streams cannot be reserved at the moment.');
    });
  }

  /** Registers a stream that was opened here, and keeps it registered until `remove`. */
  open(token: string, owner: string): void {
    const keys = this.#keysOf(token, owner);
    this.#held.set(keys.name, { token, keys, isOpen: true });
    this.#mailbox.register([keys], REGISTRATION_MS).catch(() => {}); // The next renewal tries again.
  }

  /** Removes the registration of a stream that has ended or was not opened in time. */
  remove(token: string, owner: string): void {
    const { name } = this.#keysOf(token, owner);
    if (!this.#held.delete(name)) return;
    const removal = this.#mailbox.remove(name).catch(() => {}); // It expires by itself.
    this.#removals.add(removal);
    void removal.then(() => this.#removals.delete(removal));
  }

  /** Sends a request to the replica that holds the stream; null if `owner` has no such stream. */
  async ask(token: string, owner: string, request: PeerRequest): Promise<PeerReply | null> {
    const keys = this.#keysOf(token, owner);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const reply = await this.#askOnce(keys, request).catch(() => undefined);
      if (reply === undefined) break;
      if (reply?.kind === 'not-held') continue;
      streamRequests.inc({ outcome: outcomeOf(reply) });
      return reply;
    }
    streamRequests.inc({ outcome: 'unavailable' });
    throw unavailable('The server that holds this stream cannot be reached at the moment.');
  }

  /** Resolves when the registrations of ended streams are removed, or Redis has failed to remove them. */
  async stop(): Promise<void> {
    this.#renewals.cancel();
    await Promise.all(this.#removals);
    this.#mailbox.close();
  }

  #keysOf(token: string, owner: string): StreamKeys {
    return new StreamKeys(token, owner, this.#deployment);
  }

  async #renew(): Promise<void> {
    const open = this.#held.values().filter(({ isOpen }) => isOpen);
    await this.#mailbox.register(
      Array.from(open, ({ keys }) => keys),
      REGISTRATION_MS,
    );
  }

  /** Null if there is no such stream. Throws if nobody replies. */
  async #askOnce(keys: StreamKeys, request: PeerRequest): Promise<PeerReply | null> {
    if (this.#isOverloaded) throw new Error('Too many messages are in flight.');
    const id = randomUUID();
    const text = keys.encrypt(id, { ownerMac: keys.ownerMac, request });
    this.#inFlight += text.length;
    const { promise: replied, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    try {
      const sent = await this.#mailbox.send(keys, { id, text });
      if (sent === 'not-found') return null;
      if (sent === 'no-subscriber') throw new Error('The holder of the stream is not connected.');
      await this.#untilReplied(id, replied);
      const encrypted = await this.#mailbox.consume('reply', id);
      if (encrypted === GONE) return { kind: 'not-held' };
      const reply = readReply(keys.decrypt(replyTo(id), encrypted ?? ''));
      if (reply === null) throw new Error('The reply cannot be read.');
      return reply;
    } finally {
      this.#waiting.delete(id);
      this.#inFlight -= text.length;
    }
  }

  /**
   * Waits for the reply. A request that the holder has not read in time is deleted, so that it has no effect.
   * One that the holder has read may have an effect even if the reply is too late and this throws.
   */
  async #untilReplied(id: string, replied: Promise<void>): Promise<void> {
    if (await this.#isInTime(replied)) return;
    const deleted = await this.#mailbox.consume('request', id);
    if (deleted === null && (await this.#isInTime(replied))) return;
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
    const encrypted = await this.#mailbox.consume('request', id);
    if (encrypted === null) return;
    const held = this.#held.get(stream);
    if (held === undefined) {
      await this.#mailbox.reply(from, { id, text: GONE });
      return;
    }
    const { token, keys } = held;
    const message = readRequest(keys.decrypt(id, encrypted));
    if (message === null || !keys.isOwnerMac(message.ownerMac)) return;
    const reply = this.#isOverloaded
      ? refusal(unavailable('The server that holds this stream is overloaded.'))
      : await this.#handle(token, message.request, () => this.#move(stream, from));
    const text = keys.encrypt(replyTo(id), reply);
    this.#inFlight += text.length;
    this.#clock.after(MESSAGE_MS, () => {
      this.#inFlight -= text.length;
    });
    await this.#mailbox.reply(from, { id, text });
  }

  async #move(name: string, to: string): Promise<boolean> {
    const hasMoved = await this.#mailbox.move(name, to, REGISTRATION_MS);
    if (hasMoved) this.#held.delete(name);
    return hasMoved;
  }

  get #isOverloaded(): boolean {
    const isOver = this.#inFlight > IN_FLIGHT_CHARACTERS_MAX;
    if (isOver) countRefusal('stream_messages');
    return isOver;
  }
}

/** The reply for a stream that has just ended or moved. Without its token, a reply cannot be encrypted. */
const GONE = '';

/** The purpose that a reply is encrypted for: it cannot be taken for a request or for another reply. */
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
