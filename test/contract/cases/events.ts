import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import type { Api, Call } from '../api.ts';
import { expectEach, rule, ruleInPlay } from '../case.ts';
import { anyEvent } from '../reading.ts';
import { routeCases } from '../route-cases.ts';

const page = (api: Api, query: string, call?: Call) =>
  api.read(EventsPage, `/events?limit=200&${query}`, call);
const find = async (api: Api, parameter: string, words: string) =>
  (await page(api, `${parameter}=${encodeURIComponent(words)}`)).data;

export const events = routeCases(ROUTES.events, () => ({ path: '/events?limit=1' }), [
  rule('sportsbook selects events with a price at one of the sportsbooks', async (api) => {
    const { data } = await page(api, 'sportsbook=pinnacle,circa');
    expectEach(data, ({ books }) => books.includes('pinnacle') || books.includes('circa'));
  }),
  ruleInPlay('live selects live or upcoming events, and is both by default', async (api) => {
    const live = await page(api, 'live=true');
    const upcoming = await page(api, 'live=false');
    expectEach(live.data, ({ is_live, status }) => is_live && status === 'live');
    expectEach(upcoming.data, ({ is_live, status }) => !is_live && status === 'upcoming');
    expect((await page(api, '')).meta.total).toBe(live.meta.total + upcoming.meta.total);
  }),
  ruleInPlay('has_score=true selects the events with a live score', async (api) => {
    expectEach((await page(api, 'has_score=true')).data, (event) => !!event.game_state);
    const unscored = await page(api, 'has_score=false');
    expectEach(unscored.data, (event) => event.game_state === undefined);
  }),
  rule('date selects the events that start on that UTC day', async (api) => {
    const dayOf = (start: string) => new Date(start).toISOString().slice(0, 10);
    const day = dayOf((await anyEvent(api)).start_time);
    const { data } = await page(api, `date=${day}`);
    expectEach(data, ({ start_time: start }) => dayOf(start) === day);
    expect((await page(api, 'date=1999-12-31')).meta.total).toBe(0);
    for (const date of ['2026-02-30', '20261122', '22-11-2026', '2026-11-22T00:00:00Z', 'today']) {
      await api.refused(400, 'invalid_request', `/events?date=${date}`, {}, ['date']);
    }
  }),
  rule('team finds part of a team name in any case, or its initials', async (api) => {
    const { home_team: home } = await anyEvent(api);
    const part = (home ?? '').slice(1, -1).toUpperCase();
    const found = await find(api, 'team', part);
    expectEach(found, (event) =>
      `${event.home_team}|${event.away_team}`.toUpperCase().includes(part),
    );
    const { data } = await page(api, '');
    const event = data.find((one) => (one.home_team ?? '').split(' ').length > 2);
    const initials = event?.home_team?.split(' ').map((word) => word.charAt(0)) ?? [];
    const ids = (await find(api, 'team', initials.join(''))).map(({ id }) => id);
    expect(ids).toContain(event?.id);
  }),
  rule('q searches team and event names', async (api) => {
    const { id, home_team: home, away_team: away } = await anyEvent(api);
    const found = await find(api, 'q', `${home} vs ${away}`.toLowerCase());
    expect(found.map((event) => event.id)).toContain(id);
    expectEach(found, (event) => event.home_team === home && event.away_team === away);
    for (const parameter of ['q', 'team']) {
      expect(await find(api, parameter, 'no-such-value')).toEqual([]);
    }
  }),
  rule('books, book_count and markets are limited to the tier, and sorted', async (api) => {
    for (const tier of TIERS) {
      const { meta } = await api.read(OddsPage, '/odds?limit=1', { tier });
      const visible = new Set(meta.books_available);
      expectEach((await page(api, '', { tier })).data, ({ books, book_count: count, markets }) => {
        const areSorted = [books, markets].every((all) => `${all}` === `${all.toSorted()}`);
        return areSorted && count === books.length && books.every((book) => visible.has(book));
      });
    }
  }),
]);
