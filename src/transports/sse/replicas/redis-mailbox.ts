import { RedisConnection } from '../../../redis/redis-connection.ts';
import type { ConnectionOptions } from '../../../redis/redis-names.ts';
import { RedisScript } from '../../../redis/redis-script.ts';
import type { Clock } from '../../../scheduling/clock.ts';
import { replyWithin } from '../../../scheduling/reply-within.ts';

/** The version of the format of what is stored in Redis and sent between replicas; a part of every name. */
const FORMAT = '5';

/** How long its sender lets a message wait to be read, in milliseconds. */
export const MESSAGE_MS = 2_000;

/** After how many milliseconds Redis deletes a message: only after its sender has looked whether it was read. */
export const EXPIRY_MS = 2 * MESSAGE_MS;

/** How long a Redis command may take. */
const COMMAND_MS = 1_000;

/** Writes records of one holder. KEYS: their names. ARGV: their TTL in ms, and the holder. */
const WRITE = new RedisScript(`
for i, key in ipairs(KEYS) do redis.call('SET', key, ARGV[2], 'PX', ARGV[1]) end
`);

/** The most records that one call of WRITE writes, which holds up all other commands. */
const RECORDS_MAX = 500;

/** In bytes. What is longer was not written by a replica. */
const HOLDER_BYTES_MAX = 100;
const MESSAGE_BYTES_MAX = 16 * 2 ** 20;

/**
 * Reads and deletes a message. KEYS: its name. ARGV: its maximum bytes. A longer one is only deleted. The text is sent, not
 * its hash: if Redis did not know that, the text would be sent after all, but behind commands for later messages.
 */
const TAKE = `
local is_short = redis.call('STRLEN', KEYS[1]) <= tonumber(ARGV[1])
local message = is_short and redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return message
`;

/**
 * The Redis commands with which replicas keep records of who holds an event stream, and send each other messages.
 * A message is stored until it is read, at most EXPIRY_MS; a notice tells its id. Commands reject if Redis does not
 * respond.
 */
export class RedisMailbox {
  readonly #clock: Clock;
  readonly #commands: RedisConnection;
  readonly #notices: RedisConnection;
  /** Resolves once it has connected and subscribed for the first time; null from then on. */
  #starting: Promise<void> | null;

  /** Starts to connect. `onNotice` gets the notices to `replica`, this one. */
  constructor(options: ConnectionOptions, replica: string, onNotice: (notice: string) => void) {
    this.#clock = options.clock;
    this.#commands = new RedisConnection(options);
    this.#notices = new RedisConnection(options);
    const subscribed = this.#notices.subscribe(nameOf('replica', replica), onNotice);
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    this.#commands.onReady(resolve);
    this.#starting = Promise.all([connected, subscribed]).then(() => {
      this.#starting = null;
    });
  }

  /** Records who holds a stream; false if another replica does. True again for its holder, who may have lost a reply. */
  async claim(stream: string, holder: string, ttlMs: number): Promise<boolean> {
    const key = nameOf('stream', stream);
    if ((await this.#send(['SET', key, holder, 'NX', 'PX', `${ttlMs}`])) !== null) return true;
    return (await this.holderOf(stream)) === holder;
  }

  /** Records the holder of these streams again, even where a record had expired and another replica has claimed the stream. */
  async renew(streams: readonly string[], holder: string, ttlMs: number): Promise<void> {
    for (let first = 0; first < streams.length; first += RECORDS_MAX) {
      const keys = streams.slice(first, first + RECORDS_MAX).map((one) => nameOf('stream', one));
      await WRITE.run((command) => this.#send(command), keys, [ttlMs, holder]);
    }
  }

  /** The replica that holds a stream; null if none does. */
  async holderOf(stream: string): Promise<string | null> {
    const key = nameOf('stream', stream);
    const holder = (await this.#send(['GETRANGE', key, '0', `${HOLDER_BYTES_MAX}`])) as string;
    return holder === '' || holder.length > HOLDER_BYTES_MAX ? null : holder;
  }

  /** Stores a message, then publishes a notice of it. False if its receiver is not connected. */
  async post(to: string, id: string, message: string, notice: string): Promise<boolean> {
    const [, receivers] = await Promise.all([
      this.#send(['SET', nameOf('message', id), message, 'PX', `${EXPIRY_MS}`]),
      this.#send(['PUBLISH', nameOf('replica', to), notice]),
    ]);
    return receivers !== 0;
  }

  /** Reads and removes a message; null if it is gone. Calls are answered in order, since receivers refuse older numbers. */
  async take(id: string): Promise<string | null> {
    const command = ['EVAL', TAKE, '1', nameOf('message', id), `${MESSAGE_BYTES_MAX}`];
    return (await this.#send(command)) as string | null;
  }

  close(): void {
    this.#commands.close();
    this.#notices.close();
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
