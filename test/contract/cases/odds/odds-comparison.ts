import { expect } from 'vitest';
import { OddsPage } from '../../../../src/contract/routes/odds.ts';
import { ComparisonResponse } from '../../../../src/contract/routes/odds-comparison.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import type { Api, Call } from '../../api.ts';
import { expectEach, rule, ruleInPlay } from '../../case.ts';
import { anyEvent } from '../../reading.ts';
import { routeCases } from '../../route-cases.ts';

async function compare(api: Api, query = '', call?: Call) {
  const event = await anyEvent(api);
  const path = `/odds/comparison?event=${event.id}&${query}`;
  return { event, ...(await api.read(ComparisonResponse, path, call)) };
}

const hold = (decimals: readonly number[]) =>
  100 * decimals.reduce((sum, decimal) => sum + 1 / decimal, -1);

export const oddsComparison = routeCases(
  ROUTES.oddsComparison,
  async (api) => ({ path: `/odds/comparison?event=${(await anyEvent(api)).id}` }),
  [
    rule('refuses an unknown event with 404', async (api) => {
      await api.refused(404, 'not_found', '/odds/comparison?event=no-such-event');
    }),
    rule('has every price of the event', async (api) => {
      const { event, data } = await compare(api);
      expect(data.event_id).toBe(event.id);
      expect(data.books_available).toEqual(event.books);
      expect(data.markets.map((market) => market.market_type)).toEqual(event.markets);
      const selections = data.markets.flatMap((market) => market.selections);
      const offers = selections.flatMap(({ books }) => Object.keys(books));
      const { meta } = await api.read(OddsPage, `/odds?event=${event.id}&limit=1`);
      expect(offers.length).toBe(meta.total);
    }),
    rule('names the best and the worst sportsbook and their difference', async (api) => {
      const { data } = await compare(api);
      const selections = data.markets.flatMap((market) => market.selections);
      expectEach(selections, ({ books, ...selection }) => {
        const prices = Object.values(books).map((price) => price.odds_decimal);
        const [best, worst] = [Math.max(...prices), Math.min(...prices)];
        const [bestBook, worstBook] = [selection.best_book ?? '', selection.worst_book ?? ''];
        return (
          books[bestBook]?.odds_decimal === best &&
          books[worstBook]?.odds_decimal === worst &&
          books[bestBook]?.odds_american === selection.best_odds &&
          books[worstBook]?.odds_american === selection.worst_odds &&
          Math.abs((selection.spread ?? 0) - (1 / worst - 1 / best) * 100) < 1e-3
        );
      });
    }),
    ruleInPlay('hold is the sum of implied probabilities minus one', async (api) => {
      const { data } = await compare(api, 'market=moneyline');
      const [{ selections, hold: its } = { selections: [], hold: undefined }] = data.markets;
      const sides = selections.map((selection) => selection.selection_type).sort();
      const outcomes = data.sport === 'soccer' ? ['away', 'draw', 'home'] : ['away', 'home'];
      expect(sides).toEqual(outcomes);
      const prices = selections.map(({ books }) =>
        Object.values(books).map((one) => one.odds_decimal),
      );
      const best = prices.map((decimals) => Math.max(...decimals));
      expect(its?.best_available).toBeCloseTo(hold(best), 3);
      const byBook = Object.entries(its?.by_book ?? {});
      expect(byBook.length).toBeGreaterThan(1);
      for (const [book, percent] of byBook) {
        const own = selections.map(({ books }) => books[book]?.odds_decimal ?? Number.NaN);
        expect(percent).toBeCloseTo(hold(own), 3);
      }
    }),
    rule('market filters by exact types and aliases, sportsbook the sportsbooks', async (api) => {
      const { data, meta } = await compare(api, 'market=main');
      const main = /^(moneyline|point_spread|total_points)$/;
      expectEach(data.markets, (market) => main.test(market.market_type));
      expect(meta.market_filter).toEqual(['main']);
      const [one, two] = (await anyEvent(api)).books;
      const filtered = await compare(api, `sportsbook=${one},${two}`);
      expect(filtered.data.books_available).toEqual([one, two]);
    }),
    rule('shows a tier only the sportsbooks that it may see', async (api) => {
      const { data } = await compare(api, '', { tier: 'free' });
      for (const book of data.books_available) expect(['draftkings', 'fanduel']).toContain(book);
    }),
  ],
);
