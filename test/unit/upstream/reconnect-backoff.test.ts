import { expect, test } from 'vitest';
import { ReconnectBackoff } from '../../../src/upstream/stream/reconnect-backoff.ts';

test('the wait before a stream is reopened doubles with each failure, up to ten seconds', () => {
  for (const random of [1, 0.2]) {
    const backoff = new ReconnectBackoff(() => random, 500);
    const waited = Array.from({ length: 8 }, () => backoff.nextWaitMs(null));
    const bounds = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000];
    expect(waited).toEqual(bounds.map((ms) => random * ms));
  }
});
