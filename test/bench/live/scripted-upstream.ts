import type { ServerResponse } from 'node:http';
import { HEARTBEAT_MS } from '../../../src/contract/stream.ts';
import { openHttpServer } from '../../harness/node/http-server.ts';
import { ACCOUNT_KEYS } from '../account-keys.ts';
import { graphUpdate, OPENING, upstreamUpdate } from './board.ts';

const HEARTBEAT = 'event: heartbeat\ndata: {"timestamp":"2026-11-21T08:00:00.000Z"}\n\n';

export type ScriptedUpstream = Awaited<ReturnType<typeof openUpstream>>;

/**
 * An upstream that sends updates on demand: as the stream of the contract, and on `/ready` as
 * subscribers receive them. Each measured server has its own.
 */
export async function openUpstream() {
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
  const write = (responses: ReadonlySet<ServerResponse>, text: string) => {
    for (const response of responses) response.write(text);
  };
  const heartbeats = setInterval(() => write(streams, HEARTBEAT), HEARTBEAT_MS);
  let sent = 0;
  return {
    url: server.url,
    /** The number of updates sent. */
    sent: () => sent,
    /** Sends the next update and returns its number, from 1 on. */
    send(): number {
      sent += 1;
      if (streams.size > 0) write(streams, upstreamUpdate(sent));
      if (ready.size > 0) write(ready, graphUpdate(sent));
      return sent;
    },
    close(): void {
      clearInterval(heartbeats);
      void server.stop();
    },
  };
}
