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
  const spelling = { sport: 'Soccer', league: 'EPL', sportsbook: 'BallyBet' };
  const markets = ['Moneyline', 'Player_Goals', 'Championship_Winner'];
  made.feed.withdraw([...made.feed.board.rows()]);
  made.feed.offer(
    markets.map((market_type, index) => price({ ...spelling, market_type, id: `${index + 1}` })),
    [event(spelling)],
  );
  const names = 'sport=soccer&league=epl&sportsbook=ballybet';
  for (const [query, ids] of [
    ...[names, 'sport=Association_Football'].map((all) => [all, ['1', '2', '3']] as const),
    ...(['h2h', 'props', 'outrights'] as const).map(
      (alias, index) => [`market=${alias}`, [`${index + 1}`]] as const,
    ),
  ]) {
    expect(await idsOf(query, 'enterprise'), query).toEqual(ids);
    const stream = await made.origin.ready(`/stream/odds?${query}`);
    const snapshot = stream.all('snapshot').flatMap(({ odds }) => odds);
    expect(snapshot).toMatchObject(ids.map((id) => ({ id, ...spelling })));
    if (ids.length === 1) continue;
    const { meta } = await made.origin.api.read(EventsPage, `/events?${query}`);
    expect(meta.total, query).toBe(1);
  }
  const call = { method: 'POST', body: { event_ids: ['game'], market: 'Moneyline' } } as const;
  const batch = await made.origin.api.read(OddsBatch, '/odds/batch', call);
  expect(batch.data.events).toMatchObject([{ odds: [{ market_type: 'Moneyline' }] }]);
  const path = '/odds/comparison?event=game&sportsbook=BALLYBET&market=H2H';
  const { data: compared } = await made.origin.api.read(ComparisonResponse, path);
  expect(compared.markets).toMatchObject([{ market_type: 'Moneyline' }]);
});

test.each([
  ['free', 2],
  ['hobby', 5],
  ['pro', 15],
  ['sharp', 33],
  ['enterprise', 33],
] as const)(
  'a sportsbook outside the table is on every route or on none for the %s tier',
  async (tier, count) => {
    const { api } = made.origin;
    const seesAll = count === 33;
    const books = seesAll ? [BOOK, 'draftkings'] : ['draftkings'];
    const { data, meta } = await oddsOf('', tier);
    expect(data.map(({ id }) => id)).toEqual(seesAll ? ['1', '2', '3'] : ['1']);
    expect(meta.books_available).toHaveLength(count);
    expect(meta.books_available.includes(BOOK)).toBe(seesAll);
    const grouped = await api.read(GroupedOddsPage, '/odds?group_by=event', { tier });
    expect(grouped.meta.books_available).toBe(count);
    expect((await described(tier)) !== undefined).toBe(seesAll);
    const events = await api.read(EventsPage, '/events', { tier });
    expect(events.data[0]?.books).toEqual(books);
    const compared = await api.read(ComparisonResponse, '/odds/comparison?event=game', { tier });
    expect(compared.data.books_available).toEqual(books);
    const named = `sportsbook=${BOOK}`;
    if (seesAll) expect(await idsOf(named, tier)).toEqual(['2', '3']);
    else await api.refused(403, 'tier_restricted', `/odds?${named}`, { tier }, [BOOK, 'sharp']);
  },
);

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
