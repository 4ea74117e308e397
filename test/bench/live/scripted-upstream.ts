import type { ServerResponse } from 'node:http';
import { HEARTBEAT_MS } from '../../../src/contract/stream.ts';
import { type HttpServer, openHttpServer } from '../../harness/node/http-server.ts';
import { ACCOUNT_KEYS } from '../account-keys.ts';
import { graphUpdate, OPENING, upstreamUpdate } from './board.ts';

const HEARTBEAT = 'event: heartbeat\ndata: {"timestamp":"2026-11-21T08:00:00.000Z"}\n\n';

/**
 * An upstream that sends updates on demand: as the stream of the contract, and on `/ready` as
 * subscribers receive them. Each measured server has its own.
 */
export class ScriptedUpstream {
  readonly url: string;
  readonly #server: HttpServer;
  readonly #heartbeats: NodeJS.Timeout;
  readonly #streams: ReadonlySet<ServerResponse>;
  readonly #ready: ReadonlySet<ServerResponse>;
  #sent = 0;

  private constructor(
    server: HttpServer,
    streams: Set<ServerResponse>,
    ready: Set<ServerResponse>,
  ) {
    this.url = server.url;
    this.#server = server;
    this.#streams = streams;
    this.#ready = ready;
    this.#heartbeats = setInterval(() => this.#write(streams, HEARTBEAT), HEARTBEAT_MS);
  }

  static async open(): Promise<ScriptedUpstream> {
    const streams = new Set<ServerResponse>();
    const ready = new Set<ServerResponse>();
    const server = await openHttpServer();
    server.on('request', (request, response) => {
      if (request.url?.endsWith('/account/keys')) {
        response.setHeader('content-type', 'application/json').end(ACCOUNT_KEYS);
        return;
      }
      const readers = request.url === '/ready' ? ready : streams;
      readers.add(response);
      response.on('close', () => readers.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.socket?.setNoDelay(true);
      if (readers === streams) response.write(OPENING);
      else response.flushHeaders();
    });
    return new ScriptedUpstream(server, streams, ready);
  }

  /** The number of updates sent. */
  get sent(): number {
    return this.#sent;
  }

  close(): void {
    clearInterval(this.#heartbeats);
    void this.#server.stop();
  }

  /** Sends the next update and returns its number, from 1 on. */
  send(): number {
    this.#sent += 1;
    if (this.#streams.size > 0) this.#write(this.#streams, upstreamUpdate(this.#sent));
    if (this.#ready.size > 0) this.#write(this.#ready, graphUpdate(this.#sent));
    return this.#sent;
  }

  #write(responses: ReadonlySet<ServerResponse>, text: string): void {
    for (const response of responses) response.write(text);
  }
}
