import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { BoardRow } from '../../../../src/origin/origin-board.ts';
import { event, price } from '../../../harness/feeds/hand-made-feed.ts';
import { originForEachTest, untilHeartbeat } from '../running-origin.ts';

const made = originForEachTest();

/** Prices with the ids from `first` on. */
const numbered = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => price({ id: `${first + index}` }));
const changed = (rows: readonly BoardRow[], odds: Partial<Odds> = { odds_decimal: 3 }) =>
  made.feed.put(rows.map((row) => ({ ref: row.ref, odds: { ...row.odds, ...odds } })));
const withIds = (...ids: string[]) => ids.map((id) => ({ id }));

test('a change of the price, the line or the live flag is sent, and not that a price is seen again', async () => {
  let [row] = made.feed.offer(numbered(1)) as [BoardRow];
  const stream = await made.origin.ready('/stream/odds');
  const price = { odds_american: 105, odds_decimal: 2.05 };
  for (const delta of [price, { line: 2.5 }, { is_live: true }]) {
    row = made.feed.change(row, delta);
    expect(await stream.take('odds:update')).toMatchObject({ odds: [{ id: '1', ...delta }] });
  }
  const seen = { last_seen_at: '2026-11-21T18:00:05Z', public_bet_pct: 0.3, max_bet: 5 };
  made.feed.change(row, seen);
  expect(await untilHeartbeat(made.clock, stream)).toEqual([]);
});

test('simultaneous changes come by sportsbook, in chunks of which all but the last are partial', async () => {
  const rows = made.feed.offer([...numbered(2500), price({ id: 'f', sportsbook: 'fanduel' })]);
  const stream = await made.origin.ready('/stream/odds');
  changed(rows);
  await untilHeartbeat(made.clock, stream);
  expect(stream.all('odds:update')).toMatchObject([
    ...[1000, 1000].map((count) => ({ book: 'draftkings', count, partial: true })),
    { book: 'draftkings', count: 500, partial: false },
    { book: 'fanduel', count: 1, partial: false, odds: [{ id: 'f' }] },
  ]);
  made.feed.withdraw(rows);
  await untilHeartbeat(made.clock, stream);
  const removed = stream.all('odds:removed').map(({ book, count }) => `${count} of ${book}`);
  const ofDraftKings = [1000, 1000, 500].map((count) => `${count} of draftkings`);
  expect(removed).toEqual([...ofDraftKings, '1 of fanduel']);
});

test('a price that is new or back comes in full, as a chunk of the snapshot after those still there', async () => {
  const [first, second] = made.feed.offer(numbered(2)) as [BoardRow, BoardRow];
  const stream = await made.origin.ready('/stream/odds');
  made.feed.offer([price({ id: '3', selection: 'Everton' })]);
  const its = { selection: 'Everton', deep_link: 'https://sportsbook.draftkings.com/' };
  const place = { count: 1, total: 3, offset: 2, has_more: false };
  expect(await stream.take('snapshot')).toMatchObject({ ...place, odds: [{ id: '3', ...its }] });
  for (const _ of ['removed', 'removed again']) made.feed.withdraw([first, second]);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['1', '2'], count: 2 });
  made.feed.put([first]);
  const back = { total: 2, offset: 1, odds: withIds('1') };
  expect(await stream.take('snapshot')).toMatchObject(back);
  made.feed.end(['game']);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['3', '1'] });
  expect(await untilHeartbeat(made.clock, stream)).toEqual([]);
});

test('every price of a shared id is sent', async () => {
  const rows = made.feed.offer([price({ id: '5' }), price({ id: '5', selection: 'Everton' })]);
  const stream = await made.origin.ready('/stream/odds');
  expect(stream.all('snapshot')).toMatchObject([{ odds: withIds('5', '5') }]);
  made.feed.withdraw(rows);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['5', '5'], count: 2 });
});

test.each<[string, Partial<Odds>]>([
  ['event=final', { event_id: 'final' }],
  ['market=props', { market_type: 'player_points' }],
])('the filter %s holds for every kind of change', async (query, its) => {
  const rows = made.feed.offer([price({ id: 'no' }), price({ id: 'yes', ...its })]);
  const stream = await made.origin.ready(`/stream/odds?${query}`);
  changed(rows);
  made.feed.offer([price({ id: 'no 2' }), price({ id: 'yes 2', ...its })]);
  made.feed.withdraw(rows);
  expect(await untilHeartbeat(made.clock, stream)).toMatchObject([
    { kind: 'odds:update', data: { count: 1, odds: [{ id: 'yes' }] } },
    { kind: 'snapshot', data: { total: 2, odds: [{ id: 'yes 2' }] } },
    { kind: 'odds:removed', data: { ids: ['yes'] } },
  ]);
});

test('prices of books above the tier are never sent', async () => {
  const rows = made.feed.offer([price({ id: '1', sportsbook: 'pinnacle' }), price({ id: '2' })]);
  const stream = await made.origin.ready('/stream?channel=all', 'pro');
  expect(stream.all('snapshot:complete')).toMatchObject([{ books: ['draftkings'], total_odds: 1 }]);
  changed(rows);
  made.feed.withdraw(rows);
  await untilHeartbeat(made.clock, stream);
  expect(JSON.stringify(stream.events)).not.toContain('pinnacle');
  expect(stream.all('odds:update')).toHaveLength(1);
});

test('changes during a snapshot are sent after it', async () => {
  const rows = made.feed.offer(numbered(10_000));
  const stream = await made.origin.open('/stream/odds');
  changed(rows.slice(0, 1), { odds_american: 120, odds_decimal: 2.2 });
  await stream.until('snapshot:complete');
  expect(stream.all('snapshot').flatMap(({ odds }) => odds)).toHaveLength(10_000);
  const update = { odds: [{ id: '1', odds_american: 120 }] };
  expect(await stream.take('odds:update')).toMatchObject(update);
});

test('an event that comes onto the board later is streamed', async () => {
  const stream = await made.origin.ready('/stream/events/late-game?channel=opportunities');
  made.feed.offer([price({ id: 'other' })]);
  made.feed.offer([price({ id: '7', event_id: 'late-game' })], [event({ id: 'late-game' })]);
  expect(await stream.take('snapshot')).toMatchObject({ odds: [{ id: '7' }] });
});
