import { afterEach, beforeEach, expect, test } from 'vitest';
import { CreatedKey } from '../../../src/contract/routes/account-keys.ts';
import { bodyOf } from '../../contract/api.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { HandMadeFeed, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

/** 40 seconds after the start of a minute. */
const START = Date.UTC(2026, 10, 21, 18, 0, 40);

let clock: ManualClock;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock(START);
  origin = await runOrigin(clock, new HandMadeFeed(clock), { rateLimits: { pro: 3, free: 1 } });
});

afterEach(() => origin.stop());

test('reports the remaining requests and the end of the minute', async () => {
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await origin.api.call('/odds', { tier: 'pro' });
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
    expect(headers.get('x-ratelimit-reset')).toBe(String(START / 1000 + 20));
  }
});

test('refuses requests above the limit, and says how long to wait', async () => {
  await origin.api.call('/odds', { tier: 'free' });
  const { headers } = await origin.api.refused(429, 'rate_limited', '/events', { tier: 'free' }, [
    '20 seconds',
  ]);
  expect(headers.get('retry-after')).toBe('20');
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
});

test('resets the count with the next minute of the clock', async () => {
  await origin.api.call('/odds', { tier: 'free' });
  clock.advance(19_999);
  await origin.api.refused(429, 'rate_limited', '/odds', { tier: 'free' });
  clock.advance(1);
  const { status } = await origin.api.call('/odds', { tier: 'free' });
  expect(status).toBe(200);
});

test('counts each key separately', async () => {
  const made = await origin.api.call('/account/keys', {
    method: 'POST',
    tier: 'pro',
    body: { name: 'second' },
  });
  const { key } = bodyOf(CreatedKey, made, 201).data;
  const { headers } = await origin.api.call('/odds', { key });
  expect(headers.get('x-ratelimit-remaining')).toBe('2');
});

test('gives each tier its own default limit', async () => {
  const limits = await Promise.all(
    (['hobby', 'sharp', 'enterprise'] as const).map(async (tier) => {
      const { headers } = await origin.api.call('/odds', { tier });
      return headers.get('x-ratelimit-limit');
    }),
  );
  expect(limits).toEqual(['600', '3000', '12000']);
});
