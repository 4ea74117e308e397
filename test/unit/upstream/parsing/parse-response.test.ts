import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Credential } from '../../../../src/credential.ts';
import { Scheduler } from '../../../../src/scheduler.ts';
import type { Call } from '../../../../src/upstream/call.ts';
import { UpstreamClient } from '../../../../src/upstream/client.ts';
import { Usage } from '../../../../src/upstream/request-usage.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { FaultProxy } from '../../../harness/servers/fault-proxy.ts';
import { answer } from '../../../harness/servers/faults.ts';

/** There is no server behind the proxy; each test plans its answers. */
let proxy: FaultProxy;
let scheduler: Scheduler;
let client: UpstreamClient;
let turns = 0;
let onTurn = () => {};

beforeAll(async () => {
  proxy = await FaultProxy.open('http://127.0.0.1:1');
});
afterAll(() => proxy.close());
beforeEach(() => {
  proxy.reset();
  turns = 0;
  onTurn = () => {};
  const clock = new ManualClock();
  scheduler = new (class extends Scheduler {
    override turn(account: string, owner: object): Promise<void> {
      turns += 1;
      onTurn();
      return super.turn(account, owner);
    }
  })(clock);
  client = new UpstreamClient({ baseUrl: proxy.url, clock, retries: 0, scheduler });
  return () => client.close();
});

const rows = Array.from({ length: 60_000 }, (_, id) => ({
  id,
  selection: 'Boston Celtics',
  line: 1.5,
}));
const MEGABYTES = JSON.stringify(rows).length / 2 ** 20;

function read(freshForMs = 0, path = '/things'): Promise<unknown> {
  const call: Call<object> = {
    method: 'GET',
    route: path,
    path,
    read: (body) => Object(body),
    freshForMs,
  };
  return client.read({ credential: new Credential('alice'), usage: new Usage() }, call);
}

test('a large response is parsed in pieces of at most 300,000 characters', async () => {
  proxy.spoil('GET /things', answer(200, { data: rows }));
  expect(await read()).toEqual({ data: rows });
  expect(turns).toBeGreaterThan((MEGABYTES * 2 ** 20) / 300_000);
});

test('a small response is parsed at once', async () => {
  proxy.spoil('GET /things', answer(200, { data: rows.slice(0, 1_000) }));
  await read();
  expect(turns).toBe(0);
});

test('responses of medium size that arrive together are parsed in a turn each', async () => {
  proxy.spoil('GET /things', answer(200, { data: rows.slice(0, 15_000) }));
  await Promise.all(Array.from({ length: 8 }, () => read()));
  expect(turns).toBe(1); // They share one request.
  await Promise.all(Array.from({ length: 8 }, (_, i) => read(0, `/things?number=${i}`)));
  expect(turns).toBe(1 + 8);
});

test('everyone who reads a large response shares one parsing of it', async () => {
  proxy.spoil('GET /things', answer(200, { data: rows }));
  const values = await Promise.all(Array.from({ length: 16 }, () => read(60_000)));
  expect(new Set(values).size).toBe(1);
  expect(turns).toBeLessThan(8 * MEGABYTES);
});

test('updates that come while a piece is parsed run before the next one', async () => {
  proxy.spoil('GET /things', answer(200, { data: rows }));
  let updates = 0;
  const updatesAtTurn: number[] = [];
  onTurn = () => {
    updatesAtTurn.push(updates);
    scheduler.add('bob', scheduler, () => (updates += 1), 'update');
  };
  await read();
  expect(updatesAtTurn).toEqual(Array.from({ length: turns }, (_, turn) => turn));
});

test('a large response that is not JSON is reported as any other', async () => {
  const broken = `${JSON.stringify({ data: rows }).slice(0, -2)},]}`;
  proxy.spoil('GET /things', ({ response }) => void response.end(broken));
  await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
});
