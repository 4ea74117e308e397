import type { Clock } from '../../../clock.ts';
import { newClient, type RedisClient, sendCommand } from '../../../redis/redis-client.ts';
import { replyWithin } from '../../../redis/redis-reply.ts';
import { RedisScript } from '../../../redis/redis-script.ts';
import { type Notice, readNotice } from './peer-messages.ts';

/** The version of the format of what is stored in Redis; a part of every key. */
const FORMAT = '2';

/** How long a message may wait to be read, in milliseconds. Redis then deletes it. */
export const MESSAGE_MS = 2_000;

/** How long a Redis command may take. */
const COMMAND_MS = 1_000;

/** Maximum number of streams that one call of the `REGISTER` script registers. */
const REGISTER_MAX = 500;

/** What identifies a stream in Redis: a name and a MAC of its owner. Neither reveals the stream's secret token. */
export interface StreamRegistration {
  readonly name: string;
  readonly ownerMac: string;
}

/** A request to another replica, or the reply to one. */
export interface SentMessage {
  /** The request's id, which its reply has too. */
  readonly id: string;
  /** Encrypted. */
  readonly text: string;
}

/**
 * Stores a request, and notifies the stream's holder (the replica that has it in memory). KEYS: stream record
 * (a Redis hash with the fields `holder` and `ownerMac`), message. ARGV: ownerMac, text, its TTL in ms, prefix of
 * the channels, notice.
 */
const SEND = new RedisScript(`
local record = redis.pcall('HMGET', KEYS[1], 'ownerMac', 'holder')
if record.err or not record[1] or not record[2] or record[1] ~= ARGV[1] then return 'not-found' end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
if redis.call('PUBLISH', ARGV[4] .. record[2], ARGV[5]) > 0 then return 'sent' end
redis.call('DEL', KEYS[2])
return 'no-subscriber'
`);

/**
 * Stores a reply, and notifies the replica that asked. KEYS: message. ARGV: text, its TTL in ms, channel,
 * notice.
 */
const REPLY = new RedisScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('PUBLISH', ARGV[3], ARGV[4])
`);

/**
 * Writes the records of streams, except those that another replica holds. KEYS: stream records. ARGV: holder,
 * TTL in ms, then the ownerMac of each stream.
 */
const REGISTER = new RedisScript(`
for i, key in ipairs(KEYS) do
  local holder = redis.pcall('HGET', key, 'holder')
  if not holder or holder == ARGV[1] then
    redis.call('HSET', key, 'holder', ARGV[1], 'ownerMac', ARGV[i + 2])
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
return 1
`);

/** Deletes the record of a stream if `holder` still holds it. KEYS: stream record. ARGV: holder. */
const REMOVE = new RedisScript(`
if redis.pcall('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`);

/** Replaces the holder of a stream. KEYS: stream record. ARGV: holder, next holder, TTL in ms. */
const MOVE = new RedisScript(`
local holder = redis.pcall('HGET', KEYS[1], 'holder')
if holder ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`);

/**
 * The Redis commands with which replicas find the holder of an event stream and send each other messages. A
 * message is stored for two seconds and read once; only a notice with its id is published, never its text.
 * Every method rejects if Redis does not respond.
 */
export class RedisMailbox {
  /** The id of this replica. */
  readonly #replica: string;
  readonly #clock: Clock;
  readonly #commands: RedisClient;
  readonly #subscriber: RedisClient;

  /** Starts to connect. `onNotice` is called with the notices that other replicas publish to this one. */
  constructor(url: string, replica: string, clock: Clock, onNotice: (notice: Notice) => void) {
    this.#replica = replica;
    this.#clock = clock;
    this.#commands = newClient(url);
    this.#subscriber = newClient(url);
    for (const client of [this.#commands, this.#subscriber]) {
      // Each failure also rejects its commands; `live/relay` logs when Redis is unreachable.
      client.on('error', () => {});
      client.connect().catch(() => {});
    }
    const receive = (json: string) => {
      const notice = readNotice(json);
      if (notice !== null) onNotice(notice);
    };
    let isSubscribed = false;
    this.#subscriber.on('ready', () => {
      if (isSubscribed) return; // After a lost connection the client subscribes again by itself.
      this.#subscriber.subscribe(channelOf(replica), receive).then(
        () => {
          isSubscribed = true;
        },
        () => {},
      );
    });
  }

  /** Registers streams that this replica holds, or keeps them registered. */
  async register(records: readonly StreamRegistration[], ttlMs: number): Promise<void> {
    for (let first = 0; first < records.length; first += REGISTER_MAX) {
      const group = records.slice(first, first + REGISTER_MAX);
      const ownerMacs = group.map(({ ownerMac }) => ownerMac);
      const keys = group.map(({ name }) => recordKey(name));
      await this.#run(REGISTER, keys, [this.#replica, ttlMs, ...ownerMacs]);
    }
  }

  /** Removes the registration of a stream that this replica holds. */
  async remove(name: string): Promise<void> {
    await this.#run(REMOVE, [recordKey(name)], [this.#replica]);
  }

  /** Makes another replica the holder. False if this one was not the holder. */
  async move(name: string, to: string, ttlMs: number): Promise<boolean> {
    return (await this.#run(MOVE, [recordKey(name)], [this.#replica, to, ttlMs])) === 1;
  }

  /**
   * Sends a request to the holder of a stream. `not-found`: this owner has no such stream.
   * `no-subscriber`: its holder is not connected.
   */
  async send({ name, ownerMac }: StreamRegistration, { id, text }: SentMessage) {
    const notice: Notice = { kind: 'request', id, stream: name, from: this.#replica };
    const values = [ownerMac, text, MESSAGE_MS, channelOf(''), JSON.stringify(notice)];
    const answer = await this.#run(SEND, [recordKey(name), requestKey(id)], values);
    return answer as 'sent' | 'not-found' | 'no-subscriber';
  }

  /** Sends the reply to a request. `to` is the id of the replica that asked. */
  async reply(to: string, { id, text }: SentMessage): Promise<void> {
    const notice: Notice = { kind: 'reply', id };
    const values = [text, MESSAGE_MS, channelOf(to), JSON.stringify(notice)];
    await this.#run(REPLY, [replyKey(id)], values);
  }

  /** Reads and removes a message; null if it has expired or was read before. */
  async consume(kind: Notice['kind'], id: string): Promise<string | null> {
    const key = kind === 'request' ? requestKey(id) : replyKey(id);
    return (await this.#send(['GETDEL', key])) as string | null;
  }

  close(): void {
    this.#commands.destroy();
    this.#subscriber.destroy();
  }

  #run(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]) {
    return script.run((command) => this.#send(command), keys, values);
  }

  #send(command: string[]): Promise<unknown> {
    return replyWithin(COMMAND_MS, this.#clock, sendCommand(this.#commands, command));
  }
}

function recordKey(name: string): string {
  return `oddsgraph:${FORMAT}:stream:${name}`;
}

function requestKey(id: string): string {
  return `oddsgraph:${FORMAT}:request:${id}`;
}

function replyKey(id: string): string {
  return `oddsgraph:${FORMAT}:reply:${id}`;
}

function channelOf(replica: string): string {
  return `oddsgraph:${FORMAT}:replica:${replica}`;
}
