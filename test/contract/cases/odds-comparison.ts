import { expect } from 'vitest';
import { ComparisonAnswer } from '../../../src/contract/comparison.ts';
import { OddsPage } from '../../../src/contract/odds.ts';
import type { Api } from '../api.ts';
import { type EndpointCases, rule } from '../case.ts';
import { accessCases } from './access.ts';
import { anyEvent } from './any-event.ts';

async function anyPath(api: Api): Promise<string> {
  const event = await anyEvent(api);
  return `/odds/comparison?event=${event.id}`;
}

export const oddsComparison: EndpointCases = {
  endpoint: 'GET /odds/comparison',
  cases: [
    ...accessCases(anyPath),
    rule('refuses a request without an event', async (api) => {
      await api.refused(400, 'invalid_request', '/odds/comparison', {}, ['event']);
    }),
    rule('refuses an event that it does not know', async (api) => {
      await api.refused(404, 'not_found', '/odds/comparison?event=no-such-event');
    }),
    rule('lays every price of the event side by side', async (api) => {
      const event = await anyEvent(api);
      const { data } = await api.read(ComparisonAnswer, `/odds/comparison?event=${event.id}`);
      expect(data.event_id).toBe(event.id);
      expect(data.books_available).toEqual(event.books);
      expect(data.markets.map((market) => market.market_type)).toEqual(event.markets);
      const offers = data.markets.flatMap((market) =>
        market.selections.flatMap((selection) => Object.keys(selection.books)),
      );
      const { meta } = await api.read(OddsPage, `/odds?event=${event.id}&limit=1`);
      expect(offers.length).toBe(meta.total);
    }),
    rule('names the best and the worst book, and the gap between them in percent', async (api) => {
      const { data } = await api.read(ComparisonAnswer, await anyPath(api));
      const selections = data.markets.flatMap((market) => market.selections);
      expect(selections.length).toBeGreaterThan(0);
      for (const { books, ...selection } of selections) {
        const prices = Object.values(books).map((price) => price.odds_decimal);
        const [best, worst] = [Math.max(...prices), Math.min(...prices)];
        expect(books[selection.best_book ?? '']?.odds_decimal).toBe(best);
        expect(books[selection.worst_book ?? '']?.odds_decimal).toBe(worst);
        expect(books[selection.best_book ?? '']?.odds_american).toBe(selection.best_odds);
        expect(books[selection.worst_book ?? '']?.odds_american).toBe(selection.worst_odds);
        expect(selection.spread).toBeCloseTo((1 / worst - 1 / best) * 100, 3);
      }
    }),
    rule('hold is the sum of implied probabilities over one', async (api) => {
      const path = `${await anyPath(api)}&market=moneyline`;
      const { data } = await api.read(ComparisonAnswer, path);
      const market = data.markets[0];
      if (market === undefined) throw new Error('The event has no moneyline.');
      const sides = new Set(market.selections.map((selection) => selection.selection_type));
      expect(sides.size).toBe(market.selections.length);
      const bestPrices = market.selections.map((selection) =>
        Math.max(...Object.values(selection.books).map((price) => price.odds_decimal)),
      );
      expect(market.hold.best_available).toBeCloseTo(hold(bestPrices), 3);
      for (const [book, percent] of Object.entries(market.hold.by_book)) {
        const own = market.selections.map(({ books }) => books[book]?.odds_decimal ?? Number.NaN);
        expect(percent).toBeCloseTo(hold(own), 3);
      }
      expect(Object.keys(market.hold.by_book).length).toBeGreaterThan(1);
    }),
    rule('market narrows it, aliases included', async (api) => {
      const path = `${await anyPath(api)}&market=main`;
      const { data, meta } = await api.read(ComparisonAnswer, path);
      expect(data.markets.length).toBeGreaterThan(0);
      for (const market of data.markets) {
        expect(['moneyline', 'point_spread', 'total_points']).toContain(market.market_type);
      }
      expect(meta.market_filter).toEqual(['main']);
    }),
    rule('sportsbook narrows it', async (api) => {
      const event = await anyEvent(api);
      const [one, two] = event.books;
      const path = `/odds/comparison?event=${event.id}&sportsbook=${one},${two}`;
      const { data } = await api.read(ComparisonAnswer, path);
      expect(data.books_available).toEqual([one, two]);
    }),
    rule('shows a tier only its books', async (api) => {
      const { data } = await api.read(ComparisonAnswer, await anyPath(api), { tier: 'free' });
      for (const book of data.books_available) expect(['draftkings', 'fanduel']).toContain(book);
    }),
    rule('refuses a book above the tier', async (api) => {
      const path = `${await anyPath(api)}&sportsbook=circa`;
      await api.refused(403, 'tier_restricted', path, { tier: 'hobby' }, ['circa']);
    }),
  ],
};

function hold(decimals: readonly number[]): number {
  return (decimals.reduce((sum, decimal) => sum + 1 / decimal, 0) - 1) * 100;
}
