import { expect } from 'vitest';
import { EventOddsPage, OddsPage } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { expectEach, rule } from '../../case.ts';
import { anyEvent } from '../../reading.ts';
import { routeCases } from '../../route-cases.ts';

export const eventOdds = routeCases(
  ROUTES.eventOdds,
  async (api) => ({ path: `/events/${(await anyEvent(api)).id}/odds` }),
  [
    rule('gives the same prices as /odds for the event, in nested form', async (api) => {
      const { id } = await anyEvent(api);
      for (const query of ['limit=200', 'limit=200&market=moneyline', 'limit=200&market=main']) {
        const nested = await api.read(EventOddsPage, `/events/${id}/odds?${query}`);
        const flat = await api.read(OddsPage, `/odds?event=${id}&${query}`);
        expect(nested.meta.total).toBe(flat.meta.total);
        expect(nested.data.map((row) => [row.id, row.odds.american, row.odds.decimal])).toEqual(
          flat.data.map((row) => [row.id, row.odds_american, row.odds_decimal]),
        );
        // The probability has both names of the specification.
        expectEach(nested.data, ({ odds: { probability, odds_probability: other } }) => {
          return probability === other && Number(probability) > 0;
        });
      }
    }),
  ],
);
