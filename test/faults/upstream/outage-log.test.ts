import { createServer as createTcpServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../src/app.ts';
import { codesOf, GraphClient } from '../../harness/clients/graph-client.ts';
import type { LiveClient } from '../../harness/clients/live-client.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { ScriptedGraph } from '../../harness/servers/scripted-graph.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly upstream?: unknown;
  readonly reason?: string;
  readonly code?: string;
  readonly status?: number;
}

function linesOf(log: string): Line[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((line: Line) => typeof line.upstream === 'string');
}

/** Sends one query to a graph with this upstream, and returns its log and its response. */
async function askOnce(baseUrl: string): Promise<{ lines: Line[]; text: string; log: string }> {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const clock = new ManualClock();
  const options = { host: '127.0.0.1', port: 0, clock, log, retries: 0 };
  const graph = await startApp({ ...options, baseUrl: new URL(baseUrl) });
  const reply = await new GraphClient(graph.url).ask('{ sportsbooks { id } }');
  expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
  await graph.stop();
  return { lines: linesOf(logged.join('')), text: reply.text, log: logged.join('') };
}

/** A TCP server on a free port. */
async function tcpServer(onConnection: (socket: Socket) => void) {
  const server = createTcpServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('the log, but no response, says why upstream is unreachable:', () => {
  test('an unknown host name', async () => {
    const { lines, text } = await askOnce('http://upstream.invalid');
    expect(lines).toMatchObject([{ level: 40, upstream: 'requests', reason: 'dns' }]);
    expect(text).not.toMatch(/dns|invalid|ENOTFOUND|EAI_AGAIN/);
  });

  test('a refused connection', async () => {
    const free = await tcpServer(() => {});
    await free.close();
    const { lines, text } = await askOnce(`http://127.0.0.1:${free.port}`);
    expect(lines).toMatchObject([{ reason: 'refused', code: 'ECONNREFUSED' }]);
    expectNoLeak(text);
  });

  test('a server without TLS', async () => {
    const plain = await tcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.destroy());
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const { lines, text } = await askOnce(`https://127.0.0.1:${plain.port}`);
    expect(lines).toMatchObject([{ reason: 'tls' }]);
    expectNoLeak(text);
    await plain.close();
  });

  test('a connection reset', async () => {
    const rude = await tcpServer((socket) => socket.destroy());
    const { lines } = await askOnce(`http://127.0.0.1:${rude.port}`);
    expect(lines).toMatchObject([{ reason: 'reset' }]);
    await rude.close();
  });
});

test('logs an outage of streams once, however many accounts have one', async () => {
  const graph = await ScriptedGraph.start();
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
  const clients: LiveClient[] = [];
  for (const key of ['demo_pro', 'demo_sharp', 'demo_enterprise']) {
    const client = await graph.live({}, { key });
    await client.untilState('READY');
    clients.push(client);
  }
  for (const stream of graph.upstream.streams) stream.cut();
  for (const client of clients) await client.untilState('RECONNECTING');
  graph.clock.advance(500);
  for (const client of clients) await client.untilState('READY');
  expect(linesOf(graph.log)).toMatchObject([
    { level: 40, msg: 'upstream streams are failing', upstream: 'streams', reason: 'reset' },
    { level: 30, msg: 'upstream streams have recovered', upstream: 'streams' },
  ]);
  expect(graph.log).not.toMatch(/demo_/);
  for (const client of clients) client.close();
  await graph.stop();
});
