import { expect, test } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { GroupedOddsPage, OddsPage } from '../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../src/contract/routes/odds-batch.ts';
import { ComparisonResponse } from '../../../src/contract/routes/odds-comparison.ts';
import { SportsbooksPage } from '../../../src/contract/routes/sportsbooks.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { event, price } from '../../harness/feeds/hand-made-feed.ts';
import { originForEachTest } from './running-origin.ts';

/** A sportsbook outside the table. */
const BOOK = 'ballybet';
const SEEN = '2026-11-21T18:00:07Z';
const PROP = { market_type: 'player_goals', selection: 'Saka', selection_type: 'over', line: 0.5 };
const ON_PROP = price({ id: '3', sportsbook: BOOK, ...PROP, is_live: true, last_seen_at: SEEN });

const made = originForEachTest([price(), price({ id: '2', sportsbook: BOOK }), ON_PROP]);

const oddsOf = (query: string, tier: Tier) =>
  made.origin.api.read(OddsPage, `/odds?${query}`, { tier });
const idsOf = async (query: string, tier: Tier) =>
  (await oddsOf(query, tier)).data.map(({ id }) => id);
const described = async (tier: Tier) => {
  const { data } = await made.origin.api.read(SportsbooksPage, '/sportsbooks', { tier });
  return data.find(({ id }) => id === BOOK);
};

test('a board with names in capitals is found by names of any case, in lists and streams', async () => {
  const spelling = { sport: 'Soccer', league: 'EPL', sportsbook: 'NewBook' };
  const markets = ['Moneyline', 'Player_Goals', 'Championship_Winner'];
  const prices = markets.map((market_type, id) => price({ ...spelling, market_type, id: `${id}` }));
  made.feed.withdraw([...made.feed.board.rows()]);
  made.feed.offer(prices, [event(spelling)]);
  const names = 'league=epl&sportsbook=newbook&sport=';
  for (const [query, ids] of [
    [`${names}soccer`, ['0', '1', '2']],
    [`${names}Association_Football`, ['0', '1', '2']],
    ['market=h2h', ['0']],
    ['market=props', ['1']],
    ['market=outrights', ['2']],
  ] as const) {
    expect(await idsOf(query, 'enterprise'), query).toEqual(ids);
    const stream = await made.origin.ready(`/stream/odds?${query}`);
    const snapshot = stream.all('snapshot').flatMap(({ odds }) => odds);
    expect(snapshot).toMatchObject(ids.map((id) => ({ id, ...spelling })));
  }
  const { api } = made.origin;
  const { meta } = await api.read(EventsPage, `/events?${names}Association_Football`);
  expect(meta.total).toBe(1);
  const call = { method: 'POST', body: { event_ids: ['game'], market: 'Moneyline' } } as const;
  const batch = await api.read(OddsBatch, '/odds/batch', call);
  expect(batch.data.events).toMatchObject([{ odds: [{ market_type: 'Moneyline' }] }]);
  const path = '/odds/comparison?event=game&sportsbook=NEWBOOK&market=H2H';
  const { data: compared } = await api.read(ComparisonResponse, path);
  expect(compared.markets).toMatchObject([{ market_type: 'Moneyline' }]);
});

test('a sportsbook outside the table is there for the sharp tier and above, and for no other', async () => {
  const { api } = made.origin;
  const named = `sportsbook=${BOOK}`;
  for (const [tier, count] of Object.entries({ free: 2, hobby: 5, pro: 15 })) {
    const { data, meta } = await oddsOf('', tier as Tier);
    expect(data.map(({ id }) => id)).toEqual(['1']);
    expect(meta.books_available).toHaveLength(count);
    expect(await described(tier as Tier)).toBeUndefined();
    const call = { tier: tier as Tier };
    await api.refused(403, 'tier_restricted', `/odds?${named}`, call, [BOOK, 'sharp']);
  }
  for (const tier of ['sharp', 'enterprise'] as const) {
    expect(await idsOf('', tier)).toEqual(['1', '2', '3']);
    expect(await idsOf(named, tier)).toEqual(['2', '3']);
    const { meta } = await api.read(GroupedOddsPage, '/odds?group_by=event', { tier });
    expect(meta.books_available).toBe(33);
  }
});

test('a sportsbook outside the table is described by what its prices show, from the first one on', async () => {
  expect(await described('sharp')).toEqual({
    ...{ id: BOOK, name: BOOK, display_name: BOOK, regions: ['GLOBAL'], requires_tier: 'sharp' },
    ...{ has_live_odds: true, has_player_props: true, is_sharp: false, status: 'active' },
    ...{ event_count: 1, last_update: SEEN },
  });
  made.feed.withdraw([...made.feed.board.rows()].slice(2));
  const without = { has_live_odds: false, has_player_props: false };
  expect(await described('sharp')).toMatchObject(without);
  made.feed.offer([price({ id: '9', sportsbook: 'newbook' })]);
  expect((await oddsOf('', 'enterprise')).meta.books_available).toContain('newbook');
});
