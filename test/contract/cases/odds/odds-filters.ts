import Type from 'typebox';
import { expect } from 'vitest';
import { MARKET_ALIASES } from '../../../../src/contract/markets.ts';
import { Odds } from '../../../../src/contract/odds/odds.ts';
import { Pagination } from '../../../../src/contract/wire.ts';
import type { Api } from '../../api.ts';
import { type ContractCase, rule } from '../../case.ts';

type Query = Readonly<Record<string, string | number>>;

/** The filters that `/odds` and `/odds/delta` share. `path` may already have a query. */
export function oddsFilterCases(path: string): ContractCase[] {
  const page = (api: Api, query: Query) => readPage(api, path, query);
  /** Values of the first page's rows, to filter by. */
  async function valuesOf(api: Api, field: 'sportsbook' | 'sport' | 'league' | 'event_id') {
    const { data } = await page(api, { limit: 200, sort: field === 'event_id' ? 'league' : field });
    return [...new Set(data.map((odds) => odds[field]).filter((value) => value !== undefined))];
  }
  /** Filtering by one value gives rows with that value alone; by two, rows with either of them. */
  function listFilter(parameter: string, field: 'sportsbook' | 'sport' | 'league' | 'event_id') {
    return rule(
      `${parameter} filters by one value or several, and meta repeats it`,
      async (api) => {
        const [one, ...others] = await valuesOf(api, field);
        const two = others[0] ?? one;
        const single = await page(api, { [parameter]: `${one}`, limit: 200 });
        expect(single.data.length).toBeGreaterThan(0);
        for (const odds of single.data) expect(odds[field]).toBe(one);
        const both = await page(api, { [parameter]: `${one},${two}`, limit: 200 });
        for (const odds of both.data) expect([one, two]).toContain(odds[field]);
        expect(both.meta.total).toBeGreaterThanOrEqual(single.meta.total);
        expect(both.meta.filters[parameter]).toEqual([one, two]);
      },
    );
  }
  function listMatchesNothing(parameter: string) {
    return rule(`${parameter} with an unknown value matches nothing`, async (api) => {
      const { data, meta } = await page(api, { [parameter]: 'no-such-value' });
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ count: 0, total: 0 });
      expect(meta.pagination).toMatchObject({ has_more: false, next_offset: null });
    });
  }
  const lists = ['sportsbook', 'sport', 'league', 'market', 'event'];

  return [
    listFilter('sportsbook', 'sportsbook'),
    listFilter('sport', 'sport'),
    listFilter('league', 'league'),
    listFilter('event', 'event_id'),
    ...lists.map(listMatchesNothing),
    rule('market filters by an exact type', async (api) => {
      const { data } = await page(api, { market: 'moneyline', limit: 200 });
      expect(data.length).toBeGreaterThan(0);
      for (const odds of data) expect(odds.market_type).toBe('moneyline');
    }),
    ...Object.entries(MARKET_ALIASES).map(([alias, types]) =>
      rule(`market=${alias} stands for ${types.join(', ')}`, async (api) => {
        const { meta, data } = await page(api, { market: alias, limit: 200 });
        const exact = await page(api, { market: types.join(','), limit: 1 });
        expect(data.length).toBeGreaterThan(0);
        for (const odds of data) expect(types).toContain(odds.market_type);
        expect(meta.total).toBe(exact.meta.total);
      }),
    ),
    rule('market=props stands for every type that starts with player_', async (api) => {
      const { data } = await page(api, { market: 'props', limit: 200 });
      expect(data.length).toBeGreaterThan(0);
      for (const odds of data) expect(odds.market_type).toMatch(/^player_/);
    }),
    rule('market mixes aliases and exact types', async (api) => {
      const mixed = await page(api, { market: 'props,moneyline', limit: 1 });
      const props = await page(api, { market: 'props', limit: 1 });
      const moneyline = await page(api, { market: 'moneyline', limit: 1 });
      expect(mixed.meta.total).toBe(props.meta.total + moneyline.meta.total);
    }),
    rule('min_odds and max_odds are inclusive bounds of the American odds', async (api) => {
      const all = await page(api, { limit: 200 });
      const price = all.data[0]?.odds_american ?? 0;
      const within = await page(api, { min_odds: price, max_odds: price, limit: 200 });
      expect(within.data.length).toBeGreaterThan(0);
      for (const odds of within.data) expect(odds.odds_american).toBe(price);
      const above = await page(api, { min_odds: 200, limit: 200 });
      for (const odds of above.data) expect(odds.odds_american).toBeGreaterThanOrEqual(200);
      const below = await page(api, { max_odds: -150, limit: 200 });
      for (const odds of below.data) expect(odds.odds_american).toBeLessThanOrEqual(-150);
    }),
    rule('fields selects fields', async (api) => {
      const { data } = await page(api, { fields: 'id,odds_decimal,line', limit: 20 });
      expect(data.length).toBeGreaterThan(0);
      for (const odds of data) {
        expect(Object.keys(odds).sort()).toEqual(['id', 'line', 'odds_decimal']);
      }
    }),
    rule('state is added to the links of sportsbooks whose pages depend on it', async (api) => {
      const { data } = await page(api, {
        sportsbook: 'draftkings,betmgm',
        state: 'nj',
        limit: 200,
      });
      const links = Map.groupBy(data, (odds) => odds.sportsbook);
      for (const odds of links.get('betmgm') ?? []) expect(odds.deep_link).toContain('state=nj');
      for (const odds of links.get('draftkings') ?? [])
        expect(odds.deep_link).not.toContain('state=');
      expect(links.size).toBe(2);
    }),
    rule('a page has at most 200 rows', async (api) => {
      const { data, meta } = await page(api, { limit: 200 });
      expect(data.length).toBe(200);
      expect(meta.count).toBe(200);
    }),
    ...['sort=--sport', 'fields=id,nonsense', 'max_odds=1e3'].map((query) =>
      rule(`refuses ${query} and names the parameter`, async (api) => {
        const parameter = query.split('=', 1)[0] ?? '';
        await api.refused(400, 'invalid_request', join(path, query), {}, [parameter]);
      }),
    ),
    rule('ignores unknown parameters', async (api) => {
      const plain = await page(api, { limit: 1 });
      const more = await page(api, { limit: 1, nonsense: 'x' });
      expect(more.meta.total).toBe(plain.meta.total);
    }),
    rule('refuses a sportsbook above the tier with 403, naming it and both tiers', async (api) => {
      const restricted = join(path, 'sportsbook=draftkings,pinnacle');
      const words = ['pinnacle', 'sharp', 'free'];
      await api.refused(403, 'tier_restricted', restricted, { tier: 'free' }, words);
    }),
    rule('each row is a complete odds object', async (api) => {
      await api.read(OddsPageOfWholeRows, join(path, 'limit=200'));
    }),
  ];
}

/** The common part of the pages of `/odds` and `/odds/delta`. */
const OddsList = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Partial(Odds)),
  meta: Type.Object({
    count: Type.Number(),
    total: Type.Number(),
    pagination: Pagination,
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});

const OddsPageOfWholeRows = Type.Object({ data: Type.Array(Odds) });

export function join(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function readPage(api: Api, path: string, query: Query) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  return api.read(OddsList, join(path, parameters.toString()));
}
