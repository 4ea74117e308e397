import dns from 'node:dns';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, isIP } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../harness/clients/graph-client.ts';
import { graphOfTest } from '../../harness/hooks/shared-graph.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { startGraph } from '../../harness/servers/running-graph.ts';
import { until } from '../../harness/until.ts';

const started: OddsgraphProcess[] = [];

function start(
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): OddsgraphProcess {
  const one = new OddsgraphProcess(environment, 'node', flags);
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

test('a start without configuration prints its URLs and an example query that works; a stop answers what arrives just after on an open connection, and exits with code 0 despite a keep-alive one and the embedded origin', async () => {
  const program = start();
  const client = await program.listening();
  expect(program.output).toContain('demo_free demo_hobby demo_pro demo_sharp demo_enterprise');
  const { status, body } = await runSuggestion(program.output);
  expect(status).toBe(200);
  const price = { sportsbookId: expect.any(String), price: { american: expect.any(Number) } };
  const odds = expect.arrayContaining([expect.objectContaining(price)]);
  expect(body).toEqual({
    data: { events: { nodes: Array(2).fill({ name: expect.any(String), odds }) } },
    extensions: expect.anything(),
  });
  const socket = connect(Number(new URL(client.url).port), '127.0.0.1');
  await once(socket, 'connect');
  program.signal('SIGHUP'); // A terminal that closes sends it.
  await program.stopping();
  socket.write('GET /healthz HTTP/1.1\r\nhost: graph\r\n\r\n');
  expect(await text(socket)).toContain('HTTP/1.1 200');
  expect(await program.exited).toBe(0);
});

test('a start that cannot succeed fails with one line that says why', async () => {
  const folder = newFolder();
  const manifest = join(folder, 'manifest.json');
  await writeFile(manifest, JSON.stringify({ board: '{ nothing }' }));
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = Object(taken.address());
  const upstream = { UPSTREAM_URL: 'http://127.0.0.1:9' };
  const cases: readonly [environment: Record<string, string>, words: string[]][] = [
    [{ ORIGIN_FEED: '/no/such/board.csv' }, ['ORIGIN_FEED']],
    [{ ...upstream, TRUSTED_DOCUMENTS: manifest }, ['TRUSTED_DOCUMENTS', '"board"']],
    // Neither the embedded origin nor reconnecting to Redis may keep the process running.
    [{ PORT: `${port}`, REDIS_URL: 'redis://127.0.0.1:9' }, [`PORT: port ${port} of 127.0.0.1`]],
  ];
  const check = async ([environment, words]: (typeof cases)[number]) => {
    const program = start(environment);
    expect([await program.exited, program.output]).toEqual([1, '']);
    // The log may have told by then that Redis is unreachable.
    const lines = program.errors.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.any(String)]);
    for (const word of words) expect(program.errors).toContain(word);
  };
  await Promise.all(cases.map(check));
  taken.close();
});

test('a server that cannot listen leaves nothing running in the process that embeds it', async () => {
  const { url } = await graphOfTest();
  const [clock, port] = [new ManualClock(), Number(new URL(url).port)];
  const started = startGraph({ baseUrl: new URL(url), port, clock });
  await expect(started).rejects.toThrow('EADDRINUSE');
  expect(clock.pendingTimers).toBe(0);
});

test('an error during a stop is logged', async () => {
  const upstream = await graphOfTest();
  upstream.proxy.plan('GET /sportsbooks', () => {}); // The stop waits for its answer.
  const reject = "process.on('SIGWINCH', () => Promise.reject(new Error('too late')))";
  const program = start({ UPSTREAM_URL: upstream.proxy.url.href }, [
    '--import',
    `data:text/javascript,${encodeURIComponent(reject)}`,
  ]);
  const client = await program.listening();
  client.ask('{ sportsbooks { id } }').catch(() => {});
  await until(() => upstream.proxy.seen.length > 0);
  await program.terminate();
  program.signal('SIGWINCH');
  expect(await program.exited).toBe(1);
  expect(program.errors).toContain('too late');
});

describe('a stop', () => {
  const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: graph\r\n\r\n';
  const POST = 'POST /graphql HTTP/1.1\r\nhost: graph\r\ncontent-type: application/json\r\n';

  test.each([
    ['head', `${HEALTH}${POST}`],
    ['body', `${POST}content-length: 100\r\nexpect: 100-continue\r\n\r\n{"query":`],
  ])('waits at most twelve seconds for a request whose %s is incomplete', async (_, beginning) => {
    const graph = await graphOfTest();
    const socket = connect({ port: Number(new URL(graph.url).port), host: '127.0.0.1' });
    socket.write(beginning);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    const stopped = graph.stop();
    graph.clock.advance(12_000);
    await Promise.all([stopped, closed]);
    expect(graph.clock.pendingTimers).toBe(0);
  });

  test('knows all connections: at localhost, one address is listened on', async () => {
    const { proxy } = await graphOfTest();
    // As on most machines, whatever this one calls localhost. Node looks up addresses, too.
    const addressesOf = (name: string) =>
      name === 'localhost'
        ? [
            { address: '127.0.0.1', family: 4 },
            { address: '::1', family: 6 },
          ]
        : [{ address: name, family: isIP(name) }];
    const lookup = (name: string, _: object, found: (error: null, all: object[]) => void) =>
      found(null, addressesOf(name));
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
    const graph = await startGraph({ baseUrl: proxy.url, host: 'localhost' });
    const { port } = new URL(graph.url);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow();
    await graph.stop();
  });
});
