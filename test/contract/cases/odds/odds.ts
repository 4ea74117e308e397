import type { Static } from 'typebox';
import { expect } from 'vitest';
import { ODDS_SORT_FIELDS, type OddsSortField } from '../../../../src/contract/odds/odds.ts';
import { GroupedOddsPage, OddsPage } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { TIERS } from '../../../../src/contract/tiers.ts';
import { type ContractCase, rule } from '../../case.ts';
import { pagesOf } from '../../pages.ts';
import { routeCases } from '../../route-cases.ts';
import { oddsFilterCases } from './odds-filters.ts';

/** How many books the odds endpoint gives each tier, as the specification counts them. */
const BOOKS_OF_TIER = { free: 2, hobby: 5, pro: 15, sharp: 32, enterprise: 32 } as const;

export const odds = routeCases(ROUTES.odds, () => ({ path: '/odds?limit=1' }), [
  ...oddsFilterCases('/odds'),
  ...ODDS_SORT_FIELDS.flatMap((field) => [sortCase(field, 1), sortCase(field, -1)]),
  rule('live selects live or pre-game odds, and is both by default', async (api) => {
    const live = await api.read(OddsPage, '/odds?live=true&limit=200');
    const prematch = await api.read(OddsPage, '/odds?live=false&limit=200');
    const both = await api.read(OddsPage, '/odds?limit=1');
    expect(live.data.length).toBeGreaterThan(0);
    expect(prematch.data.length).toBeGreaterThan(0);
    for (const odds of live.data) expect(odds.is_live).toBe(true);
    for (const odds of prematch.data) expect(odds.is_live).toBe(false);
    expect(both.meta.total).toBe(live.meta.total + prematch.meta.total);
  }),
  rule('every tier sees its sportsbooks and no others', async (api) => {
    for (const tier of TIERS) {
      const { data, meta } = await api.read(OddsPage, '/odds?limit=200', { tier });
      expect(meta.books_available.length, tier).toBe(BOOKS_OF_TIER[tier]);
      for (const odds of data) expect(meta.books_available).toContain(odds.sportsbook);
    }
  }),
  rule('books_returned are the sportsbooks of the page', async (api) => {
    const { data, meta } = await api.read(OddsPage, '/odds?limit=200&market=main');
    const books = new Set(data.map((row) => row.sportsbook));
    expect(meta.books_returned).toEqual([...books].sort());
  }),
  rule('X-Data-Delay is 60 on the free tier and 0 on the others', async (api) => {
    for (const tier of TIERS) {
      const { headers } = await api.call('/odds?limit=1', { tier });
      expect(headers.get('x-data-delay')).toBe(tier === 'free' ? '60' : '0');
    }
  }),
  ...groupCases(),
  ...cursorCases(),
]);

function sortCase(field: OddsSortField, direction: 1 | -1): ContractCase {
  const sort = direction === 1 ? field : `-${field}`;
  return rule(`sort=${sort} puts the rows in order`, async (api) => {
    const { data } = await api.read(OddsPage, `/odds?sort=${sort}&limit=200`);
    const values = data.map((row) => comparable(field, row[field]));
    expect(values.length).toBe(200);
    const pairs = values.slice(1).map((value, index) => [values[index], value] as const);
    for (const [before, after] of pairs) {
      if (before === undefined || after === undefined) throw new Error(`A row has no ${field}.`);
      expect(direction === 1 ? before <= after : before >= after, `${before}, ${after}`).toBe(true);
    }
  });
}

function comparable(field: OddsSortField, value: string | number | null | undefined) {
  const isTime = field === 'event_start_time' || field === 'last_seen_at';
  return isTime ? Date.parse(String(value)) : (value ?? undefined);
}

function groupCases(): ContractCase[] {
  return [
    rule('group_by=event gives each event with all its matching prices', async (api) => {
      const page = await api.read(GroupedOddsPage, '/odds?group_by=event&market=moneyline&limit=5');
      expect(page.data.length).toBe(5);
      expect(page.meta).toMatchObject({ group_by: 'event', books_available: 32 });
      for (const event of page.data) {
        const alone = await api.read(OddsPage, `/odds?event=${event.event_id}&market=moneyline`);
        expect(event.odds.length).toBe(alone.meta.total);
        for (const price of event.odds) expect(price.market_type).toBe('moneyline');
      }
    }),
    rule('grouped pages list every event once', async (api) => {
      const path = '/odds?group_by=event&market=moneyline&limit=20';
      const ids: string[] = [];
      for await (const page of pagesOf(
        api,
        GroupedOddsPage,
        path,
        (body) => body.meta.pagination,
      )) {
        ids.push(...page.data.map((event) => event.event_id));
      }
      expect(ids.length).toBeGreaterThan(20);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  ];
}

function cursorCases(): ContractCase[] {
  return [
    ...['', '&sort=-odds_american', '&sort=sportsbook', '&sort=last_seen_at'].map((sort) =>
      rule(
        `cursors page through the whole list without gaps or repeats${sort && ` under ${sort}`}`,
        async (api) => {
          const path = `/odds?market=moneyline&limit=200${sort}`;
          const pages: Static<typeof OddsPage>[] = [];
          for await (const page of pagesOf(api, OddsPage, path, (body) => body.meta.pagination)) {
            pages.push(page);
          }
          const ids = pages.flatMap((page) => page.data.map((row) => row.id));
          expect(pages.length).toBeGreaterThan(1);
          expect(new Set(ids).size).toBe(ids.length);
          const totals = new Set(pages.map((page) => page.meta.total));
          if (totals.size === 1) expect([...totals]).toEqual([ids.length]);
          expect(pages.at(-1)?.meta.pagination).toMatchObject({
            has_more: false,
            next_offset: null,
            next_cursor: null,
          });
        },
      ),
    ),
    rule('next_cursor and next_offset lead to the same page', async (api) => {
      const { meta } = await api.read(OddsPage, '/odds?limit=100');
      const { next_cursor: cursor, next_offset: offset } = meta.pagination;
      const byCursor = await api.read(OddsPage, `/odds?limit=100&cursor=${cursor}`);
      const byOffset = await api.read(OddsPage, `/odds?limit=100&offset=${offset}`);
      expect(byCursor.data.map((row) => row.id)).toEqual(byOffset.data.map((row) => row.id));
    }),
    rule('a cursor takes precedence over an offset', async (api) => {
      const { meta } = await api.read(OddsPage, '/odds?limit=10');
      const path = `/odds?limit=10&cursor=${meta.pagination.next_cursor}`;
      const alone = await api.read(OddsPage, path);
      const both = await api.read(OddsPage, `${path}&offset=4000`);
      expect(both.data.map((row) => row.id)).toEqual(alone.data.map((row) => row.id));
    }),
    rule('refuses a cursor under other filters', async (api) => {
      const { meta } = await api.read(OddsPage, '/odds?limit=10&market=main');
      const cursor = `cursor=${meta.pagination.next_cursor}`;
      for (const filters of ['market=props', 'market=main&live=true', 'market=main&sort=sport']) {
        const path = `/odds?limit=10&${filters}&${cursor}`;
        await api.refused(400, 'invalid_request', path, {}, ['cursor']);
      }
    }),
    rule('the page size may change between pages of a cursor', async (api) => {
      const { meta } = await api.read(OddsPage, '/odds?limit=10');
      const next = await api.read(OddsPage, `/odds?limit=25&cursor=${meta.pagination.next_cursor}`);
      expect(next.meta.pagination).toMatchObject({ limit: 25, offset: 10 });
    }),
    rule('refuses an invalid cursor', async (api) => {
      for (const cursor of ['x', 'bm9uc2Vuc2U', 'W10', 'WzEsMl0']) {
        const path = `/odds?cursor=${cursor}`;
        await api.refused(400, 'invalid_request', path, {}, ['cursor']);
      }
    }),
  ];
}
