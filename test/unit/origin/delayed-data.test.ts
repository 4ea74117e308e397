import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsDelta, OddsPage } from '../../../src/contract/routes/odds.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  feed.offer([price({ id: '1' })]);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

async function idsOn(tier: 'free' | 'hobby'): Promise<unknown[]> {
  const { data } = await origin.api.read(OddsPage, '/odds', { tier });
  return data.map((odds) => odds.id);
}

test('every tier sees the initial board at once', async () => {
  expect(await idsOn('free')).toEqual(['1']);
  expect(await idsOn('hobby')).toEqual(['1']);
});

test('a change reaches the free tier after 60 seconds and the others at once', async () => {
  feed.offer([price({ id: '2' })]);
  expect(await idsOn('hobby')).toEqual(['1', '2']);
  clock.advance(59_999);
  expect(await idsOn('free')).toEqual(['1']);
  clock.advance(1);
  expect(await idsOn('free')).toEqual(['1', '2']);
});

test('delays events together with their prices', async () => {
  feed.offer([], [event({ id: 'new game' })]);
  const late = await origin.api.read(EventsPage, '/events', { tier: 'free' });
  expect(late.meta.total).toBe(1);
  clock.advance(60_000);
  const then = await origin.api.read(EventsPage, '/events', { tier: 'free' });
  expect(then.meta.total).toBe(2);
});

test('polling by server_time misses no change on the free tier', async () => {
  const poll = async (since: string) => {
    const path = `/odds/delta?since=${since}`;
    const { data, meta } = await origin.api.read(OddsDelta, path, { tier: 'free' });
    return { ids: data.map((odds) => odds.id), since: meta.server_time };
  };
  let { since } = await poll('2026-01-01T00:00:00Z');
  const seen: unknown[] = [];
  for (let id = 2; id < 8; id++) {
    clock.advance(20_000);
    feed.offer([price({ id: `${id}`, odds_changed_at: new Date(clock.now()).toISOString() })]);
    const next = await poll(since);
    seen.push(...next.ids);
    since = next.since;
  }
  clock.advance(60_000);
  seen.push(...(await poll(since)).ids);
  expect(seen).toEqual(['2', '3', '4', '5', '6', '7']);
});

test('a stopped origin leaves no timer behind', async () => {
  feed.offer([price({ id: '2' })]);
  expect(clock.pendingTimers).toBeGreaterThan(0);
  await origin.stop();
  expect(clock.pendingTimers).toBe(0);
  origin = await runOrigin(clock, feed);
});
