import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { linesOf } from '../../harness/clients/log-lines.ts';
import { graphOfTest } from '../../harness/hooks/shared-graph.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { holdUntil } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

let program: OddsgraphProcess;

afterEach(() => program.kill());

/** The error code of a connection attempt. */
async function connectionError(url: string): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return 'it is listening';
  } catch (error) {
    return Object(error).code;
  } finally {
    socket.destroy();
  }
}

test('npm run dev drains and frees its ports when npm gets a stop signal', async () => {
  program = new OddsgraphProcess({ BOARD: 'on' }, 'npm run dev');
  const client = await program.listening();
  const originUrl = /embedded origin is listening at (\S+?)\. /.exec(program.output)?.[1] ?? '';
  expect(await connectionError(originUrl)).toBe('it is listening');
  await program.terminate();
  expect(await program.exited).toBe(0);
  expect(program.errors).toContain('"msg":"stopped"');
  expect(await connectionError(client.url)).toBe('ECONNREFUSED');
  expect(await connectionError(originUrl)).toBe('ECONNREFUSED');
});

test('in production npm start says for two seconds that it stops when npm gets a stop signal, and answers until then', async () => {
  const environment = { NODE_ENV: 'production', UPSTREAM_URL: 'http://127.0.0.1:1' };
  program = new OddsgraphProcess(environment, 'npm start');
  const client = await program.listening();
  program.signal('SIGTERM');
  await program.stopping();
  const [ready, { data }] = await Promise.all([
    fetch(`${client.url}/readyz`),
    client.ask('{ __typename }'),
  ]);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'draining' }]);
  expect(data).toEqual({ __typename: 'Query' });
  expect(await program.exited).toBe(0);
  expect(await connectionError(client.url)).toBe('ECONNREFUSED');
  const at = (message: string) => linesOf(program.errors, message)[0]?.['time'] as number;
  // Timers and times in the log are whole milliseconds, each of which may be one off.
  expect(at('draining') - at('stopping')).toBeGreaterThanOrEqual(2_000 - 2);
});

test('answers requests in progress and refuses new ones when a signal reaches the whole process group and npm forwards it too', async () => {
  const upstream = await graphOfTest();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  upstream.proxy.plan('GET /sportsbooks', holdUntil(released));
  program = new OddsgraphProcess({ UPSTREAM_URL: upstream.proxy.url.href }, 'npm start');
  const client = await program.listening();
  expect(program.output).toContain('UPSTREAM_URL');
  const asked = client.ask('{ sportsbooks { id } }');
  await until(() => upstream.proxy.seen.length > 0);
  program.signalGroup('SIGINT');
  await program.draining();
  const refused = client.ask('{ __typename }', { headers: { connection: 'close' } });
  await expect(refused).rejects.toThrow();
  release();
  expect((await asked).data.sportsbooks).toHaveLength(32);
  expect(await program.exited).toBe(0);
  expect(program.errors).not.toContain('demo_enterprise');
});
