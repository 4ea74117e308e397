import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { GroupedOddsPage, OddsPage } from '../../../src/contract/routes/odds.ts';
import { ComparisonResponse } from '../../../src/contract/routes/odds-comparison.ts';
import { SportsbooksPage } from '../../../src/contract/routes/sportsbooks.ts';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

const BOOK = 'ballybet';
const SEES_ALL: readonly Tier[] = ['sharp', 'enterprise'];

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;
let rows: BoardRow[];

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  rows = feed.offer([
    price({ id: '1', sportsbook: 'draftkings' }),
    price({ id: '2', sportsbook: BOOK }),
    price({
      id: '3',
      sportsbook: BOOK,
      market_type: 'player_goals',
      selection: 'Saka',
      selection_type: 'over',
      line: 0.5,
      is_live: true,
      last_seen_at: '2026-11-21T18:00:07Z',
    }),
  ]);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

async function listed(tier: Tier) {
  const { data } = await origin.api.read(SportsbooksPage, '/sportsbooks', { tier });
  return data.find(({ id }) => id === BOOK);
}

test.each(TIERS)('every route lists the same books for the %s tier', async (tier) => {
  const books = SEES_ALL.includes(tier) ? [BOOK, 'draftkings'] : ['draftkings'];
  const { data, meta } = await origin.api.read(OddsPage, '/odds', { tier });
  expect(new Set(data.map((odds) => odds.sportsbook))).toEqual(new Set(books));
  expect(meta.books_available.includes(BOOK)).toBe(SEES_ALL.includes(tier));
  expect(await listed(tier)).toEqual(SEES_ALL.includes(tier) ? expect.anything() : undefined);
  const events = await origin.api.read(EventsPage, '/events', { tier });
  expect(events.data[0]?.books).toEqual(books);
  const path = '/odds/comparison?event=game';
  const { data: compared } = await origin.api.read(ComparisonResponse, path, { tier });
  expect(compared.books_available).toEqual(books);
});

test('the lower tiers see the number of books in the specification, whatever the board has', async () => {
  for (const [tier, count] of [
    ['free', 2],
    ['hobby', 5],
    ['pro', 15],
    ['sharp', 33],
    ['enterprise', 33],
  ] as const) {
    const { meta } = await origin.api.read(OddsPage, '/odds?limit=1', { tier });
    expect(meta.books_available.length, tier).toBe(count);
    const grouped = await origin.api.read(GroupedOddsPage, '/odds?group_by=event', { tier });
    expect(grouped.meta.books_available, tier).toBe(count);
  }
});

test('an unlisted book is described by what its prices show', async () => {
  expect(await listed('sharp')).toEqual({
    id: BOOK,
    name: BOOK,
    display_name: BOOK,
    has_live_odds: true,
    has_player_props: true,
    regions: ['GLOBAL'],
    is_sharp: false,
    status: 'active',
    event_count: 1,
    last_update: '2026-11-21T18:00:07Z',
    requires_tier: 'sharp',
  });
  feed.withdraw(rows.slice(2));
  expect(await listed('sharp')).toMatchObject({ has_live_odds: false, has_player_props: false });
});

test('an unlisted book is refused to the lower tiers, while an unknown one matches nothing', async () => {
  for (const tier of ['free', 'hobby', 'pro'] as const) {
    await origin.api.refused(403, 'tier_restricted', `/odds?sportsbook=${BOOK}`, { tier }, [
      BOOK,
      'sharp',
    ]);
    const { data } = await origin.api.read(OddsPage, '/odds?sportsbook=no-such-book', { tier });
    expect(data).toEqual([]);
  }
  const { data } = await origin.api.read(OddsPage, `/odds?sportsbook=${BOOK}`, { tier: 'sharp' });
  expect(data.map(({ id }) => id)).toEqual(['2', '3']);
});

test('an unlisted book is listed from its first price to its last', async () => {
  feed.offer(
    [price({ id: '9', sportsbook: 'newbook', event_id: 'next' })],
    [event({ id: 'next' })],
  );
  const available = async () =>
    (await origin.api.read(OddsPage, '/odds?limit=1')).meta.books_available;
  expect(await available()).toContain('newbook');
  feed.end(['next']);
  expect(await available()).not.toContain('newbook');
  feed.withdraw(rows);
  expect(await available()).toHaveLength(32);
});
