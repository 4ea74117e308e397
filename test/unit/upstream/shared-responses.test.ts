import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import {
  newlyParsed,
  parsedValue,
  SharedResponses,
  type UpstreamResponse,
} from '../../../src/upstream/shared-responses.ts';
import { stopRealTime } from '../../harness/node/fake-time.ts';

const pass = stopRealTime();

function answer(text: string, freshForMs: number): UpstreamResponse {
  const accountStatus = { rateLimit: null, dataDelaySeconds: null };
  const expiresAt = systemClock.monotonic() + freshForMs;
  return { text, value: new WeakRef({}), parsing: null, expiresAt, accountStatus };
}

test('a response takes no memory when it is no longer fresh, although nobody asks for it again', async () => {
  const responses = new SharedResponses(systemClock);
  await responses.get('a', new Usage(), 1_000, async () => answer('{"a":1}', 1_000));
  await responses.get('b', new Usage(), 5_000, async () => answer('{"b":22}', 5_000));
  expect(responses.size).toBe(15);
  pass(1_500);
  expect(responses.size).toBe(8);
  pass(4_000);
  expect(responses.size).toBe(0);
});

test('a response that another replica has read earlier stays only for the rest of its time', async () => {
  const responses = new SharedResponses(systemClock);
  const usage = new Usage();
  const ask = () => responses.get('a', usage, 1_000, async () => answer('{"a":1}', 200));
  await ask();
  pass(150);
  await ask();
  expect(usage.cached).toBe(1);
  pass(100);
  await ask();
  expect(usage.cached).toBe(1);
});

test('a large response is parsed once for all who wait for it, and once more for later readers', async () => {
  const text = JSON.stringify({ rows: 'x'.repeat(100_000) });
  let parsed = 0;
  const parse = async (): Promise<object> => {
    parsed += 1;
    return JSON.parse(text);
  };
  const response: UpstreamResponse = {
    ...answer(text, 1_000),
    value: newlyParsed(text, await parse()),
  };
  await Promise.all([parsedValue(response, parse), parsedValue(response, parse)]);
  expect(parsed).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  const [one, other] = await Promise.all([
    parsedValue(response, parse),
    parsedValue(response, parse),
  ]);
  expect(parsed).toBe(2);
  expect(one).toBe(other);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await parsedValue(response, parse)).toBe(one);
  expect(parsed).toBe(2);
});

test('a small response stays parsed while somebody uses it', async () => {
  const value = { a: 1 };
  const response = { ...answer('{"a":1}', 1_000), value: newlyParsed('{"a":1}', value) };
  await new Promise((resolve) => setImmediate(resolve));
  const parse = () => Promise.reject(new Error('It was parsed already.'));
  expect(await parsedValue(response, parse)).toBe(value);
});
