import { beforeEach, expect, test } from 'vitest';
import { HeldResponses } from '../../../src/upstream/held-responses.ts';
import { UpstreamResponse } from '../../../src/upstream/response.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { stopRealTime } from '../../harness/node/fake-time.ts';

const passRealTime = stopRealTime();

let clock: ManualClock;
let held: HeldResponses;

beforeEach(() => {
  clock = new ManualClock();
  held = new HeldResponses(clock);
});

function response(text: string, freshForMs = 1_000): UpstreamResponse {
  const expiresAt = clock.monotonic() + freshForMs;
  return new UpstreamResponse(text, JSON.parse(text), expiresAt);
}

test('a response takes no memory when it is no longer fresh, although nobody asks for it again', async () => {
  await held.share('a', 1_000, Promise.resolve(response('{"a":1}', 1_000)));
  await held.share('b', 5_000, Promise.resolve(response('{"b":22}', 5_000)));
  expect(held.characters).toBe(15);
  clock.advance(1_500);
  expect(held.characters).toBe(8);
  clock.advance(4_000);
  expect(held.characters).toBe(0);
});

test('a response stays fresh by the clock of the program, however slow the machine is', async () => {
  await held.share('a', 1_000, Promise.resolve(response('{"a":1}')));
  passRealTime(60_000);
  expect(held.fresh('a', 1_000)).toBeDefined();
  expect(held.characters).toBe(7);
});

test('a response that another replica has read earlier stays only for the rest of its time', async () => {
  await held.share('a', 1_000, Promise.resolve(response('{"a":1}', 200)));
  clock.advance(150);
  expect(held.fresh('a', 1_000)).toBeDefined();
  clock.advance(100);
  expect(held.fresh('a', 1_000)).toBeUndefined();
});
