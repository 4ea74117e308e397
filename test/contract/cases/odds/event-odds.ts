import { expect } from 'vitest';
import { EventOddsPage, OddsPage } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { anyEvent } from '../../any-event.ts';
import type { Api } from '../../api.ts';
import { rule } from '../../case.ts';
import { pagesOf } from '../../pages.ts';
import { routeCases } from '../../route-cases.ts';

async function anyPath(api: Api): Promise<string> {
  const event = await anyEvent(api);
  return `/events/${event.id}/odds`;
}

export const eventOdds = routeCases(
  ROUTES.eventOdds,
  async (api) => ({ path: await anyPath(api) }),
  [
    rule('refuses an unknown event with 404', async (api) => {
      await api.refused(404, 'not_found', '/events/no-such-event/odds', {}, ['no-such-event']);
    }),
    rule('gives the same prices as /odds for the event, in nested form', async (api) => {
      const { id } = await anyEvent(api);
      const nested = await api.read(EventOddsPage, `/events/${id}/odds?limit=200`);
      const flat = await api.read(OddsPage, `/odds?event=${id}&limit=200`);
      expect(nested.meta.total).toBe(flat.meta.total);
      expect(nested.data.map((row) => [row.id, row.odds.american, row.odds.decimal])).toEqual(
        flat.data.map((row) => [row.id, row.odds_american, row.odds_decimal]),
      );
    }),
    rule('has the probability under both names of the specification', async (api) => {
      const { data } = await api.read(EventOddsPage, await anyPath(api));
      for (const { odds } of data) {
        expect(odds.probability).toBeGreaterThan(0);
        expect(odds.odds_probability).toBe(odds.probability);
      }
    }),
    rule('sportsbook filters by sportsbooks', async (api) => {
      const { id, books } = await anyEvent(api);
      const [one, two] = books;
      const path = `/events/${id}/odds?sportsbook=${one},${two}&limit=200`;
      const found = new Set<string>();
      for await (const page of pagesOf(api, EventOddsPage, path, (body) => body.meta.pagination)) {
        for (const { sportsbook } of page.data) found.add(sportsbook);
        expect(page.meta.filters).toEqual({ sportsbook: [one, two], market: null });
      }
      expect(found).toEqual(new Set([one, two]));
    }),
    rule('market filters by exact types and aliases', async (api) => {
      const path = await anyPath(api);
      const { data } = await api.read(EventOddsPage, `${path}?market=moneyline&limit=200`);
      expect(data.length).toBeGreaterThan(0);
      for (const row of data) expect(row.market_type).toBe('moneyline');
      const main = await api.read(EventOddsPage, `${path}?market=main&limit=1`);
      const exact = `${path}?market=moneyline,point_spread,total_points&limit=1`;
      const types = await api.read(EventOddsPage, exact);
      expect(main.meta.total).toBe(types.meta.total);
    }),
    rule('is empty where nothing of the event matches', async (api) => {
      const path = `${await anyPath(api)}?market=no-such-market`;
      const { data } = await api.read(EventOddsPage, path);
      expect(data).toEqual([]);
    }),
    rule('refuses a sportsbook above the tier with 403', async (api) => {
      const path = `${await anyPath(api)}?sportsbook=betmgm`;
      await api.refused(403, 'tier_restricted', path, { tier: 'free' }, ['betmgm', 'hobby']);
    }),
    rule('pages list every item once', async (api) => {
      const path = `${await anyPath(api)}?limit=120`;
      const ids: string[] = [];
      let total = 0;
      for await (const page of pagesOf(api, EventOddsPage, path, (body) => body.meta.pagination)) {
        ids.push(...page.data.map((row) => row.id));
        total = page.meta.total;
      }
      expect(new Set(ids).size).toBe(total);
    }),
  ],
);
