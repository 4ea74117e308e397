import { createClient } from '@redis/client';

/** What a Redis has done so far. */
export interface RedisUsage {
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** What a Redis holds, in bytes. */
export interface RedisMemory {
  /** All boards as they are now. */
  readonly rows: number;
  /** The last steps of all boards. */
  readonly log: number;
}

/** Reads Redis' own figures. */
export class RedisMeter {
  readonly #client: ReturnType<typeof createClient>;

  private constructor(client: ReturnType<typeof createClient>) {
    this.#client = client;
  }

  static async open(url: string): Promise<RedisMeter> {
    const client = createClient({ url, RESP: 2 });
    await client.connect();
    return new RedisMeter(client as ReturnType<typeof createClient>);
  }

  async usage(): Promise<RedisUsage> {
    const info = await this.#send(['INFO', 'stats']);
    const figure = (name: string) =>
      Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(`${info}`)?.[1]);
    return {
      commands: figure('total_commands_processed'),
      bytesIn: figure('total_net_input_bytes'),
      bytesOut: figure('total_net_output_bytes'),
    };
  }

  async memory(): Promise<RedisMemory> {
    const names = (await this.#send(['KEYS', 'oddsgraph:*'])) as string[];
    const size = async (kind: string) => {
      const some = names.filter((name) => name.endsWith(kind));
      const sizes = some.map((name) => this.#send(['MEMORY', 'USAGE', name, 'SAMPLES', '0']));
      return (await Promise.all(sizes)).reduce((sum: number, one) => sum + Number(one), 0);
    };
    return { rows: await size(':rows'), log: await size(':log') };
  }

  close(): void {
    this.#client.destroy();
  }

  #send(command: string[]): Promise<unknown> {
    return this.#client.sendCommand(command);
  }
}
