import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { BoardRow } from '../../../../src/origin/origin-board.ts';
import type { StreamEvent } from '../../../harness/clients/sse-reader.ts';
import { event, price } from '../../../harness/feeds/hand-made-feed.ts';
import { originForEachTest, untilHeartbeat } from '../running-origin.ts';

const made = originForEachTest();

/** Prices with the ids from `first` on. */
const numbered = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => price({ id: `${first + index}` }));
const changed = (rows: readonly BoardRow[], odds: Partial<Odds> = { odds_decimal: 3 }) =>
  made.feed.put(rows.map((row) => ({ ref: row.ref, odds: { ...row.odds, ...odds } })));
const told = (kind: StreamEvent['kind'], data: object) => ({ kind, data });
const withIds = (...ids: string[]) => ids.map((id) => ({ id }));

interface Case {
  readonly name: string;
  readonly prices?: readonly Odds[];
  readonly change: (rows: readonly BoardRow[]) => unknown;
  /** The events that follow. */
  readonly events: readonly object[];
}

const DELTAS = {
  price: { odds_american: 105, odds_decimal: 2.05 },
  line: { line: 2.5 },
  'live flag': { is_live: true },
};

test.each<Case>([
  {
    name: 'nothing is sent for a price that is only seen again',
    change: (rows) =>
      changed(rows, { last_seen_at: '2026-11-21T18:00:05Z', public_bet_pct: 0.3, max_bet: 5 }),
    events: [],
  },
  ...Object.entries(DELTAS).map(([name, delta]) => ({
    name: `a delta is sent when only the ${name} changes`,
    change: (rows: readonly BoardRow[]) => changed(rows, delta),
    events: [told('odds:update', { odds: [{ id: '1', ...delta }] })],
  })),
  {
    name: 'simultaneous changes are grouped by book',
    prices: [price({ id: '1' }), price({ id: '2', sportsbook: 'fanduel' }), price({ id: '3' })],
    change: (rows) => changed(rows),
    events: [
      told('odds:update', { book: 'draftkings', odds: withIds('1', '3') }),
      told('odds:update', { book: 'fanduel', odds: withIds('2') }),
    ],
  },
  {
    name: 'many changes of one book come in chunks, all but the last marked as partial',
    prices: numbered(2500),
    change: (rows) => changed(rows),
    events: [
      told('odds:update', { count: 1000, partial: true }),
      told('odds:update', { count: 1000, partial: true }),
      told('odds:update', { count: 500, partial: false }),
    ],
  },
  {
    name: 'the prices of an ended event are removed',
    change: () => made.feed.end(['game']),
    events: [told('odds:removed', { ids: ['1'] })],
  },
  {
    name: 'a price that is removed twice is sent once',
    change: (rows) => {
      made.feed.withdraw(rows);
      made.feed.withdraw(rows);
    },
    events: [told('odds:removed', { ids: ['1'] })],
  },
  {
    name: 'a new price comes in full, as a chunk of the snapshot after the earlier ones',
    prices: numbered(2),
    change: () => made.feed.offer([price({ id: '3', selection: 'Everton' })]),
    events: [
      told('snapshot', {
        odds: [{ id: '3', selection: 'Everton', deep_link: 'https://sportsbook.draftkings.com/' }],
        count: 1,
        total: 3,
        offset: 2,
        has_more: false,
      }),
    ],
  },
  {
    name: 'later chunks of the snapshot take account of prices that were removed',
    prices: numbered(2),
    change: (rows) => {
      made.feed.withdraw(rows.slice(0, 1));
      made.feed.offer(numbered(1, 3));
    },
    events: [
      told('odds:removed', { ids: ['1'] }),
      told('snapshot', { total: 2, offset: 1, odds: withIds('3') }),
    ],
  },
  {
    name: 'a removed price comes in full when it reappears',
    change: (rows) => {
      made.feed.withdraw(rows);
      made.feed.put(rows);
    },
    events: [told('odds:removed', { ids: ['1'] }), told('snapshot', { odds: withIds('1') })],
  },
  {
    name: 'every price of a shared id is sent',
    prices: [price({ id: '5' }), price({ id: '5', selection: 'Everton' })],
    change: (rows) => made.feed.withdraw(rows),
    events: [told('odds:removed', { ids: ['5', '5'], count: 2 })],
  },
])('$name', async ({ prices = numbered(1), change, events }) => {
  const rows = made.feed.offer(prices);
  const stream = await made.origin.ready('/stream/odds');
  const snapshot = stream.all('snapshot').flatMap(({ odds }) => odds);
  expect(snapshot.map(({ id, selection }) => [id, selection])).toEqual(
    prices.map(({ id, selection }) => [id, selection]),
  );
  change(rows);
  expect(await untilHeartbeat(made.clock, stream)).toMatchObject(events);
});

test.each<[string, string, Partial<Odds>]>([
  ['an event', 'event=final', { event_id: 'final' }],
  ['a market by its alias', 'market=props', { market_type: 'player_points' }],
])('a filter of %s holds for every kind of change', async (_, query, its) => {
  const rows = made.feed.offer([price({ id: 'no' }), price({ id: 'yes', ...its })]);
  const stream = await made.origin.ready(`/stream/odds?${query}`);
  expect(stream.all('snapshot')).toMatchObject([{ total: 1, odds: [{ id: 'yes' }] }]);
  changed(rows);
  made.feed.offer([price({ id: 'no 2' }), price({ id: 'yes 2', ...its })]);
  made.feed.withdraw(rows);
  expect(await untilHeartbeat(made.clock, stream)).toMatchObject([
    told('odds:update', { count: 1, odds: [{ id: 'yes' }] }),
    told('snapshot', { total: 2, odds: [{ id: 'yes 2' }] }),
    told('odds:removed', { ids: ['yes'] }),
  ]);
});

test('prices of books above the tier are never sent', async () => {
  const rows = made.feed.offer([price({ id: '1', sportsbook: 'pinnacle' }), price({ id: '2' })]);
  const stream = await made.origin.open('/stream?channel=all', 'pro');
  const complete = await stream.until('snapshot:complete');
  expect(complete).toMatchObject({ books: ['draftkings'], total_odds: 1 });
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
  const stream = await made.origin.open('/stream/events/late-game?channel=opportunities');
  const connected = { channel: 'odds', filters: { event: ['late-game'] } };
  expect(await stream.take('connected')).toMatchObject(connected);
  await stream.until('snapshot:complete');
  made.feed.offer([price({ id: 'other' })]);
  made.feed.offer([price({ id: '7', event_id: 'late-game' })], [event({ id: 'late-game' })]);
  expect(await stream.take('snapshot')).toMatchObject({ odds: [{ id: '7' }] });
});
