import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { SportsbooksPage } from '../../../src/contract/routes/sportsbooks.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import { expectEach, rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const REGIONS = new Set(['US', 'UK', 'EU', 'AU', 'GLOBAL']);

export const sportsbooks = routeCases(ROUTES.sportsbooks, () => ({ path: '/sportsbooks' }), [
  rule('lists the sportsbooks, with only values that the specification allows', async (api) => {
    const { data, meta } = await api.read(SportsbooksPage, '/sportsbooks');
    expect(meta).toMatchObject({ count: data.length, total: data.length, filters: {} });
    expect(new Set(data.map((book) => book.id)).size).toBe(data.length);
    expectEach(data, ({ id, name, status, requires_tier: tier, regions }) => {
      const isAllowed = name === id && /^(in)?active$/.test(status) && regions.length > 0;
      const hasTier = tier === null || /^(hobby|pro|sharp)$/.test(`${tier}`);
      return isAllowed && hasTier && regions.every((region) => REGIONS.has(region));
    });
    const active = data.filter((book) => book.status === 'active');
    expectEach(active, ({ event_count: count, last_update: at }) => count > 0 && at !== null);
    const { id, event_count: count } = active[0] ?? {};
    const events = await api.read(EventsPage, `/events?sportsbook=${id}&limit=1`);
    expect(events.meta.total).toBe(count);
  }),
  rule('lists every sportsbook that has a price, as books_available does', async (api) => {
    for (const tier of TIERS) {
      const { data } = await api.read(SportsbooksPage, '/sportsbooks', { tier });
      const events = await api.read(EventsPage, '/events?limit=200', { tier });
      const priced = [...new Set(events.data.flatMap((event) => event.books))];
      const { meta } = await api.read(OddsPage, '/odds?limit=1', { tier });
      expect(data.map((book) => book.id)).toEqual(expect.arrayContaining(priced));
      expect(meta.books_available, tier).toEqual(expect.arrayContaining(priced));
      // Those that require the sharp tier are listed only for sharp and enterprise.
      const hasSharp = data.some((book) => book.requires_tier === 'sharp');
      expect(hasSharp, tier).toBe(tier === 'sharp' || tier === 'enterprise');
    }
  }),
]);
