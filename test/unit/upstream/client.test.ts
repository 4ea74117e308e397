import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../../src/credential.ts';
import type { Call } from '../../../src/upstream/call.ts';
import { UpstreamClient } from '../../../src/upstream/client.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { collectGarbage } from '../../harness/node/collect-garbage.ts';
import { FaultProxy } from '../../harness/servers/fault-proxy.ts';
import { answer, hang } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

/** There is no server behind the proxy; each test plans its answers. */
let proxy: FaultProxy;
let clock: ManualClock;
let client: UpstreamClient;

beforeAll(async () => {
  proxy = await FaultProxy.open('http://127.0.0.1:1');
});
afterAll(() => proxy.close());
beforeEach(() => {
  proxy.reset();
  clock = new ManualClock();
  client = new UpstreamClient({ baseUrl: proxy.url, clock, backoffMs: 1 });
  return () => client.close();
});

const ROUTE = 'GET /things';
const alice = new Credential('key_of_alice');
const bob = new Credential('key_of_bob');

function things(freshForMs = 1_000, path = '/things'): Call<{ number: number }> {
  return { method: 'GET', route: '/things', path, read: (body) => Object(body), freshForMs };
}

/** Answers each request with another number. */
function count(): void {
  let number = 0;
  proxy.spoil(ROUTE, (exchange) => {
    number += 1;
    return answer(200, { number })(exchange);
  });
}

function caller(credential = alice) {
  return { credential, usage: new Usage() };
}

describe('equal reads', () => {
  test('that run at the same time share one request, charged to one of them', async () => {
    count();
    const callers = [caller(), caller(), caller()];
    const answers = await Promise.all(callers.map((one) => client.read(one, things())));
    expect(answers).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
    expect(proxy.counts).toEqual({ [ROUTE]: 1 });
    expect(callers.map(({ usage }) => [usage.calls, usage.cached])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });

  test('of two credentials share neither requests nor cached answers', async () => {
    count();
    const [a, b] = await Promise.all([alice, bob].map((one) => client.read(caller(one), things())));
    expect(a).not.toEqual(b);
    expect(await client.read(caller(alice), things())).toEqual(a);
    expect(await client.read(caller(bob), things())).toEqual(b);
    expect(proxy.seen.map(({ key }) => key).sort()).toEqual(['key_of_alice', 'key_of_bob']);
  });

  test('in a burst parse a cached answer once after its value was collected', async () => {
    count();
    let parses = 0;
    const counted = {
      ...things(),
      read: (body: unknown) => {
        parses += 1;
        return Object(body);
      },
    };
    await client.read(caller(), counted);
    await new Promise((resolve) => setImmediate(resolve)); // A WeakRef keeps its target until the end of the job.
    collectGarbage();
    await Promise.all([caller(), caller(), caller()].map((one) => client.read(one, counted)));
    expect(parses).toBe(2);
  });

  test('share an answer exactly as long as it is fresh', async () => {
    count();
    await client.read(caller(), things());
    clock.advance(999);
    expect(await client.read(caller(), things())).toEqual({ number: 1 });
    clock.advance(1);
    expect(await client.read(caller(), things())).toEqual({ number: 2 });
  });

  test('that must not be cached share only requests in progress', async () => {
    count();
    await Promise.all([client.read(caller(), things(0)), client.read(caller(), things(0))]);
    expect(await client.read(caller(), things(0))).toEqual({ number: 2 });
  });

  test('fail together if their request fails, and the next read asks again', async () => {
    proxy.plan(ROUTE, answer(400));
    const outcomes = await Promise.allSettled([
      client.read(caller(), things()),
      client.read(caller(), things()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(proxy.counts).toEqual({ [ROUTE]: 1 });
    count();
    expect(await client.read(caller(), things())).toEqual({ number: 1 });
  });

  test('do not fail because the operation that asked first may send no more requests', async () => {
    proxy.plan(ROUTE, answer(503), answer(200, { number: 2 }));
    const first = { credential: alice, usage: new Usage(1) }; // It cannot pay for a retry.
    const others = [caller(), caller()];
    const outcomes = await Promise.allSettled(
      [first, ...others].map((one) => client.read(one, things())),
    );
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'QUERY_TOO_COMPLEX' } },
      { status: 'fulfilled', value: { number: 2 } },
      { status: 'fulfilled', value: { number: 2 } },
    ]);
    expect(proxy.counts).toEqual({ [ROUTE]: 2 });
    expect(others.map(({ usage }) => [usage.calls, usage.cached])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('differ by path, query and body', async () => {
    proxy.spoil(ROUTE, answer(200, {}));
    proxy.spoil('POST /things', answer(200, {}));
    const post = (body: unknown): Call<object> => ({ ...things(), method: 'POST', body });
    await Promise.all([
      client.read(caller(), things()),
      client.read(caller(), things(1_000, '/things?a=1')),
      client.read(caller(), things(1_000, '/things?a=2')),
      client.read(caller(), post({ a: 1 })),
      client.read(caller(), post({ a: 2 })),
      client.read(caller(), post({ a: 2 })),
    ]);
    expect(proxy.counts).toEqual({ [ROUTE]: 3, 'POST /things': 2 });
  });
});

describe('the status of an account', () => {
  test('comes from the headers of its last answer', async () => {
    const headers = {
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '298',
      'x-ratelimit-reset': '1800000000',
      'x-data-delay': '60',
    };
    proxy.spoil(ROUTE, answer(200, {}, headers));
    expect(client.accounts.of(alice)).toEqual({ rateLimit: null, dataDelaySeconds: null });
    await client.read(caller(), things());
    const accountStatus = {
      rateLimit: { limit: 300, remaining: 298, resetAt: 1_800_000_000_000 },
      dataDelaySeconds: 60,
    };
    expect(client.accounts.of(alice)).toEqual(accountStatus);
    expect(client.accounts.of(bob)).toEqual({ rateLimit: null, dataDelaySeconds: null });
  });

  test('is kept if an answer has no such headers or invalid ones', async () => {
    proxy.plan(
      ROUTE,
      answer(200, {}, { 'x-data-delay': '60' }),
      answer(200, {}, { 'x-data-delay': 'soon', 'x-ratelimit-limit': '-1' }),
    );
    await client.read(caller(), things(0));
    await client.read(caller(), things(0));
    expect(client.accounts.of(alice)).toEqual({ rateLimit: null, dataDelaySeconds: 60 });
  });
});

describe('a call', () => {
  test('is aborted at its deadline while the body is incomplete', async () => {
    proxy.spoil(ROUTE, ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"number":');
    });
    const read = client.read(caller(), things());
    await until(() => proxy.seen.length === 1);
    clock.advance(10_000);
    await expect(read).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  test('leaves no timer behind, however it ends', async () => {
    proxy.plan(ROUTE, answer(200, {}), answer(400), answer(503), answer(503), answer(503));
    await client.read(caller(), things(0));
    await expect(client.read(caller(), things(0))).rejects.toThrow();
    await expect(client.read(caller(), things(0))).rejects.toThrow();
    expect(proxy.seen).toHaveLength(5);
    expect(clock.pendingTimers).toBe(0);
  });

  test('is refused at once if 1,600 others of its account are pending', async () => {
    proxy.spoil(ROUTE, hang);
    const waiting = Array.from({ length: 1_600 }, (_, i) =>
      client.read(caller(), things(0, `/things?i=${i}`)),
    );
    const outcomes = Promise.allSettled(waiting);
    await expect(client.read(caller(), things(0, '/things?i=more'))).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    clock.advance(10_000);
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
    proxy.spoil(ROUTE, answer(200, { number: 1 }));
    expect(await client.read(caller(), things(0))).toEqual({ number: 1 });
  });

  test('that writes is neither retried nor cached', async () => {
    proxy.spoil('POST /things', answer(503));
    const create: Omit<Call<object>, 'freshForMs'> = {
      method: 'POST',
      route: '/things',
      path: '/things',
      body: { name: 'x' },
      read: (body) => Object(body),
    };
    await expect(client.write(caller(), create)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    expect(proxy.counts).toEqual({ 'POST /things': 1 });
    proxy.spoil('POST /things', answer(201, { id: 1 }));
    await Promise.all([client.write(caller(), create), client.write(caller(), create)]);
    expect(proxy.counts).toEqual({ 'POST /things': 3 });
  });

  test('uses the base path of the service, and sends the key in a header and not in the URL', async () => {
    const below = new UpstreamClient({ baseUrl: new URL('/deep/er/', proxy.url), clock });
    proxy.spoil('GET /deep/er/things', answer(200, { number: 1 }));
    await expect(below.read(caller(), things())).resolves.toEqual({ number: 1 });
    expect(proxy.seen[0]).toMatchObject({ route: '/deep/er/things', key: 'key_of_alice' });
    expect(String(proxy.seen[0]?.query)).toBe('');
    await below.close();
  });
});

test('a credential is not revealed by any conversion to text', () => {
  const shown = [String(alice), JSON.stringify({ alice }), `${alice}`, alice.hash];
  for (const text of shown) expect(text).not.toContain('key_of_alice');
});
