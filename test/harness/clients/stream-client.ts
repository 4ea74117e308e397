import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { validateStreamEvent } from 'graphql-sse';
import type { OddsUpdate } from '../../../src/generated/schema-types.ts';
import { until } from '../until.ts';
import type { LiveResult } from './live-client.ts';
import { readEvents } from './read-events.ts';

/** The events received for one operation of a stream. */
export interface Came {
  readonly payloads: LiveResult[];
  isComplete: boolean;
}

/** The last event of an operation that subscribes to odds, if it is an update. */
export function lastUpdate(client: StreamClient, id: string): OddsUpdate | null {
  const event = client.of(id).payloads.at(-1)?.data?.liveOdds;
  return event?.__typename === 'OddsUpdate' ? event : null;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Appended to `/graphql/stream`. */
  readonly search?: string;
  readonly signal?: AbortSignal;
}

/** A client of GraphQL over SSE in single connection mode. It has its own socket, which it can stop reading. */
export class StreamClient {
  /** Where the next request goes. */
  url: string;
  /** Sent as `X-API-Key`, unless null. */
  key: string | null;
  /** Sent as `Authorization: Bearer`, unless null. */
  bearer: string | null = null;
  token = '';
  response: IncomingMessage | null = null;
  pings = 0;
  isOver = false;
  /** The operation id of each event, in order. */
  readonly order: string[] = [];
  readonly #came = new Map<string, Came>();

  private constructor(url: string, key: string | null) {
    this.url = url;
    this.key = key;
  }

  /** Reserves a stream. */
  static async reserve(
    url: string,
    key: string | null = 'demo_enterprise',
    bearer: string | null = null,
  ): Promise<StreamClient> {
    const client = new StreamClient(url, key);
    client.bearer = bearer;
    const answer = await client.send({ method: 'PUT' });
    if (answer.status !== 201) throw new Error(`Refused with ${answer.status}.`);
    client.token = await answer.text();
    return client;
  }

  /** Reserves a stream and opens it. */
  static async open(
    url: string,
    key: string | null = 'demo_enterprise',
    bearer: string | null = null,
  ): Promise<StreamClient> {
    const client = await StreamClient.reserve(url, key, bearer);
    await client.open();
    return client;
  }

  async open(): Promise<void> {
    const headers = { ...this.#identity(), accept: 'text/event-stream' };
    const request = get(`${this.url}/graphql/stream`, { headers, agent: false });
    request.on('error', () => {});
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response?.statusCode !== 200) throw new Error(`Refused with ${response?.statusCode}.`);
    this.#read(response);
  }

  /** Sends a request with the key and the token. */
  send({ method = 'POST', headers, body, search = '', signal }: Sent): Promise<Response> {
    return fetch(`${this.url}/graphql/stream${search}`, {
      method,
      headers: { ...this.#identity(), ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  }

  /** Starts an operation. */
  ask(
    operationId: unknown,
    query: string,
    rest: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.send({
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, ...rest, extensions: { operationId } }),
    });
  }

  end(operationId: string): Promise<Response> {
    return this.send({ method: 'DELETE', search: `?operationId=${operationId}` });
  }

  /** The events of an operation so far. */
  of(id: string): Came {
    let came = this.#came.get(id);
    if (came === undefined) {
      came = { payloads: [], isComplete: false };
      this.#came.set(id, came);
    }
    return came;
  }

  /** The payloads of an operation, when it is complete. */
  async whole(id: string): Promise<Came['payloads']> {
    await until(() => this.of(id).isComplete);
    return this.of(id).payloads;
  }

  pause(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  /** The same client, whose next requests go to another server. */
  at(url: string): this {
    this.url = url;
    return this;
  }

  close(): void {
    this.response?.destroy();
  }

  #identity(): Record<string, string> {
    return {
      ...(this.key !== null && { 'x-api-key': this.key }),
      ...(this.bearer !== null && { authorization: `Bearer ${this.bearer}` }),
      ...(this.token !== '' && { 'x-graphql-event-stream-token': this.token }),
    };
  }

  #read(response: IncomingMessage): void {
    this.response = response;
    readEvents(response, {
      onEvent: (event, data) => this.#receive(event, JSON.parse(data)),
      onPing: () => {
        this.pings += 1;
      },
      onEnd: () => {
        this.isOver = true;
      },
    });
  }

  #receive(event: string | undefined, data: { id: string; payload: LiveResult }): void {
    this.order.push(data.id);
    const came = this.of(data.id);
    if (validateStreamEvent(event) === 'next') came.payloads.push(data.payload);
    else came.isComplete = true;
  }
}
