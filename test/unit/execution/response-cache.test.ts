import { setImmediate as turn } from 'node:timers/promises';
import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../../src/execution/outcome.ts';
import { ResponseCache } from '../../../src/execution/response-cache.ts';
import type { OperationContext } from '../../../src/resolvers/context.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { stopRealTime } from '../../harness/node/fake-time.ts';

const pass = stopRealTime();

/** The place of a response that is fresh for two seconds. */
function place(cache: ResponseCache, text = '{ a }', usage = new Usage()) {
  usage.recordRead(0, systemClock.monotonic() + 2_000);
  const context = {
    isAuthenticated: true,
    credential: null,
    viewer: null,
    askedKey: null,
    services: { clock: systemClock },
    record: {},
    usage,
    costHints: null,
    nameHints: { found: [] },
    cuts: [],
  };
  const document = parse(text);
  const [definition] = document.definitions as readonly [OperationDefinitionNode];
  const operation = { document, definition, operationName: null, variables: {} };
  return cache.placeOf({ ...operation, context: context as unknown as OperationContext });
}

test('a response is used while it is fresh, and takes no memory a minute later', () => {
  const cache = new ResponseCache();
  const { get, store } = place(cache);
  expect(store({ data: { a: 1 } }, null).kind).toBe('cached');
  expect(get()?.kind).toBe('cached');
  pass(2_500);
  expect(get()).toBeNull();
  expect(cache.bytes).toBeGreaterThan(0);
  pass(60_000);
  expect(cache.bytes).toBe(0);
});

test('a response that was compressed takes no memory after the same time', async () => {
  const cache = new ResponseCache();
  const outcome = place(cache).store({ data: { a: 1 } }, null);
  const plain = cache.bytes;
  pass(1_000);
  if (outcome.kind === 'cached') await outcome.cached.compressed();
  expect(cache.bytes).toBeGreaterThan(plain);
  pass(61_500);
  expect(cache.bytes).toBe(0);
});

test('however small responses are, no more are kept than there is memory for', () => {
  const cache = new ResponseCache(2 ** 20);
  const places = Array.from({ length: 2_000 }, (_, i) => place(cache, `{ a${i}: a }`));
  for (const { store } of places) store({ data: { a: 1 } }, null);
  expect(cache.bytes).toBeLessThanOrEqual(2 ** 20);
  // What Node needs for an entry: some 900 bytes of heap.
  expect(places.filter(({ get }) => get() !== null).length).toBeLessThan(1_100);
});

test('if the first who asks for a stale response takes two seconds, one of the others executes it as well', async () => {
  const cache = new ResponseCache();
  const first = place(cache);
  first.store({ data: { a: 1 } }, null);
  pass(2_500);
  void first.refresh(() => new Promise(() => {}));
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const execute = vi.fn(() => promise);
  const usages = [new Usage(), new Usage(), new Usage()];
  const waiting = usages.map((usage) => place(cache, '{ a }', usage).refresh(execute));
  pass(2_000);
  await turn();
  expect(execute).toHaveBeenCalledTimes(1);
  pass(1_000);
  const answer = place(cache).store({ data: { a: 2 } }, null);
  resolve(answer);
  expect(await Promise.all(waiting)).toEqual([answer, answer, answer]);
  // The others have waited as if for upstream.
  const waited = usages.map((usage) => usage.waiting.ms(systemClock));
  expect(waited).toEqual([2_000, 3_000, 3_000]);
});
