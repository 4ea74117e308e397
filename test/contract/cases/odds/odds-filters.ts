import Type from 'typebox';
import { expect } from 'vitest';
import { MARKET_ALIASES } from '../../../../src/contract/markets.ts';
import { Odds } from '../../../../src/contract/odds/odds.ts';
import type { Api } from '../../api.ts';
import { type ContractCase, expectEach, rule, ruleInPlay } from '../../case.ts';

/** The common part of the pages of `/odds` and `/odds/delta`. */
const OddsList = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Partial(Odds)),
  meta: Type.Object({
    count: Type.Number(),
    total: Type.Number(),
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});

const OddsPageOfWholeRows = Type.Object({ data: Type.Array(Odds) });

/** What `/odds` and `/odds/delta` have in common. `path` has a query already. */
export function oddsFilterCases(path: string): ContractCase[] {
  const page = (api: Api, query: string) => api.read(OddsList, `${path}&limit=200&${query}`);
  const total = async (api: Api, query: string) => (await page(api, query)).meta.total;
  return [
    rule('event filters by one value or several, and meta repeats it', async (api) => {
      const { data } = await page(api, 'sort=league');
      const [one, two = one] = new Set(data.map((odds) => odds.event_id));
      expectEach((await page(api, `event=${one}`)).data, (odds) => odds.event_id === one);
      const both = await page(api, `event=${one},${two}`);
      expectEach(both.data, ({ event_id: id }) => id === one || id === two);
      expect(both.meta.total).toBeGreaterThanOrEqual(await total(api, `event=${one}`));
      expect(both.meta.filters['event']).toEqual([one, two]);
    }),
    rule('market filters by exact types and aliases, and by both', async (api) => {
      const { data: moneylines } = await page(api, 'market=moneyline');
      expectEach(moneylines, (odds) => odds.market_type === 'moneyline');
      for (const [alias, types] of Object.entries(MARKET_ALIASES)) {
        const { data, meta } = await page(api, `market=${alias}`);
        expectEach(data, ({ market_type: type = '' }) => types.includes(type));
        expect(meta.total, alias).toBe(await total(api, `market=${types}`));
      }
      const { data: props, meta } = await page(api, 'market=props');
      expectEach(props, ({ market_type: type = '' }) => type.startsWith('player_'));
      const mixed = await total(api, 'market=props,moneyline');
      expect(mixed).toBe(meta.total + (await total(api, 'market=moneyline')));
    }),
    rule('min_odds and max_odds are inclusive bounds of the American odds', async (api) => {
      const price = (await page(api, '')).data[0]?.odds_american ?? 0;
      for (const [min, max] of [
        [price, price],
        [200, 100_000],
        [-100_000, -150],
      ] as const) {
        const { data } = await page(api, `min_odds=${min}&max_odds=${max}`);
        expectEach(data, ({ odds_american: odds = 0 }) => odds >= min && odds <= max);
      }
    }),
    rule('fields selects fields', async (api) => {
      const { data } = await page(api, 'fields=id,odds_decimal,line');
      expectEach(data, (odds) => Object.keys(odds).sort().join() === 'id,line,odds_decimal');
    }),
    ruleInPlay('state is added to the links that depend on it', async (api) => {
      const { data } = await page(api, 'sportsbook=draftkings,betmgm&state=nj');
      expect(new Set(data.map((odds) => odds.sportsbook)).size).toBe(2);
      expectEach(
        data,
        (odds) => odds.deep_link?.includes('state=nj') === (odds.sportsbook === 'betmgm'),
      );
    }),
    rule('a page has at most 200 rows, each of them a complete odds object', async (api) => {
      const { data } = await api.read(OddsPageOfWholeRows, `${path}&limit=200`);
      expect(data.length).toBe(200);
      expect((await page(api, '')).meta.count).toBe(200);
    }),
    rule('refuses a bad sort order, and ignores unknown parameters', async (api) => {
      await api.refused(400, 'invalid_request', `${path}&sort=--sport`, {}, ['sort']);
      expect(await total(api, 'nonsense=x')).toBe(await total(api, ''));
    }),
  ];
}
