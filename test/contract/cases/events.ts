import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import { anyEvent } from '../any-event.ts';
import { rule } from '../case.ts';
import { pagesOf } from '../pages.ts';
import { routeCases } from '../route-cases.ts';

export const events = routeCases(ROUTES.events, () => ({ path: '/events?limit=1' }), [
  ...['sport', 'league', 'sportsbook', 'team', 'q'].map((parameter) =>
    rule(`${parameter} with an unknown value matches nothing`, async (api) => {
      const { data, meta } = await api.read(EventsPage, `/events?${parameter}=no-such-value`);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ count: 0, total: 0 });
    }),
  ),
  rule('sportsbook selects events with a price at one of the sportsbooks', async (api) => {
    const { data } = await api.read(EventsPage, '/events?sportsbook=pinnacle,circa&limit=200');
    expect(data.length).toBeGreaterThan(0);
    for (const event of data) {
      expect(event.books.some((book) => ['pinnacle', 'circa'].includes(book))).toBe(true);
    }
  }),
  rule('refuses a sportsbook above the tier with 403', async (api) => {
    const call = { tier: 'pro' } as const;
    await api.refused(403, 'tier_restricted', '/events?sportsbook=circa', call, ['circa']);
  }),
  rule('live selects live or upcoming events, and is both by default', async (api) => {
    const live = await api.read(EventsPage, '/events?live=true&limit=200');
    const upcoming = await api.read(EventsPage, '/events?live=false&limit=200');
    const both = await api.read(EventsPage, '/events?limit=1');
    expect(live.data.length).toBeGreaterThan(0);
    for (const event of live.data) expect(event).toMatchObject({ is_live: true, status: 'live' });
    for (const event of upcoming.data) {
      expect(event).toMatchObject({ is_live: false, status: 'upcoming' });
    }
    expect(both.meta.total).toBe(live.meta.total + upcoming.meta.total);
  }),
  rule('has_score=true selects the events with a live score', async (api) => {
    const scored = await api.read(EventsPage, '/events?has_score=true&limit=200');
    const unscored = await api.read(EventsPage, '/events?has_score=false&limit=200');
    expect(scored.data.length).toBeGreaterThan(0);
    for (const event of scored.data) expect(event.game_state).toBeTruthy();
    for (const event of unscored.data) expect(event.game_state).toBeUndefined();
  }),
  rule('date selects the events that start on that UTC day', async (api) => {
    const { start_time: start } = await anyEvent(api);
    const day = new Date(start).toISOString().slice(0, 10);
    const { data } = await api.read(EventsPage, `/events?date=${day}&limit=200`);
    expect(data.length).toBeGreaterThan(0);
    for (const event of data) expect(new Date(event.start_time).toISOString()).toContain(day);
    const none = await api.read(EventsPage, '/events?date=1999-12-31');
    expect(none.meta.total).toBe(0);
  }),
  ...['2026-02-30', '20261122', '22-11-2026', '2026-11-22T00:00:00Z', 'today'].map((date) =>
    rule(`refuses date=${date}`, async (api) => {
      await api.refused(400, 'invalid_request', `/events?date=${date}`, {}, ['date']);
    }),
  ),
  rule('team finds part of a team name in any case', async (api) => {
    const { home_team: home } = await anyEvent(api);
    const part = (home ?? '').slice(1, -1).toUpperCase();
    const { data } = await api.read(EventsPage, `/events?team=${encodeURIComponent(part)}`);
    expect(data.length).toBeGreaterThan(0);
    for (const event of data) {
      expect(`${event.home_team}|${event.away_team}`.toUpperCase()).toContain(part);
    }
  }),
  rule('team finds a team by its initials', async (api) => {
    const { data } = await api.read(EventsPage, '/events?limit=200');
    const event = data.find(({ home_team: home }) => (home ?? '').split(' ').length > 2);
    const home = event?.home_team ?? '';
    const initials = home.split(' ').map((word) => word.charAt(0));
    const found = await api.read(EventsPage, `/events?limit=200&team=${initials.join('')}`);
    expect(found.data.map(({ id }) => id)).toContain(event?.id);
  }),
  rule('q searches team and event names', async (api) => {
    const event = await anyEvent(api);
    const q = encodeURIComponent(`${event.home_team} vs ${event.away_team}`.toLowerCase());
    const { data } = await api.read(EventsPage, `/events?q=${q}`);
    expect(data.map(({ id }) => id)).toContain(event.id);
  }),
  rule('accepts an offset of 5000', async (api) => {
    const { data, meta } = await api.read(EventsPage, '/events?offset=5000');
    expect(data).toEqual([]);
    expect(meta.pagination).toMatchObject({ offset: 5000, has_more: false, next_offset: null });
  }),
  rule('pages list every item once', async (api) => {
    const whole = await api.read(EventsPage, '/events?limit=200');
    const ids: string[] = [];
    const pages = pagesOf(api, EventsPage, '/events?limit=30', (body) => body.meta.pagination);
    for await (const page of pages) ids.push(...page.data.map((event) => event.id));
    expect(ids.slice(0, 200)).toEqual(whole.data.map((event) => event.id));
  }),
  rule('books, book_count and markets are limited to the tier, and sorted', async (api) => {
    for (const tier of TIERS) {
      const { meta } = await api.read(OddsPage, '/odds?limit=1', { tier });
      const { data } = await api.read(EventsPage, '/events?limit=20', { tier });
      for (const event of data) {
        expect(event.book_count).toBe(event.books.length);
        expect(event.books).toEqual([...event.books].sort());
        expect(event.markets).toEqual([...event.markets].sort());
        for (const book of event.books) expect(meta.books_available).toContain(book);
      }
    }
  }),
  rule('markets and books of an event are those of its odds', async (api) => {
    const event = await anyEvent(api);
    for (const book of event.books.slice(0, 3)) {
      const odds = await api.read(OddsPage, `/odds?event=${event.id}&sportsbook=${book}&limit=1`);
      expect(odds.meta.total).toBeGreaterThan(0);
    }
    for (const market of event.markets.slice(0, 3)) {
      const odds = await api.read(OddsPage, `/odds?event=${event.id}&market=${market}&limit=1`);
      expect(odds.meta.total).toBeGreaterThan(0);
    }
  }),
]);
