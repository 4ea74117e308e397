import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../harness/clients/graph-client.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { holdUntil } from '../../harness/servers/faults.ts';
import { startTestGraph } from '../../harness/servers/test-graph.ts';
import { until } from '../../harness/until.ts';

const started: OddsgraphProcess[] = [];

function start(environment: Record<string, string> = {}): OddsgraphProcess {
  const one = new OddsgraphProcess(environment);
  started.push(one);
  return one;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.kill()));
});

/** Sends the request of the `curl` command that the program prints. */
async function runSuggestion(
  output: string,
): Promise<Pick<Reply<unknown>, 'status'> & { body: unknown }> {
  const url = /curl -s (\S+)/.exec(output)?.[1] ?? '';
  const headers = [...output.matchAll(/-H ["']([^:]+): ([^"']+)["']/g)];
  const body = /-d '(.*)'/.exec(output)?.[1] ?? '';
  const response = await fetch(url, {
    method: 'POST',
    headers: headers.map(([, name = '', value = '']): [string, string] => [name, value]),
    body,
  });
  return { status: response.status, body: await response.json() };
}

describe('a start', () => {
  test('without configuration prints its URLs and an example query that works', async () => {
    const program = start({ ORIGIN_FEED: 'simulation' });
    await program.listening();
    expect(program.output).toContain('demo_free demo_hobby demo_pro demo_sharp demo_enterprise');
    const { status, body } = await runSuggestion(program.output);
    expect(status).toBe(200);
    const price = { sportsbookId: expect.any(String), price: { american: expect.any(Number) } };
    expect(body).toMatchObject({ data: { events: { nodes: [{}, {}, {}] } } });
    expect(body).not.toHaveProperty('errors');
    expect(JSON.stringify(body)).toContain('"american"');
    expect(body).toMatchObject({
      data: {
        events: {
          nodes: expect.arrayContaining([
            expect.objectContaining({
              odds: expect.arrayContaining([expect.objectContaining(price)]),
            }),
          ]),
        },
      },
    });
  });

  test.each([
    ['PORT', '70000'],
    ['ORIGIN_FEED', '/no/such/board.csv'],
  ])('with an invalid %s fails with one line that names it', async (name, value) => {
    const program = start({ [name]: value });
    expect(await program.exited).toBe(1);
    expect(program.output).toBe('');
    expect(program.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(program.errors).toContain(name);
  });

  test('with a trusted document that is not valid fails with one line that names it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    const path = join(folder, 'manifest.json');
    await writeFile(path, JSON.stringify({ board: '{ nothing }' }));
    const program = start({ TRUSTED_DOCUMENTS: path });
    expect(await program.exited).toBe(1);
    expect(program.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(program.errors).toContain('TRUSTED_DOCUMENTS');
    expect(program.errors).toContain('"board"');
    await rm(folder, { recursive: true });
  });

  test('on an address of another machine fails with one line', async () => {
    const program = start({ HOST: '192.0.2.1' });
    expect(await program.exited).toBe(1);
    expect(program.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(program.errors).toContain('192.0.2.1');
  });

  test('on a port that is taken fails with one line', async () => {
    const taken = createServer();
    const address = await new Promise<unknown>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve(taken.address())),
    );
    const { port } = { port: 0, ...Object(address) };
    const program = start({ PORT: String(port) });
    expect(await program.exited).toBe(1);
    expect(program.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(program.errors).toContain('EADDRINUSE');
    taken.close();
  });
});

describe('a stop by SIGTERM', () => {
  test('answers the query in progress, refuses new ones, and exits with code 0', async () => {
    const upstream = await startTestGraph();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    upstream.proxy.plan('GET /sportsbooks', holdUntil(released));
    const program = start({ UPSTREAM_URL: upstream.proxy.url.href });
    const client = await program.listening();
    expect(program.output).toContain('UPSTREAM_URL');

    const asked = client.ask('{ sportsbooks { id } }');
    await until(() => upstream.proxy.seen.length > 0);
    await program.terminate();
    await expect(
      client.ask('{ __typename }', { headers: { connection: 'close' } }),
    ).rejects.toThrow();
    release();

    const reply = await asked;
    expect(reply.status).toBe(200);
    expect(reply.errors).toEqual([]);
    expect(reply.data.sportsbooks).toHaveLength(32);
    expect(await program.exited).toBe(0);
    expect(program.errors).not.toContain('demo_enterprise');
    await upstream.stop();
  });

  test('answers a request that arrives just after, on a connection that was open already, and exits with code 0 despite a keep-alive connection and the embedded origin', async () => {
    const program = start();
    const client = await program.listening();
    await client.ask('{ events { totalCount } }');
    const socket = connect(Number(new URL(client.url).port), '127.0.0.1');
    await once(socket, 'connect');
    program.signal('SIGTERM');
    await program.stopping();
    socket.write('GET /healthz HTTP/1.1\r\nhost: graph\r\n\r\n');
    expect(await text(socket)).toContain('HTTP/1.1 200');
    expect(await program.exited).toBe(0);
  });
});

describe('a stop', () => {
  const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: graph\r\n\r\n';
  const POST = 'POST /graphql HTTP/1.1\r\nhost: graph\r\ncontent-type: application/json\r\n';

  test.each([
    ['head', `${HEALTH}${POST}`],
    ['body', `${POST}content-length: 100\r\nexpect: 100-continue\r\n\r\n{"query":`],
  ])('waits at most twelve seconds for a request whose %s is incomplete', async (_, beginning) => {
    const graph = await startTestGraph();
    const socket = connect({ port: Number(new URL(graph.url).port), host: '127.0.0.1' });
    socket.write(beginning);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    const stopped = graph.stop();
    graph.clock.advance(12_000);
    await Promise.all([stopped, closed]);
    expect(graph.clock.pendingTimers).toBe(0);
  });
});
