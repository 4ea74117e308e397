import { createHash } from 'node:crypto';

/** A Lua script, which Redis runs as one atomic command. */
export class RedisScript {
  readonly #source: string;
  readonly #hash: string;

  constructor(source: string) {
    this.#source = source;
    this.#hash = createHash('sha1').update(source).digest('hex');
  }

  /** Runs it by its hash; Redis gets the source if it doesn't know the hash. */
  async run(
    send: (command: string[]) => Promise<unknown>,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values.map(String)];
    try {
      return await send(['EVALSHA', this.#hash, ...rest]);
    } catch (error) {
      // NOSCRIPT means that the script has not run.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await send(['EVAL', this.#source, ...rest]);
    }
  }
}
