import type { Clock } from '../../../clock.ts';
import { newClient, type RedisClient, sendCommand } from '../../../redis/redis-client.ts';
import { replyWithin } from '../../../redis/redis-reply.ts';
import { RedisScript } from '../../../redis/redis-script.ts';
import { type Notice, readNotice } from './peer-messages.ts';

/** The format of everything that is stored here. */
const FORMAT = '1';

/** How long a message may wait to be read. Nobody reads it later. */
export const MESSAGE_MS = 2_000;

/** How long a command may take. */
const COMMAND_MS = 1_000;

/** Streams that one script renews. */
const RENEW_MAX = 500;

/** Where a stream is registered: its name, and the proof of its owner. */
export interface StreamRecord {
  readonly name: string;
  readonly proof: string;
}

export interface SentMessage {
  readonly id: string;
  /** Encrypted. */
  readonly text: string;
}

/** KEYS: record, message. ARGV: proof, text, its time in ms, channels' prefix, notice. */
const SEND = new RedisScript(`
local record = redis.pcall('HMGET', KEYS[1], 'proof', 'holder')
if record.err or not record[1] or not record[2] or record[1] ~= ARGV[1] then return 'none' end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
if redis.call('PUBLISH', ARGV[4] .. record[2], ARGV[5]) > 0 then return 'sent' end
redis.call('DEL', KEYS[2])
return 'unheard'
`);

/** KEYS: message. ARGV: text, its time in ms, channel, notice. */
const REPLY = new RedisScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('PUBLISH', ARGV[3], ARGV[4])
`);

/** KEYS: records. ARGV: holder, time in ms, then the proof of each. A stream that moved is left alone. */
const REGISTER = new RedisScript(`
for i, key in ipairs(KEYS) do
  local holder = redis.pcall('HGET', key, 'holder')
  if not holder or holder == ARGV[1] then
    redis.call('HSET', key, 'holder', ARGV[1], 'proof', ARGV[i + 2])
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
return 1
`);

/** KEYS: record. ARGV: holder. */
const REMOVE = new RedisScript(`
if redis.pcall('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`);

/** KEYS: record. ARGV: holder, next holder, time in ms. */
const MOVE = new RedisScript(`
local holder = redis.pcall('HGET', KEYS[1], 'holder')
if holder ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`);

/**
 * What replicas keep in Redis to find the holder of a stream, and to send each other messages. A message is
 * stored for two seconds and read once; only a notice with its id is published, never its text. Every
 * method rejects if Redis does not respond.
 */
export class RedisMailbox {
  readonly #replica: string;
  readonly #clock: Clock;
  readonly #commands: RedisClient;
  readonly #subscriber: RedisClient;

  /** Starts to connect. `onNotice` is called with what other replicas publish to this one. */
  constructor(url: string, replica: string, clock: Clock, onNotice: (notice: Notice) => void) {
    this.#replica = replica;
    this.#clock = clock;
    this.#commands = newClient(url);
    this.#subscriber = newClient(url);
    for (const client of [this.#commands, this.#subscriber]) {
      client.on('error', () => {}); // Each failure also rejects its commands; `live/relay` logs when Redis is unreachable.
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
  async register(records: readonly StreamRecord[], ms: number): Promise<void> {
    for (let first = 0; first < records.length; first += RENEW_MAX) {
      const some = records.slice(first, first + RENEW_MAX);
      const proofs = some.map(({ proof }) => proof);
      const names = some.map(({ name }) => recordKey(name));
      await this.#run(REGISTER, names, [this.#replica, ms, ...proofs]);
    }
  }

  async remove(name: string): Promise<void> {
    await this.#run(REMOVE, [recordKey(name)], [this.#replica]);
  }

  /** Makes another replica the holder. False if this one was not the holder. */
  async move(name: string, to: string, ms: number): Promise<boolean> {
    return (await this.#run(MOVE, [recordKey(name)], [this.#replica, to, ms])) === 1;
  }

  /**
   * Sends a request to the holder of a stream. `none`: there is no such stream of this owner.
   * `unheard`: its holder is not connected.
   */
  async send({ name, proof }: StreamRecord, { id, text }: SentMessage) {
    const notice: Notice = { kind: 'request', id, stream: name, from: this.#replica };
    const values = [proof, text, MESSAGE_MS, channelOf(''), JSON.stringify(notice)];
    const answer = await this.#run(SEND, [recordKey(name), requestKey(id)], values);
    return answer as 'sent' | 'none' | 'unheard';
  }

  async reply(to: string, { id, text }: SentMessage): Promise<void> {
    const notice: Notice = { kind: 'reply', id };
    const values = [text, MESSAGE_MS, channelOf(to), JSON.stringify(notice)];
    await this.#run(REPLY, [replyKey(id)], values);
  }

  /** Reads and removes a message; null if it has expired or was read before. */
  async take(kind: Notice['kind'], id: string): Promise<string | null> {
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
