import { connect, type Socket } from 'node:net';
import { API_KEY } from '../account-keys.ts';
import { DOCUMENT, UPDATE_DIGITS, UPDATE_MARK } from './board.ts';

const MARK = Buffer.from(UPDATE_MARK);
const READ_BYTES = 64 * 1024;

/** How many connections are opened concurrently. */
const OPENING_MAX = 100;

/** The variables of the subscription. */
export interface Variables {
  readonly filter?: { readonly leagues: readonly string[] };
}

/** Deliveries since the last call. */
export interface Arrivals {
  /** Updates times subscribers. */
  readonly deliveries: number;
  readonly bytes: number;
  /** Milliseconds from upstream to the subscriber, for each delivery. */
  readonly latencies: readonly number[];
}

/**
 * Many subscribers over raw sockets. They only read which update arrives, because the load generator
 * has to be cheaper than the server.
 */
export class Subscribers {
  readonly count: number;
  readonly #sockets: Socket[] = [];
  /** When each update was sent, and how many subscribers have received it. */
  readonly #sentAt: number[] = [0];
  readonly #arrived: number[] = [0];
  #deliveries = 0;
  #bytes = 0;
  #latencies: number[] = [];
  #onArrival: (update: number, arrived: number) => void = () => {};

  private constructor(count: number) {
    this.count = count;
  }

  /** Resolves when every subscriber has received its initial messages, up to the text `welcome`. */
  static async open(
    url: string,
    count: number,
    variablesOf: (subscriber: number) => Variables,
    welcome: string,
    headersOf: (subscriber: number) => Readonly<Record<string, string>> = withKey,
  ): Promise<Subscribers> {
    const subscribers = new Subscribers(count);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let next = 0;
    const openOneByOne = async () => {
      while (next < count) {
        const request = requestOf(new URL(url), variablesOf(next), headersOf(next));
        next += 1;
        await subscribers.#openOne(new URL(url), request, Buffer.from(welcome), buffer);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(OPENING_MAX, count) }, openOneByOne));
    } catch (error) {
      next = count;
      subscribers.close();
      throw error;
    }
    return subscribers;
  }

  /** Records that an update is sent now. */
  sent(update: number): void {
    this.#sentAt[update] = performance.now();
    this.#arrived[update] = 0;
  }

  /** How many subscribers have received an update. */
  arrived(update: number): number {
    return this.#arrived[update] ?? 0;
  }

  /** Calls back whenever a subscriber receives an update. Only one callback at a time. */
  onArrival(callback: (update: number, arrived: number) => void): void {
    this.#onArrival = callback;
  }

  /** The deliveries since the last call. */
  take(): Arrivals {
    const taken = {
      deliveries: this.#deliveries,
      bytes: this.#bytes,
      latencies: this.#latencies,
    };
    this.#deliveries = 0;
    this.#bytes = 0;
    this.#latencies = [];
    return taken;
  }

  close(): void {
    this.#onArrival = () => {};
    for (const socket of this.#sockets) socket.destroy();
  }

  #openOne(url: URL, request: string, welcome: Buffer, buffer: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isWelcome = false;
    let last = 0;
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          const bytes = buffer.subarray(0, length);
          if (!isWelcome) {
            const [status] = bytes.toString('latin1', 0, 15).match(/^HTTP.*/) ?? [];
            if (status !== undefined && !status.includes(' 200')) reject(new Error(String(bytes)));
            isWelcome = bytes.includes(welcome);
            if (isWelcome) resolve();
          }
          this.#bytes += length;
          last = this.#note(last, updateIn(bytes));
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A subscriber was disconnected.')));
    socket.write(request);
    this.#sockets.push(socket);
    return promise;
  }

  #note(last: number, newest: number): number {
    const now = performance.now();
    for (let update = last + 1; update <= newest; update += 1) {
      const arrived = (this.#arrived[update] ?? 0) + 1;
      this.#arrived[update] = arrived;
      this.#latencies.push(now - (this.#sentAt[update] ?? now));
      this.#deliveries += 1;
      this.#onArrival(update, arrived);
    }
    return Math.max(last, newest);
  }
}

/** The number of the newest update in the bytes; 0 if there is none. */
function updateIn(bytes: Buffer): number {
  let at = bytes.lastIndexOf(MARK);
  if (at >= 0 && at + MARK.length + UPDATE_DIGITS > bytes.length) {
    at = bytes.lastIndexOf(MARK, at - 1); // The last one is incomplete.
  }
  if (at < 0) return 0;
  const from = at + MARK.length;
  return Number(bytes.toString('latin1', from, from + UPDATE_DIGITS));
}

function withKey(): Readonly<Record<string, string>> {
  return { 'X-API-Key': API_KEY };
}

function requestOf(
  url: URL,
  variables: Variables,
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify({ query: DOCUMENT, variables });
  return [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Accept: text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
