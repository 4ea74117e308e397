import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GraphQLFormattedError } from 'graphql';
import { postJson } from '../clients/graph-client.ts';
import { LIVE_ODDS, type LiveResult } from '../clients/live-client.ts';
import { eventKind } from '../event-kinds.ts';
import { type HttpServer, openHttpServer } from '../node/http-server.ts';
import { until } from '../until.ts';

/** A message that was posted to the router. */
export interface RouterMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly kind: string;
  readonly action: 'check' | 'next' | 'complete';
  readonly id: string;
  readonly verifier: string;
  readonly payload?: LiveResult;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** The response to a message; null for none. */
export interface RouterAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RouterQuestion {
  readonly query?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly id?: string;
  /** By default the enterprise key; null sends none. */
  readonly key?: string | null;
  /** Further headers of the request, such as a viewer's token. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly heartbeatIntervalMs?: number;
  /** Closes the request when it aborts. */
  readonly signal?: AbortSignal;
  /** Further fields of the extension. */
  readonly extension?: Readonly<Record<string, unknown>>;
}

const TAKEN: RouterAnswer = { status: 204 };

/** A federation router that speaks the HTTP callback protocol 1.0. By default it accepts every message. */
export class CallbackRouter {
  readonly url: string;
  /** Every message so far. */
  readonly messages: RouterMessage[] = [];
  /** Returns the response to a message. */
  onMessage: (message: RouterMessage) => RouterAnswer | null | Promise<RouterAnswer> = () => TAKEN;
  /** Messages without a response whose connections are still open. */
  waiting = 0;
  readonly #server: HttpServer;

  private constructor(server: HttpServer) {
    this.#server = server;
    this.url = `${server.url}/callback`;
    server.on('request', async (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const message = { ...JSON.parse((await text(request)) || '{}'), method, path, headers };
      this.messages.push(message);
      this.waiting += 1;
      response.on('close', () => {
        this.waiting -= 1;
      });
      const answer = await this.onMessage(message);
      if (answer !== null) response.writeHead(answer.status, answer.headers).end();
    });
  }

  static async open(): Promise<CallbackRouter> {
    return new CallbackRouter(await openHttpServer());
  }

  get port(): string {
    return new URL(this.url).port;
  }

  /** Subscribes at the graph, by default to all prices with `LIVE_ODDS`. */
  async subscribe(graphUrl: string, question: RouterQuestion = {}) {
    const { query = LIVE_ODDS, variables, id = 'one', key = 'demo_enterprise' } = question;
    const { heartbeatIntervalMs = 0, extension, headers, signal } = question;
    const callbackUrl = `${this.url}/${id}`;
    const subscription = {
      callbackUrl,
      subscriptionId: id,
      verifier: `secret of ${id}`,
      heartbeatIntervalMs,
      ...extension,
    };
    const accept = 'application/json;callbackSpec=1.0';
    const response = await postJson(
      `${graphUrl}/subgraph`,
      { query, variables, extensions: { subscription } },
      { accept, ...(key !== null && { 'x-api-key': key }), ...headers },
      signal,
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** The messages of one action, of one subscription or of all. */
  of(action: RouterMessage['action'], id?: string): RouterMessage[] {
    return this.messages.filter(
      (message) => message.action === action && (id === undefined || message.id === id),
    );
  }

  /** Resolves when there are at least `count` messages of an action. */
  async got(count: number, action: RouterMessage['action'], id?: string): Promise<RouterMessage[]> {
    await until(() => this.of(action, id).length >= count);
    return this.of(action, id);
  }

  /** The event types, or states, in the `next` messages of one subscription. */
  eventKinds(id = 'one'): (string | undefined)[] {
    return this.results(id).map(eventKind);
  }

  /** The results of one subscription so far. */
  results(id = 'one'): LiveResult[] {
    return this.of('next', id).map(({ payload }) => payload ?? {});
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}
