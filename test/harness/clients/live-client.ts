import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import type { GraphQLFormattedError } from 'graphql';
import type { Subscription } from '../../../src/generated/schema-types.ts';
import { readEvents } from './read-events.ts';

/** One `next` event of a subscription. */
export interface LiveResult {
  readonly data?: Subscription | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

export interface LiveQuestion {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Sent as `X-API-Key`, unless null. By default the enterprise key. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the results, which are then not kept. */
  readonly onResult?: (result: LiveResult) => void;
}

/** Every event of `liveOdds`, with the fields of a price that a mirror compares. */
export const LIVE_ODDS = `subscription Live(
  $filter: LiveFilter, $after: String, $conflateMs: Int = 0, $chunkSize: Int = 100
) {
  liveOdds(filter: $filter, after: $after, conflateMs: $conflateMs, chunkSize: $chunkSize) {
    __typename
    ... on OddsSnapshot { odds { ...Kept } total offset isLast cursor }
    ... on OddsUpdate { odds { ...Kept } replacedKeys cursor conflated }
    ... on OddsRemoval { ids keys cursor }
    ... on FeedStatus { state at code message }
  }
}
fragment Kept on Odds { id key eventId sportsbookId line isLive changedAt price { american decimal } }`;

/**
 * A client of one subscription: GraphQL over SSE in distinct connections mode. It has its own socket,
 * which it can stop reading.
 */
export class LiveClient {
  readonly response: IncomingMessage;
  /** The `next` events so far. */
  readonly results: LiveResult[] = [];
  /** The number of comments so far, which are the server's pings. */
  pings = 0;
  /** Whether the subscription was completed, rather than disconnected. */
  isComplete = false;
  isOver = false;
  #taken = 0;
  #wake = Promise.withResolvers<void>();
  readonly #onResult: (result: LiveResult) => void;

  private constructor(response: IncomingMessage, { onResult }: LiveQuestion) {
    this.response = response;
    this.#onResult = onResult ?? ((result) => this.results.push(result));
    readEvents(response, {
      onEvent: (event, data) => this.#receive(event, data),
      onPing: () => {
        this.pings += 1;
      },
      onEnd: () => {
        this.isOver = true;
        this.#wakeUp();
      },
    });
  }

  /** Subscribes by POST, and resolves when the response headers arrive. */
  static async open(
    url: string,
    query: string = LIVE_ODDS,
    question: LiveQuestion = {},
  ): Promise<LiveClient> {
    const { variables, key = 'demo_enterprise', headers } = question;
    const request = send(`${url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key !== null && { 'x-api-key': key }),
        ...headers,
      },
    });
    request.on('error', () => {});
    request.end(JSON.stringify({ query, variables }));
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('The request has no response.');
    return new LiveClient(response, question);
  }

  /** The next result. Throws if the stream is over. */
  async next(): Promise<LiveResult> {
    while (this.#taken === this.results.length) {
      if (this.isOver)
        throw new Error(`The stream is over after ${JSON.stringify(this.results.at(-1))}.`);
      await this.#wake.promise;
    }
    const result = this.results[this.#taken++];
    if (result === undefined) throw new Error('The next result is missing.');
    return result;
  }

  /** The next event of `liveOdds`. Throws on GraphQL errors. */
  async nextOdds() {
    const { data, errors } = await this.next();
    const event = data?.liveOdds;
    if (!event) throw new Error(`Expected an event, got ${JSON.stringify(errors)}`);
    return event;
  }

  /** The next event of this type. Skips others. Throws on GraphQL errors. */
  async untilKind<Kind extends LiveEvent['__typename']>(kind: Kind) {
    for (;;) {
      const { data, errors } = await this.next();
      const event = data?.liveOdds ?? data?.liveOpportunities;
      if (!event) throw new Error(`Expected an event, got ${JSON.stringify(errors)}`);
      if (isOf(kind, event)) return event;
    }
  }

  /** The last part of the next snapshot. */
  async snapshot() {
    for (;;) {
      const part = await this.untilKind('OddsSnapshot');
      if (part.isLast) return part;
    }
  }

  /** The next status with this state. Skips everything before. */
  async untilState(state: string) {
    for (;;) {
      const status = await this.untilKind('FeedStatus');
      if (status.state === state) return status;
    }
  }

  /** The events of `liveOdds` of a type so far. */
  of<Kind extends LiveEvent['__typename']>(kind: Kind) {
    const events = this.results.flatMap(({ data }) => data?.liveOdds ?? []);
    return events.filter((event) => isOf(kind, event));
  }

  /** The first error of the last result, once the stream is over. */
  async lastError(): Promise<GraphQLFormattedError | undefined> {
    await this.over();
    return this.results.at(-1)?.errors?.[0];
  }

  /** Resolves when the stream is over, whichever side ended it. */
  async over(): Promise<void> {
    while (!this.isOver) await this.#wake.promise;
  }

  /** Stops reading the socket. */
  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  /** Disconnects. */
  close(): void {
    this.response.destroy();
  }

  #receive(event: string | undefined, data: string): void {
    if (event === 'complete') this.isComplete = true;
    else this.#onResult(JSON.parse(data));
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

type LiveEvent = NonNullable<Subscription['liveOdds' | 'liveOpportunities']>;

function isOf<Kind extends LiveEvent['__typename']>(
  kind: Kind,
  event: LiveEvent,
): event is Extract<LiveEvent, { __typename?: Kind }> {
  return event.__typename === kind;
}
