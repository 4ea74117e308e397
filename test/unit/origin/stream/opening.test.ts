import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';
import { openStream } from './open-stream.ts';

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

const prices = (count: number) =>
  Array.from({ length: count }, (_, index) => price({ id: `${index + 1}` }));

test('sends one empty snapshot for an empty board', async () => {
  const stream = await openStream(origin, '/stream/odds');
  expect(await stream.take('connected')).toMatchObject({ channel: 'odds', reconnected: false });
  expect(await stream.take('snapshot')).toEqual({
    odds: [],
    count: 0,
    total: 0,
    offset: 0,
    has_more: false,
  });
  const complete = await stream.take('snapshot:complete');
  expect(complete).toEqual({ status: 'ready', books: [], total_odds: 0 });
});

test('sends a board of 2,001 prices in three chunks, in the order of the board', async () => {
  feed.offer([...prices(2000), price({ id: '2001', sportsbook: 'fanduel' })]);
  const stream = await openStream(origin, '/stream?channel=odds');
  await stream.take('connected');
  const parts = [
    await stream.take('snapshot'),
    await stream.take('snapshot'),
    await stream.take('snapshot'),
  ];
  expect(parts.map(({ odds, ...numbers }) => numbers)).toEqual([
    { count: 1000, total: 2001, offset: 0, has_more: true },
    { count: 1000, total: 2001, offset: 1000, has_more: true },
    { count: 1, total: 2001, offset: 2000, has_more: false },
  ]);
  const ids = parts.flatMap(({ odds }) => odds.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: 2001 }, (_, index) => `${index + 1}`));
  expect(await stream.take('snapshot:complete')).toEqual({
    status: 'ready',
    books: ['draftkings', 'fanduel'],
    total_odds: 2001,
  });
});

test('a price in the snapshot is complete, with its deep link and the time it changed', async () => {
  const changedAt = '2026-11-21T17:59:00Z';
  const [row] = feed.offer([
    price({ odds_changed_at: changedAt }),
    price({ id: '2', last_seen_at: '2026-11-21T17:00:00Z' }),
  ]);
  const stream = await openStream(origin, '/stream/odds');
  const { odds } = await stream.until('snapshot');
  expect(odds[0]).toEqual({
    ...row?.odds,
    odds_changed_at: changedAt,
    deep_link: 'https://sportsbook.draftkings.com/',
  });
  expect(odds[1]?.odds_changed_at).toBe('2026-11-21T17:00:00Z');
});

test('adds the requested state to the links of books whose pages depend on it', async () => {
  feed.offer([price({ sportsbook: 'betmgm' }), price({ id: '2' })]);
  const stream = await openStream(origin, '/stream/odds?state=NJ');
  const { odds } = await stream.until('snapshot');
  expect(odds.map((row) => row.deep_link)).toEqual([
    'https://sports.betmgm.com/?state=nj',
    'https://sportsbook.draftkings.com/',
  ]);
});

test('numbers all frames from one without a gap', async () => {
  feed.offer(prices(1500));
  const stream = await openStream(origin, '/stream?channel=all');
  await stream.until('snapshot:complete');
  clock.advance(30_000);
  await stream.until('heartbeat');
  expect(stream.events.map(({ id }) => id)).toEqual(
    stream.events.map((_, index) => `evt_${index + 1}`),
  );
});

test('sends changes during a snapshot after it', async () => {
  const [first] = feed.offer(prices(10_000));
  const stream = await openStream(origin, '/stream/odds');
  if (first !== undefined) feed.change(first, { odds_american: 120, odds_decimal: 2.2 });
  await stream.until('snapshot:complete');
  expect(stream.all('snapshot').flatMap(({ odds }) => odds)).toHaveLength(10_000);
  expect(await stream.take('odds:update')).toMatchObject({
    odds: [{ id: '1', odds_american: 120 }],
  });
});

test('sends a new snapshot to a reconnecting client, and marks it as reconnected', async () => {
  const [row] = feed.offer([price()]);
  const first = await openStream(origin, '/stream/odds');
  await first.until('snapshot:complete');
  await first.close();
  if (row !== undefined) feed.change(row, { odds_american: -120, odds_decimal: 1.8333 });
  const again = await openStream(origin, '/stream/odds', 'pro', { 'last-event-id': 'evt_3' });
  expect(await again.take('connected')).toMatchObject({ reconnected: true });
  expect(await again.take('snapshot')).toMatchObject({ total: 1, odds: [{ odds_american: -120 }] });
  expect(await again.take('snapshot:complete')).toMatchObject({ total_odds: 1 });
});

test('each stream has its own id and echoes its filters', async () => {
  feed.offer([price()]);
  const path = '/stream?channel=all&sport=soccer&sportsbook=draftkings,fanduel&market=main';
  const [one, two] = await Promise.all([openStream(origin, path), openStream(origin, path)]);
  const [connected, other] = await Promise.all([one.take('connected'), two.take('connected')]);
  expect(connected.stream_id).not.toBe(other.stream_id);
  expect(connected).toMatchObject({
    channel: 'all',
    filters: {
      sport: ['soccer'],
      sportsbook: ['draftkings', 'fanduel'],
      market: ['main'],
      league: null,
      event: null,
    },
  });
  expect(connected.trial).toBeUndefined();
});

test('streams an event that comes onto the board later', async () => {
  const stream = await openStream(origin, '/stream/events/late-game?channel=opportunities');
  expect(await stream.take('connected')).toMatchObject({
    channel: 'odds',
    filters: { event: ['late-game'] },
  });
  await stream.until('snapshot:complete');
  feed.offer([price({ id: 'other' })]);
  feed.offer([price({ id: '7', event_id: 'late-game' })], [event({ id: 'late-game' })]);
  expect(await stream.take('snapshot')).toMatchObject({ odds: [{ id: '7' }] });
});
