import { expect } from 'vitest';
import { ODDS_SORT_FIELDS } from '../../../../src/contract/odds/odds.ts';
import { GroupedOddsPage, OddsPage } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { TIERS } from '../../../../src/contract/tiers.ts';
import type { Api } from '../../api.ts';
import { expectEach, rule, ruleInPlay } from '../../case.ts';
import { pagesOf } from '../../reading.ts';
import { routeCases } from '../../route-cases.ts';
import { oddsFilterCases } from './odds-filters.ts';

/** How many books the odds endpoint gives each tier, as the specification counts them. */
const BOOKS_OF_TIER = { free: 2, hobby: 5, pro: 15, sharp: 32, enterprise: 32 } as const;

const page = (api: Api, query: string) => api.read(OddsPage, `/odds?limit=200&${query}`);
const GROUPED = '/odds?group_by=event&market=moneyline&limit=5';

export const odds = routeCases(ROUTES.odds, () => ({ path: '/odds?limit=1' }), [
  ...oddsFilterCases('/odds?'),
  ...ODDS_SORT_FIELDS.map((field) =>
    rule(`sort=${field} puts the rows in order, and sort=-${field} in reverse`, async (api) => {
      for (const direction of ['', '-']) {
        const { data } = await page(api, `sort=${direction}${field}`);
        const isTime = field === 'event_start_time' || field === 'last_seen_at';
        const values = data.map((row) => (isTime ? Date.parse(row[field]) : (row[field] ?? '')));
        expect(values.length).toBe(200);
        const inOrder = direction === '' ? values : values.toReversed();
        const pairs = inOrder
          .slice(1)
          .map((value, index) => [inOrder[index] ?? '', value] as const);
        expectEach(pairs, ([before, after]) => before <= after);
      }
    }),
  ),
  ruleInPlay('live selects live or pre-game odds, and is both by default', async (api) => {
    const live = await page(api, 'live=true');
    const upcoming = await page(api, 'live=false');
    expectEach(live.data, (row) => row.is_live);
    expectEach(upcoming.data, (row) => !row.is_live);
    expect((await page(api, '')).meta.total).toBe(live.meta.total + upcoming.meta.total);
  }),
  rule('every tier sees its sportsbooks and no others', async (api) => {
    for (const tier of TIERS) {
      const { data, meta } = await api.read(OddsPage, '/odds?limit=200', { tier });
      expect(meta.books_available.length, tier).toBe(BOOKS_OF_TIER[tier]);
      expectEach(data, (row) => meta.books_available.includes(row.sportsbook));
    }
  }),
  rule('books_returned are the sportsbooks of the page', async (api) => {
    const { data, meta } = await page(api, 'market=main');
    const books = new Set(data.map((row) => row.sportsbook));
    expect(meta.books_returned).toEqual([...books].sort());
  }),
  ruleInPlay('group_by=event pages through events with all their matching prices', async (api) => {
    const events: { event_id: string; odds: unknown[] }[] = [];
    for await (const { data, meta } of pagesOf(api, GroupedOddsPage, GROUPED)) {
      expect(meta).toMatchObject({ group_by: 'event', books_available: 32 });
      expectEach(data, ({ odds }) => odds.every((price) => price.market_type === 'moneyline'));
      events.push(...data);
    }
    expect(events.length).toBeGreaterThan(10);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
    for (const { event_id: id, odds: prices } of events.slice(0, 5)) {
      const alone = await page(api, `event=${id}&market=moneyline`);
      expect(prices.length).toBe(alone.meta.total);
    }
  }),
  ruleInPlay('cursors page through the whole list without gaps or repeats', async (api) => {
    for (const sort of ['', '-odds_american', 'sportsbook', 'last_seen_at']) {
      const path = `/odds?market=moneyline&limit=200&sort=${sort}`;
      const pages: OddsPage[] = [];
      for await (const next of pagesOf(api, OddsPage, path)) {
        pages.push(next);
      }
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(pages.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(ids.length);
      const totals = new Set(pages.map(({ meta }) => meta.total));
      if (totals.size === 1) expect([...totals]).toEqual([ids.length]);
      const end = { has_more: false, next_offset: null, next_cursor: null };
      expect(pages.at(-1)?.meta.pagination).toMatchObject(end);
    }
  }),
  rule('next_cursor leads to the page of next_offset, of any size', async (api) => {
    const { meta } = await api.read(OddsPage, '/odds?limit=100');
    const { next_cursor: cursor, next_offset: offset } = meta.pagination;
    const idsOf = async (query: string) =>
      (await api.read(OddsPage, `/odds?${query}`)).data.map(({ id }) => id);
    const next = await idsOf(`limit=100&offset=${offset}`);
    expect(await idsOf(`limit=100&cursor=${cursor}`)).toEqual(next);
    expect(await idsOf(`limit=100&cursor=${cursor}&offset=4000`)).toEqual(next);
    expect(await idsOf(`limit=25&cursor=${cursor}`)).toEqual(next.slice(0, 25));
    const smaller = await api.read(OddsPage, `/odds?limit=25&cursor=${cursor}`);
    expect(smaller.meta.pagination).toMatchObject({ limit: 25, offset: 100 });
  }),
  rule('refuses an invalid cursor, or one of other filters', async (api) => {
    const { meta } = await api.read(OddsPage, '/odds?limit=10&market=main');
    const { next_cursor: cursor } = meta.pagination;
    for (const query of [
      ...['market=props', 'market=main&live=true', 'market=main&sort=sport'].map(
        (filters) => `${filters}&cursor=${cursor}`,
      ),
      ...['x', 'bm9uc2Vuc2U', 'W10', 'WzEsMl0'].map((invalid) => `cursor=${invalid}`),
    ]) {
      await api.refused(400, 'invalid_request', `/odds?limit=10&${query}`, {}, ['cursor']);
    }
  }),
]);
