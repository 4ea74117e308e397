import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { ThrottledLog } from '../../../src/observability/log.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { Upstream } from '../../../src/upstream/upstream.ts';
import { collectGarbage } from '../../harness/node/collect-garbage.ts';
import { answer } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';
import { callerWith, planUpstream, readAnything, things } from './planned-upstream.ts';

const planned = planUpstream();
const ROUTE = 'GET /things';
const alice = new Credential('key_of_alice');

/** Reads the things, which stay fresh for a second unless it says otherwise. */
function read(
  caller = callerWith(),
  freshForMs = 1_000,
  reader = readAnything,
  upstream = planned.upstream,
): Promise<object> {
  return upstream.call(things(freshForMs), caller, {}, reader);
}

/** Answers each request with another number. */
function count(): void {
  let number = 0;
  planned.proxy.spoil(ROUTE, (exchange) => {
    number += 1;
    return answer(200, { number })(exchange);
  });
}

describe('equal reads', () => {
  test('in a burst parse a cached answer once after its value was collected', async () => {
    count();
    let parses = 0;
    const counted = (body: unknown) => {
      parses += 1;
      return Object(body);
    };
    await read(callerWith(), 1_000, counted);
    await new Promise((resolve) => setImmediate(resolve)); // A WeakRef keeps its target until the end of the job.
    collectGarbage();
    await Promise.all(
      [callerWith(), callerWith(), callerWith()].map((one) => read(one, 1_000, counted)),
    );
    expect(parses).toBe(2);
  });

  test('do not fail because the operation that asked first may send no more requests', async () => {
    planned.proxy.plan(ROUTE, answer(503), answer(200, { number: 2 }));
    const first = callerWith('key_of_alice', 1); // It cannot pay for a retry.
    const others = [callerWith(), callerWith()];
    const outcomes = await Promise.allSettled([first, ...others].map((one) => read(one)));
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'UPSTREAM_UNAVAILABLE' } }, // Why it would have to retry.
      { status: 'fulfilled', value: { number: 2 } },
      { status: 'fulfilled', value: { number: 2 } },
    ]);
    expect(planned.proxy.counts).toEqual({ [ROUTE]: 2 });
    expect(others.map(({ usage }) => [usage.calls, usage.cached])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});

test('the status of an account is kept if an answer has no such headers or invalid ones', async () => {
  planned.proxy.plan(
    ROUTE,
    answer(200, {}, { 'x-data-delay': '60' }),
    answer(200, {}, { 'x-data-delay': 'soon', 'x-ratelimit-limit': '-1' }),
  );
  await read(callerWith(), 0);
  await read(callerWith(), 0);
  expect(planned.upstream.accounts.of(alice)).toEqual({ rateLimit: null, dataDelaySeconds: 60 });
});

test('a call uses the base path of the service, and sends the key in a header and not in the URL', async () => {
  const below = new Upstream({
    baseUrl: new URL('/deep/er/', planned.proxy.url),
    clock: planned.clock,
  });
  planned.proxy.spoil('GET /deep/er/things', answer(200, { number: 1 }));
  await expect(read(callerWith(), 1_000, readAnything, below)).resolves.toEqual({ number: 1 });
  expect(planned.proxy.seen[0]).toMatchObject({ route: '/deep/er/things', key: 'key_of_alice' });
  expect(String(planned.proxy.seen[0]?.query)).toBe('');
  await below.close();
});

test('a credential is not revealed by any conversion to text', () => {
  const shown = [String(alice), JSON.stringify({ alice }), `${alice}`, alice.hash];
  for (const text of shown) expect(text).not.toContain('key_of_alice');
});

/** Without the fields of `meta` that only inform, and must not fail a read. */
const EMPTY_PAGE = {
  data: [],
  meta: { total: 0, pagination: { limit: 50, offset: 0, has_more: false } },
};

test('a query joins lists by commas and leaves out nulls and empty lists', async () => {
  planned.proxy.spoil('GET /events', answer(200, EMPTY_PAGE));
  const query = { sport: ['tennis', 'hockey'], league: [], live: false, date: null, limit: 3 };
  await planned.upstream.call(ROUTES.events, callerWith(), { query });
  expect(Object.fromEntries(planned.proxy.seen[0]?.query ?? [])).toEqual({
    sport: 'tennis,hockey',
    live: 'false',
    limit: '3',
  });
});

test('a read with freshForMs 0 asks upstream although a fresh response is held', async () => {
  planned.proxy.spoil('GET /odds', answer(200, EMPTY_PAGE));
  await planned.upstream.call(ROUTES.odds, callerWith(), {});
  await planned.upstream.call(ROUTES.odds, callerWith(), { freshForMs: 0 });
  expect(planned.proxy.counts).toEqual({ 'GET /odds': 2 });
});

test('a route outside of the route table is refused by name', async () => {
  await expect(planned.upstream.call(things(), callerWith(), {})).rejects.toThrow(
    'GET /things is not in the route table.',
  );
});

test('an answer that arrives in time is read, however long it waits for its turn, and is fresh from its arrival', async () => {
  const { promise: turn, resolve: takeTurn } = Promise.withResolvers<void>();
  class BusyScheduler extends Scheduler {
    override turn(): Promise<void> {
      return turn;
    }
  }
  const { clock, proxy } = planned;
  const busy = new Upstream({ baseUrl: proxy.url, clock, scheduler: new BusyScheduler(clock) });
  onTestFinished(() => busy.close());
  proxy.plan(ROUTE, answer(200, { text: 'x'.repeat(70_000) }));
  const caller = callerWith();
  const startedAt = clock.monotonic();
  const asked = read(caller, 1_000, readAnything, busy);
  await until(() => busy.state === 'answering');
  clock.advance(10_000);
  takeTurn();
  await expect(asked).resolves.toHaveProperty('text');
  expect(caller.usage.freshUntil - startedAt).toBe(1_000);
});

test('the log has the reason of an outage although the operation that met it may not retry', async () => {
  const lines: object[] = [];
  const { clock, proxy } = planned;
  const sink = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const log = ThrottledLog.start(sink, clock);
  const upstream = new Upstream({ baseUrl: proxy.url, clock, log });
  onTestFinished(() => upstream.close());
  proxy.plan(ROUTE, answer(503));
  const asked = read(callerWith('key_of_alice', 1), 1_000, readAnything, upstream);
  await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(lines).toMatchObject([
    { msg: 'upstream requests are failing', reason: 'status', status: 503 },
  ]);
});

test('upstream has answered even if its answer cannot be read', async () => {
  planned.proxy.plan(ROUTE, answer(200, {}, { 'content-encoding': 'deflate' }));
  await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
  expect(planned.upstream.state).toBe('answering');
});

test.each(['', 'Identity'])('the content coding "%s" is none', async (coding) => {
  planned.proxy.plan(ROUTE, answer(200, { number: 1 }, { 'content-encoding': coding }));
  expect(await read()).toEqual({ number: 1 });
});
