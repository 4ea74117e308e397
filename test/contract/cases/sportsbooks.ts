import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { SportsbooksPage } from '../../../src/contract/routes/sportsbooks.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import { rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

export const sportsbooks = routeCases(ROUTES.sportsbooks, () => ({ path: '/sportsbooks' }), [
  rule('lists the sportsbooks, with only values that the specification allows', async (api) => {
    const { data, meta } = await api.read(SportsbooksPage, '/sportsbooks');
    expect(meta).toMatchObject({ count: data.length, total: data.length, filters: {} });
    expect(new Set(data.map((book) => book.id)).size).toBe(data.length);
    for (const book of data) {
      expect(book.name).toBe(book.id);
      expect(['active', 'inactive']).toContain(book.status);
      expect([null, 'hobby', 'pro', 'sharp']).toContain(book.requires_tier);
      expect(book.regions.length).toBeGreaterThan(0);
      for (const region of book.regions) {
        expect(['US', 'UK', 'EU', 'AU', 'GLOBAL']).toContain(region);
      }
    }
  }),
  rule('an active sportsbook has events and a last update', async (api) => {
    const { data } = await api.read(SportsbooksPage, '/sportsbooks');
    const active = data.filter((book) => book.status === 'active');
    expect(active.length).toBeGreaterThan(0);
    for (const book of active) {
      expect(book.event_count).toBeGreaterThan(0);
      expect(Date.parse(book.last_update ?? '')).not.toBeNaN();
    }
  }),
  rule('lists every sportsbook that has a price, as books_available does', async (api) => {
    for (const tier of TIERS) {
      const { data } = await api.read(SportsbooksPage, '/sportsbooks', { tier });
      const listed = data.map((book) => book.id);
      const events = await api.read(EventsPage, '/events?limit=200', { tier });
      const priced = new Set(events.data.flatMap((event) => event.books));
      const { meta } = await api.read(OddsPage, '/odds?limit=1', { tier });
      expect(listed, tier).toEqual(expect.arrayContaining([...priced]));
      expect(meta.books_available, tier).toEqual(expect.arrayContaining([...priced]));
    }
  }),
  rule('refuses the free tier every sportsbook that it may not see', async (api) => {
    const all = await api.read(OddsPage, '/odds?limit=1');
    const free = await api.read(OddsPage, '/odds?limit=1', { tier: 'free' });
    expect(free.meta.books_available).toHaveLength(2);
    for (const book of all.meta.books_available) {
      const { status } = await api.call(`/odds?limit=1&sportsbook=${book}`, { tier: 'free' });
      expect(status, book).toBe(free.meta.books_available.includes(book) ? 200 : 403);
    }
  }),
  rule('event_count is the number of events that /events finds for the sportsbook', async (api) => {
    const { data } = await api.read(SportsbooksPage, '/sportsbooks');
    const [book] = data.filter(({ status }) => status === 'active');
    const { meta } = await api.read(EventsPage, `/events?sportsbook=${book?.id}&limit=1`);
    expect(meta.total).toBe(book?.event_count);
  }),
  rule(
    'lists sportsbooks that require the sharp tier only to sharp and enterprise',
    async (api) => {
      for (const tier of TIERS) {
        const { data } = await api.read(SportsbooksPage, '/sportsbooks', { tier });
        const hasSharp = data.some((book) => book.requires_tier === 'sharp');
        expect(hasSharp, tier).toBe(tier === 'sharp' || tier === 'enterprise');
      }
    },
  ),
]);
