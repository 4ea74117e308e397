import { describe, expect, test } from 'vitest';
import { FairGate } from '../../../src/scheduling/fair-gate.ts';
import { answer, hang } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';
import { callerWith, planUpstream, readAnything, things } from './planned-upstream.ts';

const planned = planUpstream(() => ({ retries: 0 }));
const ROUTE = things(0);

let reads = 0;

function read(key: string): Promise<object> {
  reads += 1;
  return planned.upstream.call(ROUTE, callerWith(key), { query: { number: reads } }, readAnything);
}

/** Starts reads that may fail later. */
function readMany(key: string, count: number): Promise<PromiseSettledResult<object>[]> {
  return Promise.allSettled(Array.from({ length: count }, () => read(key)));
}

/** Upstream accepts all keys once, and from then on answers only requests with the key `answered`. */
async function onlyAnswering(answered: string, ...keys: string[]): Promise<void> {
  planned.proxy.spoil('GET /things', answer(200, {}));
  for (const key of [answered, ...keys]) await read(key);
  planned.proxy.spoil('GET /things', (exchange) =>
    (exchange.seen.key === answered ? answer(200, {}) : hang)(exchange),
  );
}

function seenOf(key: string): number {
  return planned.proxy.seen.filter((request) => request.key === key).length;
}

describe('connections to upstream', () => {
  test('are left for others by an account whose requests hang', async () => {
    await onlyAnswering('bob', 'alice');
    const slow = readMany('alice', 200);
    await until(() => seenOf('alice') === 1 + 52);
    for (let i = 0; i < 50; i += 1) await read('bob');
    expect(seenOf('alice')).toBe(1 + 52);
    planned.clock.advance(10_000);
    await slow;
  });

  test('are not all used by fifteen accounts whose requests hang', async () => {
    const slow = Array.from({ length: 15 }, (_, i) => `slow_${i}`);
    await onlyAnswering('bob', ...slow);
    const outcomes = slow.map((key) => readMany(key, 60));
    await until(() => planned.proxy.unanswered >= 240);
    for (let i = 0; i < 50; i += 1) await read('bob');
    expect(planned.proxy.unanswered).toBeLessThan(256);
    for (const key of slow) expect(seenOf(key)).toBeGreaterThan(1);
    planned.clock.advance(10_000);
    await Promise.all(outcomes);
  });

  test('are not waited for while some are free', async () => {
    const gate = new FairGate(1, () => true);
    const waiter = { account: 'alice', owner: {}, weight: 1 };
    const release = await gate.wait(waiter, null);
    expect([gate.held, gate.waiting]).toEqual([1, 0]);
    release();
    expect(gate.held).toBe(0);
  });

  test('are not waited for by who has left before', async () => {
    const gate = new FairGate(1, () => true);
    gate.take('alice');
    const waiter = { account: 'bob', owner: {}, weight: 1 };
    await expect(gate.wait(waiter, AbortSignal.abort('left'))).rejects.toBe('left');
    expect(gate.waiting).toBe(0);
  });

  test('are waited for until the deadline, and requests that got none are not sent', async () => {
    await onlyAnswering('bob', 'alice');
    const slow = readMany('alice', 60);
    await until(() => seenOf('alice') === 1 + 52);
    planned.clock.advance(10_000);
    for (const outcome of await slow) {
      expect(outcome).toMatchObject({ reason: { code: 'UPSTREAM_TIMEOUT' } });
    }
    expect(seenOf('alice')).toBe(1 + 52);
    planned.proxy.spoil('GET /things', answer(200, {}));
    await Promise.all(Array.from({ length: 100 }, () => read('alice')));
    expect(planned.clock.pendingTimers).toBe(1); // What drops stale responses.
  });

  test('are left for known keys: unknown keys share one quota', async () => {
    await onlyAnswering('bob');
    const flood = Array.from({ length: 200 }, (_, i) => readMany(`guess_${i}`, 1));
    await until(() => planned.proxy.unanswered === 52);
    for (let i = 0; i < 50; i += 1) await read('bob');
    expect(planned.proxy.unanswered).toBe(52);
    planned.clock.advance(10_000);
    await Promise.all(flood);
  });
});

test('allows one account a fifth of the 8,000 reads that may be pending', async () => {
  await onlyAnswering('bob', 'alice');
  const slow = readMany('alice', 1_600);
  await expect(read('alice')).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'Too many upstream requests are in progress.',
  });
  await read('bob');
  planned.clock.advance(10_000);
  await slow;
});

describe('a key that upstream does not know', () => {
  const unauthorized = answer(401, { error: { code: 'unauthorized', message: 'Who?' } });

  test('costs only the requests already in progress when many use it at once', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    planned.proxy.spoil('GET /things', async (exchange) => {
      await released;
      await unauthorized(exchange);
    });
    const many = readMany('nobody', 500);
    await until(() => planned.proxy.seen.length === 52);
    release();
    for (const outcome of await many) {
      expect(outcome).toMatchObject({ reason: { code: 'UNAUTHENTICATED' } });
    }
    expect(planned.proxy.seen).toHaveLength(52); // Those already in progress.
  });

  test('is tried a second time but not a third if upstream knew it before', async () => {
    planned.proxy.plan('GET /things', answer(200, {}));
    await read('alice');
    planned.proxy.spoil('GET /things', unauthorized);
    for (let i = 0; i < 3; i += 1) {
      await expect(read('alice')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(planned.proxy.seen).toHaveLength(3);
  });

  test('is tried again if the 401 came from a proxy', async () => {
    planned.proxy.plan('GET /things', answer(401, { message: 'Who?' }), answer(200, {}));
    await expect(read('somebody')).rejects.toMatchObject({
      code: 'UPSTREAM_INVALID_RESPONSE',
    });
    await read('somebody');
  });
});
