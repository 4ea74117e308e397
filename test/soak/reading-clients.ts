import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createParser } from 'eventsource-parser';

/** A check of the clients' boards: the fingerprint that they should have. */
export interface Question {
  readonly fingerprint: string;
}

export interface Answer {
  /** The number of clients with the expected board. */
  readonly equal: number;
  readonly cut: number;
  readonly bytes: number;
  /** When updates were made (`odds_changed_at`) and when they arrived (in milliseconds since the Unix epoch). */
  readonly arrivals: readonly (readonly [string, number])[];
}

/** The fields of a price that change. */
export interface MovingPrice {
  readonly id: string;
  readonly odds_american: number;
  readonly odds_decimal: number;
  readonly line?: number | null;
  readonly is_live: boolean;
}

/** A fingerprint of the fields of all prices that streams send. */
export function fingerprint(prices: Iterable<MovingPrice>): string {
  const lines = Array.from(prices, (price) =>
    [price.id, price.odds_american, price.odds_decimal, price.line, price.is_live].join(),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/** The fields of events that are used here. */
interface Payload {
  readonly odds?: readonly (MovingPrice & { readonly odds_changed_at: string })[];
  readonly ids?: readonly string[];
}

class Client {
  readonly prices = new Map<string, MovingPrice>();
  readonly ready: Promise<void>;
  readonly arrivals: [string, number][] = [];
  bytes = 0;
  isCut = false;

  constructor(response: IncomingMessage) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'snapshot:complete') resolve();
        else this.#merge(event, JSON.parse(data));
      },
    });
    const decoder = new TextDecoder();
    response.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      parser.feed(decoder.decode(chunk, { stream: true }));
    });
    response.on('error', () => {});
    response.on('close', () => {
      this.isCut = true;
    });
  }

  #merge(kind: string | undefined, { odds = [], ids = [] }: Payload): void {
    for (const price of odds) {
      if (kind === 'odds:update' && !this.prices.has(price.id)) continue;
      const { id, odds_american, odds_decimal, line, is_live } = price;
      this.prices.set(id, { id, odds_american, odds_decimal, line: line ?? null, is_live });
    }
    for (const id of ids) this.prices.delete(id);
    const [first] = odds;
    if (kind === 'odds:update' && first) this.arrivals.push([first.odds_changed_at, Date.now()]);
  }
}

async function open(url: string): Promise<Client> {
  const [response]: IncomingMessage[] = await once(get(url, { agent: false }), 'response');
  if (response?.statusCode !== 200) throw new Error(`Refused with ${response?.statusCode}.`);
  const client = new Client(response);
  await client.ready;
  return client;
}

/** Reads streams concurrently in its own thread, so that only the origin is measured. */
async function readStreams({ url, count }: { url: string; count: number }): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => open(url)));
  parentPort?.postMessage('open');
  parentPort?.on('message', (question: Question) => {
    const answer: Answer = {
      equal: clients.filter(({ prices }) => fingerprint(prices.values()) === question.fingerprint)
        .length,
      cut: clients.filter(({ isCut }) => isCut).length,
      bytes: clients.reduce((sum, { bytes }) => sum + bytes, 0),
      arrivals: clients.flatMap(({ arrivals }) => arrivals),
    };
    parentPort?.postMessage(answer);
  });
}

if (!isMainThread) await readStreams(workerData);
