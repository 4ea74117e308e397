import { expect, test } from 'vitest';
import { ReconnectBackoff } from '../../../src/upstream/stream/reconnect-backoff.ts';

test.each([
  [
    'doubles with each failure, up to ten seconds',
    Array(8).fill(null),
    [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000],
  ],
  [
    'starts again after a stream that was live, and after the next only if that was for ten seconds',
    [null, null, null, 0, 9_999, 10_000, 0],
    [500, 1_000, 2_000, 500, 1_000, 500, 500],
  ],
])('the wait before a stream is reopened %s', (_, livesMs, waitsMs) => {
  for (const random of [1, 0.2]) {
    const backoff = new ReconnectBackoff(() => random, 500);
    const waited = livesMs.map((liveMs) => backoff.nextWaitMs(liveMs));
    expect(waited).toEqual(waitsMs.map((ms) => random * ms));
  }
});
