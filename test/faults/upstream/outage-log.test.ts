import { once } from 'node:events';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import type { LiveClient } from '../../harness/clients/live-client.ts';
import { type LogLine, logLines } from '../../harness/clients/log-lines.ts';
import { graphOfTest } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { answer } from '../../harness/servers/faults.ts';
import { startGraph } from '../../harness/servers/running-graph.ts';
import { ScriptedGraph } from '../../harness/servers/scripted-graph.ts';
import { until } from '../../harness/until.ts';

/** The lines about upstream. */
const linesOf = (log: string) =>
  logLines(log).filter(({ upstream }) => typeof upstream === 'string');

/** Sends one query to a graph with this upstream, and returns its log and its response. */
async function askOnce(baseUrl: string): Promise<{ lines: LogLine[]; text: string }> {
  const graph = await startGraph({ baseUrl: new URL(baseUrl), retries: 0 });
  onTestFinished(() => graph.stop());
  const reply = await graph.ask('{ sportsbooks { id } }');
  expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
  return { lines: linesOf(graph.log()), text: reply.text };
}

/** A TCP server on a free port. */
async function tcpServer(onConnection: (socket: Socket) => void) {
  const server = createTcpServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Object(server.address());
  const close = () => once(server.close(), 'close');
  onTestFinished(() => void server.close());
  return { port, close };
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
  });
});

test('names the route that a service does not know, each time', async () => {
  const { origin } = await graphOfTest();
  const graph = await startGraph({ baseUrl: new URL(`${origin.url}/another`) });
  onTestFinished(() => graph.stop());
  for (const _ of ['once', 'twice']) {
    const { errors } = await graph.ask('{ sportsbooks { id } }');
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('UPSTREAM_URL'),
        extensions: {
          code: 'UPSTREAM_INVALID_RESPONSE',
          upstream: { status: 404, code: 'not_found' },
        },
      },
    ]);
  }
  expect(linesOf(graph.log()).filter(({ level }) => level !== 30)).toMatchObject([
    { method: 'GET', route: '/sportsbooks' },
    { method: 'GET', route: '/sportsbooks' },
  ]);
});

test('logs an outage of streams once, however many accounts have one', async () => {
  const graph = await ScriptedGraph.start();
  onTestFinished(() => graph.stop());
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
});

test('logs each other reason of an outage of streams once', async () => {
  const graph = await ScriptedGraph.start();
  onTestFinished(() => graph.stop());
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
  const client = await graph.live();
  const tooMany = { status: 429, code: 'stream_limit_exceeded' };
  for (const _ of ['an outage', 'another']) {
    await client.untilState('READY');
    const { requests, streams } = graph.upstream;
    graph.upstream.refuse(tooMany, { status: 503, code: 'unavailable' }, tooMany);
    streams.at(-1)?.cut();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await client.untilState('RECONNECTING');
      graph.clock.advance(10_000);
      await until(() => graph.upstream.requests === requests + attempt);
    }
  }
  await client.untilState('READY');
  const outage = [{ reason: 'reset' }, { status: 429 }, { status: 503 }, { forMs: 40_000 }];
  expect(linesOf(graph.log)).toMatchObject([...outage, ...outage]);
});

test('does not take a redirect for a recovery', async () => {
  const graph = await graphOfTest({ retries: 0 });
  graph.proxy.spoil('GET /sportsbooks', answer(302));
  for (let time = 0; time < 3; time += 1) {
    expect(codesOf(await graph.ask('{ sportsbooks { id } }'))).toEqual(['UPSTREAM_UNAVAILABLE']);
    graph.clock.advance(6_000);
  }
  expect(linesOf(graph.log())).toMatchObject([{ msg: 'upstream requests are failing' }]);
});
