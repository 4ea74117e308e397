import { RedisConnection } from '../../../redis/redis-connection.ts';
import type { ConnectionOptions } from '../../../redis/redis-names.ts';
import { RedisScript } from '../../../redis/redis-script.ts';
import type { Clock } from '../../../scheduling/clock.ts';
import { replyWithin } from '../../../scheduling/reply-within.ts';

/** The version of the format of what is stored in Redis and sent between replicas; a part of every name. */
const FORMAT = '5';

/** How long a message may wait to be read, in milliseconds. */
export const MESSAGE_MS = 2_000;

/** When Redis deletes a message, in milliseconds: only after its sender has looked whether it was read. */
export const EXPIRY_MS = 2 * MESSAGE_MS;

/** How long a Redis command may take. */
const COMMAND_MS = 1_000;

/** Maximum number of records that one call of the script writes. */
const RECORDS_MAX = 500;

/** Writes records. KEYS: their names. ARGV: their TTL in ms, and their text. */
const WRITE = new RedisScript(`
for i, key in ipairs(KEYS) do redis.call('SET', key, ARGV[2], 'PX', ARGV[1]) end
`);

/** In bytes. Longer records and messages are not ours. */
const HOLDER_BYTES_MAX = 100;
const MESSAGE_BYTES_MAX = 16 * 2 ** 20;

/** Reads and deletes a message. KEYS: its name. ARGV: its maximum bytes. A longer one is only deleted. */
const TAKE = `
local is_short = redis.call('STRLEN', KEYS[1]) <= tonumber(ARGV[1])
local message = is_short and redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return message
`;

/**
 * The Redis commands with which replicas keep records of event streams, and send each other messages. A
 * message is stored for four seconds and read once; only its id is published, never its text. Every method
 * rejects if Redis does not respond.
 */
export class RedisMailbox {
  readonly #clock: Clock;
  readonly #commands: RedisConnection;
  /** Resolves once it has connected and subscribed for the first time; null from then on. */
  #starting: Promise<void> | null;

  /** Starts to connect. `onNotice` is called with the notices that are published to the replica with this id. */
  constructor(
    options: ConnectionOptions,
    subscriber: RedisConnection,
    replica: string,
    onNotice: (notice: string) => void,
  ) {
    this.#clock = options.clock;
    this.#commands = new RedisConnection(options);
    const subscribed = subscriber.subscribe(nameOf('replica', replica), onNotice);
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    this.#commands.on('ready', () => resolve());
    this.#starting = Promise.all([connected, subscribed]).then(() => {
      this.#starting = null;
    });
  }

  /** Writes down who holds a stream; false if somebody else does. The reply to an earlier claim may have been lost. */
  async claim(stream: string, holder: string, ms: number): Promise<boolean> {
    const key = nameOf('stream', stream);
    if ((await this.#send(['SET', key, holder, 'NX', 'PX', `${ms}`])) !== null) return true;
    return (await this.holderOf(stream)) === holder;
  }

  /** Writes down again who holds these streams, also if their client has opened one elsewhere since its record expired. */
  async renew(streams: readonly string[], holder: string, ms: number): Promise<void> {
    for (let first = 0; first < streams.length; first += RECORDS_MAX) {
      const keys = streams.slice(first, first + RECORDS_MAX).map((one) => nameOf('stream', one));
      await WRITE.run((command) => this.#send(command), keys, [ms, holder]);
    }
  }

  /** The replica that holds a stream; null if none does. */
  async holderOf(stream: string): Promise<string | null> {
    const key = nameOf('stream', stream);
    const holder = (await this.#send(['GETRANGE', key, '0', `${HOLDER_BYTES_MAX}`])) as string;
    return holder === '' || holder.length > HOLDER_BYTES_MAX ? null : holder;
  }

  /** Stores a message and publishes a notice of it. False if the replica is not connected. */
  async post(to: string, id: string, message: string, notice: string): Promise<boolean> {
    const [, receivers] = await Promise.all([
      this.#send(['SET', nameOf('message', id), message, 'PX', `${EXPIRY_MS}`]),
      this.#send(['PUBLISH', nameOf('replica', to), notice]),
    ]);
    return receivers !== 0;
  }

  /** Reads and removes a message; null if it has expired or was read before. Calls keep their order. */
  async take(id: string): Promise<string | null> {
    // By its hash, a script that Redis does not have would have to be sent again, after others.
    const command = ['EVAL', TAKE, '1', nameOf('message', id), `${MESSAGE_BYTES_MAX}`];
    return (await this.#send(command)) as string | null;
  }

  close(): void {
    this.#commands.close();
  }

  /** Sends a command. One that comes while this replica is starting waits for the connections. */
  async #send(command: string[]): Promise<unknown> {
    if (this.#starting !== null) await replyWithin(COMMAND_MS, this.#clock, this.#starting);
    return this.#commands.send(command, COMMAND_MS);
  }
}

function nameOf(kind: 'stream' | 'message' | 'replica', id: string): string {
  return `oddsgraph:${FORMAT}:${kind}:${id}`;
}
