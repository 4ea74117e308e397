import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamEventKind } from '../../../src/contract/stream.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import { frames } from '../feeds/frames.ts';
import { type HttpServer, openHttpServer } from '../node/http-server.ts';
import { until } from '../until.ts';

/** How a request is refused; status 0 means without a response. */
export interface StreamRefusal {
  readonly status: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body never ends. */
  readonly endless?: boolean;
  /** Whether the body never arrives. */
  readonly hanging?: boolean;
  /** Whether it is an HTML page of a proxy, rather than the contract's error. */
  readonly html?: boolean;
}

/** A frame, which may be a broken one. */
interface Sent {
  readonly kind: StreamEventKind;
  readonly data: object;
}

/** A stream that the graph has opened, on which the test sends frames. */
export class ScriptedStream {
  readonly key: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly #response: ServerResponse;
  #sequence = 0;

  constructor(
    { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
    response: ServerResponse,
  ) {
    this.key = String(headers['x-api-key']);
    this.path = url;
    this.headers = headers;
    this.#response = response;
  }

  get isOpen(): boolean {
    return !this.#response.destroyed;
  }

  /** Resolves when the connection is closed. */
  get closed(): Promise<unknown> {
    return this.isOpen ? once(this.#response, 'close') : Promise.resolve();
  }

  /** A frame as text, with the next id. */
  frame({ kind, data }: Sent): string {
    this.#sequence += 1;
    return `event: ${kind}\nid: evt_${this.#sequence}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  send(kind: StreamEventKind, data: object): void {
    this.write(this.frame({ kind, data }));
  }

  /** Sends raw bytes, and resolves when they have been written. */
  write(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.#response.write(bytes, () => resolve()));
  }

  /** Sends the start of a stream: connected, all prices in chunks, snapshot:complete. */
  open(rows: readonly Odds[], chunkSize = 1000): void {
    this.connected();
    this.snapshot(rows, chunkSize);
    this.complete(rows);
  }

  /** Sends the start of a stream of opportunities: connected, these, snapshot:complete. */
  openOpportunities(kind: StreamEventKind, opportunities: readonly object[]): void {
    this.connected();
    this.send(kind, opportunities);
    this.complete([]);
  }

  connected(): void {
    this.write(this.frame(frames.connected()));
  }

  snapshot(rows: readonly Odds[], chunkSize = 1000): void {
    for (let offset = 0; offset === 0 || offset < rows.length; offset += chunkSize) {
      const part = rows.slice(offset, offset + chunkSize);
      this.write(this.frame(frames.snapshot(part, offset, rows.length)));
    }
  }

  complete(rows: readonly Odds[]): void {
    this.write(this.frame(frames.complete(rows)));
  }

  update(...odds: readonly object[]): void {
    this.write(this.frame(frames.update(odds)));
  }

  remove(...ids: readonly string[]): void {
    this.write(this.frame(frames.removal(ids)));
  }

  heartbeat(): void {
    this.send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
  }

  /** Ends the stream properly. */
  end(): void {
    this.#response.end();
  }

  /** Resets the connection. */
  cut(): void {
    this.#response.destroy();
  }
}

/**
 * An upstream whose streams the test controls. Over REST it only has the tier of each key (that of the
 * demo key, or `tiers`) and a list of prices, which ignores filters.
 */
export class ScriptedUpstream {
  readonly url: URL;
  /** The streams that were accepted, in order. */
  readonly streams: ScriptedStream[] = [];
  /** Tiers by key; keys with null are refused. */
  readonly tiers = new Map<string, Tier | null>();
  /** How tier lookups are refused; null answers them. */
  keysRefusal: StreamRefusal | null = null;
  /** Called with each tier lookup, which is answered once what it returns has resolved. */
  onKeys: () => unknown = () => {};
  /** Called with each accepted stream. By default it sends nothing. */
  onStream: (stream: ScriptedStream) => void = () => {};
  /** The prices of `GET /odds`. While it is empty the route does not exist, and boards are not checked. */
  listed: readonly Odds[] = [];
  /** `GET /odds` is answered, with what it lists by then, once this has resolved. */
  listsAfter: Promise<unknown> = Promise.resolve();
  /** The query parameters of requests for `GET /odds`. */
  readonly lists: URLSearchParams[] = [];
  /** The requests for streams, including refused ones. */
  requests = 0;
  readonly #refusals: StreamRefusal[] = [];
  readonly #server: HttpServer;

  private constructor(server: HttpServer) {
    this.#server = server;
    this.url = new URL(server.url);
    server.on('request', (request, response) => {
      if (request.url?.startsWith(`${API_PREFIX}/stream?`)) this.#stream(request, response);
      else if (request.url?.startsWith(`${API_PREFIX}/odds?`))
        void this.#list(request.url, response);
      else void this.#keys(String(request.headers['x-api-key']), response);
    });
  }

  static async open(): Promise<ScriptedUpstream> {
    return new ScriptedUpstream(await openHttpServer());
  }

  /** Refuses the next requests for streams. */
  refuse(...refusals: StreamRefusal[]): void {
    this.#refusals.push(...refusals);
  }

  /** Resolves with stream number `number`, counted from 1, when it is open. */
  async stream(number = 1): Promise<ScriptedStream> {
    await until(() => this.streams.length >= number);
    const stream = this.streams[number - 1];
    if (stream === undefined) throw new Error(`Stream ${number} is missing.`);
    return stream;
  }

  get openStreams(): number {
    return this.streams.filter((stream) => stream.isOpen).length;
  }

  /** The number of sockets that the graph holds open. */
  sockets(): Promise<number> {
    return new Promise((resolve) => this.#server.getConnections((_, count) => resolve(count)));
  }

  close(): Promise<void> {
    return this.#server.stop();
  }

  #stream(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    const refusal = this.#refusals.shift();
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
    const stream = new ScriptedStream(request, response);
    this.streams.push(stream);
    this.onStream(stream);
  }

  async #list(path: string, response: ServerResponse): Promise<void> {
    const query = new URL(path, this.url).searchParams;
    this.lists.push(query);
    await this.listsAfter;
    if (this.listed.length === 0) {
      refuse(response, { status: 404, code: 'not_found' });
      return;
    }
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const data = this.listed.slice(offset, offset + limit);
    const total = this.listed.length;
    const has_more = offset + limit < total;
    const next_offset = has_more ? offset + limit : null;
    const meta = {
      count: data.length,
      total,
      pagination: { limit, offset, has_more, next_offset },
    };
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-data-delay': '0' })
      .end(JSON.stringify({ success: true, data, meta }));
  }

  async #keys(key: string, response: ServerResponse): Promise<void> {
    await this.onKeys();
    if (this.keysRefusal !== null) {
      refuse(response, this.keysRefusal);
      return;
    }
    const tier = this.tiers.has(key) ? this.tiers.get(key) : key.replace('demo_', '');
    if (tier === null || tier === undefined) {
      refuse(response, { status: 401, code: 'unauthorized' });
      return;
    }
    const at = '2026-11-21T18:00:00Z';
    const id_masked = `${key.slice(0, 4)}…${key.slice(-3)}`;
    const apiKey = { id: 'key_1', id_masked, name: null, tier, is_active: true };
    const pagination = { limit: 50, offset: 0, has_more: false };
    const meta = { count: 1, total: 1, pagination, updated_at: at };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: [{ ...apiKey, created_at: at, updated_at: at }], meta }));
  }
}

function refuse(
  response: ServerResponse,
  {
    status,
    code = 'internal_error',
    headers = {},
    endless = false,
    hanging = false,
    html = false,
  }: StreamRefusal,
): void {
  if (status === 0) return;
  if (html) {
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<html><body><h1>Refused</h1> by 10.1.2.3:8443</body></html>');
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (hanging) response.flushHeaders();
  else if (endless) Readable.from(padding()).pipe(response);
  else response.end(JSON.stringify({ error: { code, message: 'Refused.' } }));
}

function* padding(): Generator<string> {
  for (;;) yield ' '.repeat(1024);
}
