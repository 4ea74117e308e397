import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from 'graphql-sse';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchUnended } from '../../../src/client/connection/fetch-unended.ts';

const EVENTS = 20;

/** A server of one stream, which ends together with its events. */
async function startEndingServer(): Promise<string> {
  let stream: ServerResponse | undefined;
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') return response.writeHead(201).end('token');
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return stream.flushHeaders();
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const id = JSON.parse(body).extensions.operationId;
    response.writeHead(202).end();
    const event = { id, payload: { data: { tick: 1 } } };
    stream?.end(`event: next\ndata: ${JSON.stringify(event)}\n\n`.repeat(EVENTS));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql/stream`;
}

/** As `fetch` on a busy page: what has come meanwhile is there at once, with its end. */
function fetchLate(): typeof fetch {
  const { fetch } = globalThis;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 200) return response;
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(await response.arrayBuffer()));
        controller.close();
      },
    });
    return new Response(body, response);
  };
}

test('a stream that ends together with its events ends its subscriptions', async () => {
  const late = fetchLate();
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(late);
  onTestFinished(() => spy.mockRestore());
  const client = createClient({
    url: await startEndingServer(),
    singleConnection: true,
    retryAttempts: 0,
    fetchFn: fetchUnended,
  });
  onTestFinished(() => client.dispose());
  const results = client.iterate({ query: 'subscription { tick }' });
  for (let event = 0; event < EVENTS; event += 1) {
    expect((await results.next()).value).toEqual({ data: { tick: 1 } });
  }
  await expect(results.next()).rejects.toThrow('The stream ended.');
});
