import { describe, expect, test } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { GroupedOddsPage, OddsPage } from '../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../src/contract/routes/odds-batch.ts';
import { ComparisonResponse } from '../../../src/contract/routes/odds-comparison.ts';
import { SportsbooksPage } from '../../../src/contract/routes/sportsbooks.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { event, price } from '../../harness/feeds/hand-made-feed.ts';
import { originForEachTest } from './running-origin.ts';

const BOOK = 'ballybet';
const ON_PROP = price({
  id: '3',
  sportsbook: BOOK,
  market_type: 'player_goals',
  selection: 'Saka',
  selection_type: 'over',
  line: 0.5,
  is_live: true,
  last_seen_at: '2026-11-21T18:00:07Z',
});

const made = originForEachTest([price(), price({ id: '2', sportsbook: BOOK }), ON_PROP]);

async function idsOf(query: string, tier: Tier): Promise<unknown[]> {
  const { data } = await made.origin.api.read(OddsPage, `/odds?${query}`, { tier });
  return data.map(({ id }) => id);
}

test('a board with names in capitals is found by names of any case, in lists and streams', async () => {
  const spelling = { sport: 'Soccer', league: 'EPL', sportsbook: 'BallyBet' };
  const markets = ['Moneyline', 'Player_Goals', 'Championship_Winner'];
  const prices = markets.map((market_type, index) =>
    price({ ...spelling, market_type, id: `${index + 1}` }),
  );
  made.feed.withdraw([...made.feed.board.rows()]);
  made.feed.offer(prices, [event(spelling)]);
  for (const [query, ids] of [
    ['sport=soccer&league=epl&sportsbook=ballybet', ['1', '2', '3']],
    ['sport=Association_Football', ['1', '2', '3']],
    ['market=h2h', ['1']],
    ['market=props', ['2']],
    ['market=outrights', ['3']],
  ] as const) {
    expect(await idsOf(query, 'enterprise'), query).toEqual(ids);
    const stream = await made.origin.ready(`/stream/odds?${query}`);
    const snapshot = stream.all('snapshot').flatMap(({ odds }) => odds);
    expect(snapshot.map(({ id }) => id)).toEqual(ids);
    expect(snapshot[0]).toMatchObject(spelling);
  }
  for (const query of [
    'sport=soccer&league=epl&sportsbook=ballybet',
    'sport=Association_Football',
  ]) {
    const { data } = await made.origin.api.read(EventsPage, `/events?${query}`);
    expect(data).toHaveLength(1);
  }
  const call = { method: 'POST', body: { event_ids: ['game'], market: 'Moneyline' } } as const;
  const batch = await made.origin.api.read(OddsBatch, '/odds/batch', call);
  expect(batch.data.events).toMatchObject([{ odds: [{ market_type: 'Moneyline' }] }]);
  const path = '/odds/comparison?event=game&sportsbook=BALLYBET&market=H2H';
  const { data: compared } = await made.origin.api.read(ComparisonResponse, path);
  expect(compared.markets).toMatchObject([{ market_type: 'Moneyline' }]);
});

describe('a sportsbook outside the table', () => {
  const booksOf = async (tier: Tier) =>
    (await made.origin.api.read(OddsPage, '/odds?limit=1', { tier })).meta.books_available;
  const described = async (tier: Tier) =>
    (await made.origin.api.read(SportsbooksPage, '/sportsbooks', { tier })).data.find(
      ({ id }) => id === BOOK,
    );

  test.each([
    ['free', 2, ['draftkings']],
    ['hobby', 5, ['draftkings']],
    ['pro', 15, ['draftkings']],
    ['sharp', 33, [BOOK, 'draftkings']],
    ['enterprise', 33, [BOOK, 'draftkings']],
  ] as const)('is on every route or on none for the %s tier', async (tier, count, books) => {
    const seesAll = books.length > 1;
    expect(await booksOf(tier)).toHaveLength(count);
    expect((await booksOf(tier)).includes(BOOK)).toBe(seesAll);
    expect(await idsOf('', tier)).toEqual(seesAll ? ['1', '2', '3'] : ['1']);
    const grouped = await made.origin.api.read(GroupedOddsPage, '/odds?group_by=event', { tier });
    expect(grouped.meta.books_available).toBe(count);
    expect((await described(tier)) !== undefined).toBe(seesAll);
    const events = await made.origin.api.read(EventsPage, '/events', { tier });
    expect(events.data[0]?.books).toEqual(books);
    const path = '/odds/comparison?event=game';
    const compared = await made.origin.api.read(ComparisonResponse, path, { tier });
    expect(compared.data.books_available).toEqual(books);
    // An unknown one matches nothing.
    expect(await idsOf('sportsbook=no-such-book', tier)).toEqual([]);
    if (seesAll) expect(await idsOf(`sportsbook=${BOOK}`, tier)).toEqual(['2', '3']);
    else {
      const named = `/odds?sportsbook=${BOOK}`;
      await made.origin.api.refused(403, 'tier_restricted', named, { tier }, [BOOK, 'sharp']);
    }
  });

  test('is described by what its prices show', async () => {
    expect(await described('sharp')).toEqual({
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
    made.feed.withdraw([...made.feed.board.rows()].slice(2));
    const without = { has_live_odds: false, has_player_props: false };
    expect(await described('sharp')).toMatchObject(without);
  });

  test('is listed from its first price on', async () => {
    const next = price({ id: '9', sportsbook: 'newbook', event_id: 'next' });
    made.feed.offer([next], [event({ id: 'next' })]);
    expect(await booksOf('enterprise')).toContain('newbook');
  });
});
