import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import { type HttpServer, openHttpServer } from '../node/http-server.ts';
import { until } from '../until.ts';

/** A request that the graph sent upstream. */
export interface SeenRequest {
  readonly method: string;
  /** The path below `/api/v1`, without the query. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly key: string | null;
  readonly requestId: string | null;
  readonly acceptEncoding: string | undefined;
  /** The header that continues a trace. */
  readonly traceparent: string | undefined;
}

/** The origin's response to a forwarded request. */
export interface OriginAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A request and the ways to respond to it. */
export interface Exchange {
  readonly seen: SeenRequest;
  readonly response: ServerResponse;
  /** Forwards the request and resolves with the origin's response. */
  readonly forward: () => Promise<OriginAnswer>;
  /** Forwards the request and streams the origin's response to the graph. */
  readonly relay: () => Promise<void>;
}

/** Responds in place of the origin, or with a changed response of the origin. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

type Row = Readonly<Record<string, unknown>>;

/** The body of a batch, loosely typed so that tests can break it. */
export interface Batch {
  readonly data: {
    readonly events: readonly { readonly event_id: unknown; readonly odds: readonly Row[] }[];
  };
}

/** Responds with the origin's JSON, modified by `change`. */
export function rewrite<Body>(change: (body: Body) => unknown): Fault {
  return async ({ response, forward }) => {
    const { status, headers, body } = await forward();
    const parsed: Body = JSON.parse(body);
    response.writeHead(status, headers).end(JSON.stringify(change(parsed)));
  };
}

/**
 * An HTTP proxy between the graph and its origin. It counts requests and injects faults. Routes are
 * written as method and path below `/api/v1`, for instance `GET /events`.
 */
export class FaultProxy {
  readonly url: URL;
  readonly #server: HttpServer;
  readonly #seen: SeenRequest[] = [];
  readonly #planned = new Map<string, Fault[]>();
  readonly #standing = new Map<string, Fault>();
  /** The open event streams, and whether the last chunk of each ended an event. */
  readonly #streams = new Map<ServerResponse, boolean>();
  #unanswered = 0;

  private constructor(server: HttpServer) {
    this.#server = server;
    this.url = new URL(server.url);
  }

  static async open(originUrl: string): Promise<FaultProxy> {
    // It closes no idle connection: on a busy machine, that could be just when the graph sends a request on it.
    const server = await openHttpServer({ keepAliveTimeout: 0 });
    const proxy = new FaultProxy(server);
    server.on('request', async (incoming, response) => {
      const url = new URL(incoming.url ?? '/', originUrl);
      const { 'x-api-key': key, 'x-request-id': requestId } = incoming.headers;
      const seen: SeenRequest = {
        method: incoming.method ?? '',
        route: url.pathname.replace(API_PREFIX, ''),
        query: url.searchParams,
        body: await text(incoming),
        key: typeof key === 'string' ? key : null,
        requestId: typeof requestId === 'string' ? requestId : null,
        acceptEncoding: incoming.headers['accept-encoding'] as string | undefined,
        traceparent: incoming.headers['traceparent'] as string | undefined,
      };
      const { host: _, ...headers } = incoming.headers;
      response.sendDate = false; // The clock of a test is not the machine's.
      const forward = async () => whole(await ask(url, seen, headers));
      const relay = async () => {
        const answer = await ask(url, seen, headers).catch(() => null);
        if (answer === null)
          response.destroy(); // The origin is stopping.
        else proxy.#letThrough(answer, response);
      };
      await proxy.#answer({ seen, response, forward, relay });
    });
    return proxy;
  }

  /** The requests so far, including tier lookups. */
  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** The number of requests by method and route. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { method, route } of this.#seen) {
      counts[`${method} ${route}`] = (counts[`${method} ${route}`] ?? 0) + 1;
    }
    return counts;
  }

  /** The same without tier lookups and board checks, which no operation causes. */
  get costs(): Record<string, number> {
    const { 'GET /account/keys': _, 'GET /odds': lists = 0, ...costs } = this.counts;
    const asked = lists - this.boardChecks;
    return { ...costs, ...(asked > 0 && { 'GET /odds': asked }) };
  }

  /** Requests with which the graph compares a live board with the list of prices. */
  get boardChecks(): number {
    return this.#seen.filter(isBoardCheck).length;
  }

  /** Sends a heartbeat on every event stream, and resolves when it has been written. */
  async heartbeat(): Promise<void> {
    const text = `event: heartbeat\ndata: {"timestamp":"2026-11-21T18:00:00Z"}\n\n`;
    for (const response of this.#streams.keys()) {
      await until(() => this.#streams.get(response) !== false);
      if (!response.destroyed) await new Promise((resolve) => response.write(text, resolve));
    }
  }

  /** Applies one fault to each of the next requests of a route; null forwards the request. */
  plan(route: string, ...faults: (Fault | null)[]): void {
    this.#planned.set(
      route,
      faults.map((fault) => fault ?? pass),
    );
  }

  /** Applies a fault to every request of a route until `reset`; `*` is every other route. */
  spoil(route: string, fault: Fault): void {
    this.#standing.set(route, fault);
  }

  /** The origin's JSON is changed in every response of a route. */
  rewrite<Body>(route: string, change: (body: Body) => unknown): void {
    this.spoil(route, rewrite(change));
  }

  /** Each row of the origin's lists is changed. */
  rewriteRows<R = Row>(route: string, change: (row: R, i: number) => unknown): void {
    this.rewrite<{ data: R[] }>(route, (page) => ({ ...page, data: page.data.map(change) }));
  }

  /** Each event of the origin's batches is changed. */
  rewriteEvents(change: (event: Batch['data']['events'][number], i: number) => unknown): void {
    this.rewrite<Batch>('POST /odds/batch', ({ data }) => ({
      data: { ...data, events: data.events.map(change) },
    }));
  }

  /** What the origin's lists say beside their rows is changed. */
  rewriteMeta(route: string, change: (meta: Row) => Row): void {
    this.rewrite<{ meta: Row }>(route, (page) => ({ ...page, meta: change(page.meta) }));
  }

  /** Removes all faults and resets all counts. */
  reset(): void {
    this.#planned.clear();
    this.#standing.clear();
    this.#seen.length = 0;
    this.#unanswered = 0;
  }

  /** Requests that a fault has left without a response. */
  get unanswered(): number {
    return this.#unanswered;
  }

  close(): Promise<void> {
    return this.#server.stop();
  }

  #letThrough(answer: IncomingMessage, response: ServerResponse): void {
    const { status, headers } = headOf(answer);
    response.writeHead(status, headers).flushHeaders();
    if (headers['content-type']?.startsWith('text/event-stream')) {
      this.#streams.set(response, true);
      answer.on('data', (chunk: Buffer) => {
        this.#streams.set(response, chunk.subarray(-2).equals(EVENT_END));
      });
      response.on('close', () => this.#streams.delete(response));
    }
    if (response.destroyed) return void answer.destroy();
    pipeline(answer, response, () => {}); // When one side closes, so does the other.
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { seen } = exchange;
    this.#seen.push(seen);
    const route = `${seen.method} ${seen.route}`;
    const fault =
      this.#planned.get(route)?.shift() ??
      this.#standing.get(route) ??
      this.#standing.get('*') ??
      pass;
    await fault(exchange);
    if (!exchange.response.headersSent) this.#unanswered += 1;
  }
}

const EVENT_END = Buffer.from('\n\n');

/** Operations page by cursor, so that a query with nothing but an offset is a board check. */
function isBoardCheck({ method, route, query }: SeenRequest): boolean {
  return method === 'GET' && route === '/odds' && `${[...query.keys()]}` === 'limit,offset';
}

function pass({ relay }: Exchange): Promise<void> {
  return relay();
}

function ask(
  url: URL,
  { method, body }: SeenRequest,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function whole(answer: IncomingMessage): Promise<OriginAnswer> {
  return { ...headOf(answer), body: await text(answer) };
}

function headOf({ statusCode = 0, headers }: IncomingMessage) {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      !/^(connection|keep-alive|content-length|transfer-encoding)$/.test(entry[0]),
  );
  return { status: statusCode, headers: Object.fromEntries(kept) };
}
