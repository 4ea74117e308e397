import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import type { Static } from 'typebox';
import { STREAM_EVENTS, type StreamEventKind } from '../../../src/contract/stream.ts';
import { until } from '../until.ts';
import { contractProblems } from './contract-problems.ts';

type DataOf = { readonly [K in StreamEventKind]: Static<(typeof STREAM_EVENTS)[K]> };

interface EventOf<K extends StreamEventKind> {
  readonly id: string | undefined;
  readonly kind: K;
  readonly data: DataOf[K];
}

/** An event of a stream with the data that the contract has for its kind. */
export type StreamEvent = { [K in StreamEventKind]: EventOf<K> }[StreamEventKind];

/** Reads an upstream stream, and checks every event against its schema in the contract. */
export class SseReader {
  readonly response: IncomingMessage;
  /** The events so far. */
  readonly events: StreamEvent[] = [];
  /** Resolves when the stream is over, whichever side ended it. */
  readonly ended: Promise<void>;
  #taken = 0;
  #failure: Error | null = null;

  private constructor(response: IncomingMessage) {
    this.response = response;
    const parser = createParser({
      onEvent: (event) => this.#receive(event.event, event.id, event.data),
      onError: (error) => this.#fail(error),
    });
    response.setEncoding('utf8');
    response.on('data', (text) => parser.feed(text));
    response.on('error', () => {});
    this.ended = new Promise((resolve) => {
      response.on('close', () => {
        this.#fail(new Error('The stream is over.'));
        resolve();
      });
    });
  }

  /** Opens a stream. Throws if it is refused. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<SseReader> {
    const request = get(url, { headers, agent: false });
    request.on('error', () => {});
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response?.statusCode !== 200) throw new Error(`Refused with ${response?.statusCode}.`);
    return new SseReader(response);
  }

  /** The next event. */
  async next(): Promise<StreamEvent> {
    await until(() => this.#taken < this.events.length || this.#failure !== null);
    const event = this.events[this.#taken];
    if (event === undefined) throw this.#failure;
    this.#taken += 1;
    return event;
  }

  /** The next event. Throws if it is of another kind. */
  async take<K extends StreamEventKind>(kind: K): Promise<DataOf[K]> {
    const event = await this.next();
    if (!isOf(kind, event)) throw new Error(`Expected ${kind}, got ${event.kind}.`);
    return event.data;
  }

  /** The next event of this kind. Skips others. */
  async until<K extends StreamEventKind>(kind: K): Promise<DataOf[K]> {
    for (;;) {
      const event = await this.next();
      if (isOf(kind, event)) return event.data;
    }
  }

  /** The data of all events of a kind so far. */
  all<K extends StreamEventKind>(kind: K): DataOf[K][] {
    return this.events.flatMap((event) => (isOf(kind, event) ? [event.data] : []));
  }

  /** Disconnects, and waits until the connection is closed. */
  async close(): Promise<void> {
    this.response.destroy();
    await this.ended;
  }

  #receive(kind: string | undefined, id: string | undefined, text: string): void {
    const data: unknown = JSON.parse(text);
    const schema = STREAM_EVENTS[kind as StreamEventKind];
    const problems = schema === undefined ? 'unknown' : contractProblems(schema, data);
    if (problems === '') this.events.push({ id, kind, data } as StreamEvent);
    else this.#fail(new Error(`${kind} does not match the contract: ${problems}`));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
  }
}

function isOf<K extends StreamEventKind>(
  kind: K,
  event: { readonly kind: StreamEventKind },
): event is EventOf<K> {
  return event.kind === kind;
}
