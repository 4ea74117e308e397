import { expect } from 'vitest';
import { OddsPage } from '../../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../../src/contract/routes/odds-batch.ts';
import { ComparisonResponse } from '../../../../src/contract/routes/odds-comparison.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { anyEvent } from '../../any-event.ts';
import type { Api } from '../../api.ts';
import { rule } from '../../case.ts';
import { routeCases } from '../../route-cases.ts';

async function anyPath(api: Api): Promise<string> {
  const event = await anyEvent(api);
  return `/odds/comparison?event=${event.id}`;
}

export const oddsComparison = routeCases(
  ROUTES.oddsComparison,
  async (api) => ({ path: await anyPath(api) }),
  [
    rule('refuses an unknown event with 404', async (api) => {
      await api.refused(404, 'not_found', '/odds/comparison?event=no-such-event');
    }),
    rule('has every price of the event', async (api) => {
      const event = await anyEvent(api);
      const { data } = await api.read(ComparisonResponse, `/odds/comparison?event=${event.id}`);
      expect(data.event_id).toBe(event.id);
      expect(data.books_available).toEqual(event.books);
      expect(data.markets.map((market) => market.market_type)).toEqual(event.markets);
      const offers = data.markets.flatMap((market) =>
        market.selections.flatMap((selection) => Object.keys(selection.books)),
      );
      const { meta } = await api.read(OddsPage, `/odds?event=${event.id}&limit=1`);
      expect(offers.length).toBe(meta.total);
    }),
    rule('lists no price under a selection with a different meaning', async (api) => {
      const event = await anyEvent(api);
      const { data } = await api.read(ComparisonResponse, `/odds/comparison?event=${event.id}`);
      const rows = await api.read(OddsBatch, '/odds/batch', {
        method: 'POST',
        body: { event_ids: [event.id] },
      });
      const odds = rows.data.events.flatMap((found) => found.odds);
      const byPlace = Map.groupBy(odds, (row) =>
        JSON.stringify(placeOf(row.market_type, row, row)),
      );
      let checked = 0;
      for (const market of data.markets) {
        for (const selection of market.selections) {
          const names = Object.entries(selection.books).flatMap(([sportsbook, price]) => {
            const place = placeOf(market.market_type, selection, { sportsbook, ...price });
            const found = byPlace.get(JSON.stringify(place)) ?? [];
            expect(found.length, JSON.stringify(place)).toBeGreaterThan(0);
            return found.length === 1 ? found.map((row) => meaningOf(row)) : [];
          });
          checked += names.length;
          expect(new Set(names).size, JSON.stringify(selection)).toBeLessThanOrEqual(1);
        }
      }
      expect(checked).toBeGreaterThan(0);
    }),
    rule(
      'gives the hold of a moneyline only for sportsbooks that price every outcome',
      async (api) => {
        const { data } = await api.read(
          ComparisonResponse,
          `${await anyPath(api)}&market=moneyline`,
        );
        const [market] = data.markets;
        if (market === undefined) throw new Error('The event has no moneyline.');
        const outcomes = data.sport === 'soccer' ? ['home', 'draw', 'away'] : ['home', 'away'];
        for (const book of Object.keys(market.hold.by_book)) {
          const priced = market.selections.filter(({ books }) => Object.hasOwn(books, book));
          const sides = priced.map((selection) => selection.selection_type);
          expect(sides, book).toEqual(expect.arrayContaining(outcomes));
        }
        expect(Object.keys(market.hold.by_book).length).toBeGreaterThan(1);
      },
    ),
    rule(
      'names the best and the worst sportsbook, and the difference in implied probability',
      async (api) => {
        const { data } = await api.read(ComparisonResponse, await anyPath(api));
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
      },
    ),
    rule('hold is the sum of implied probabilities minus one', async (api) => {
      const path = `${await anyPath(api)}&market=moneyline`;
      const { data } = await api.read(ComparisonResponse, path);
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
    rule('market filters by exact types and aliases', async (api) => {
      const path = `${await anyPath(api)}&market=main`;
      const { data, meta } = await api.read(ComparisonResponse, path);
      expect(data.markets.length).toBeGreaterThan(0);
      for (const market of data.markets) {
        expect(['moneyline', 'point_spread', 'total_points']).toContain(market.market_type);
      }
      expect(meta.market_filter).toEqual(['main']);
    }),
    rule('sportsbook filters the sportsbooks', async (api) => {
      const event = await anyEvent(api);
      const [one, two] = event.books;
      const path = `/odds/comparison?event=${event.id}&sportsbook=${one},${two}`;
      const { data } = await api.read(ComparisonResponse, path);
      expect(data.books_available).toEqual([one, two]);
    }),
    rule('shows a tier only the sportsbooks that it may see', async (api) => {
      const { data } = await api.read(ComparisonResponse, await anyPath(api), { tier: 'free' });
      for (const book of data.books_available) expect(['draftkings', 'fanduel']).toContain(book);
    }),
    rule('refuses a sportsbook above the tier with 403', async (api) => {
      const path = `${await anyPath(api)}&sportsbook=circa`;
      await api.refused(403, 'tier_restricted', path, { tier: 'hobby' }, ['circa']);
    }),
  ],
);

function hold(decimals: readonly number[]): number {
  return (decimals.reduce((sum, decimal) => sum + 1 / decimal, 0) - 1) * 100;
}

interface Priced {
  readonly sportsbook: string;
  readonly odds_american: number;
  readonly odds_decimal: number;
}

interface Side {
  readonly selection_type: string;
  readonly line?: number | null | undefined;
}

/** Everything that identifies a price, except for the name of its selection. */
function placeOf(market: string, side: Side, price: Priced): unknown[] {
  const { sportsbook, odds_american: american, odds_decimal: decimal } = price;
  return [market, side.selection_type, side.line ?? null, sportsbook, american, decimal];
}

/** The words and numbers of a selection's name that mean more than its side and line. */
function meaningOf({
  selection,
  selection_type: type,
  line,
}: Side & { selection: string }): string {
  const words = selection.toLowerCase().match(/[+-]?\d+(\.\d+)?|\b(yes|no|win|any)\b/g) ?? [];
  return words.filter((word) => Number(word) !== line && word !== type).join(' ');
}
