import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import {
  GameStatesResponse,
  LiveSportsResponse,
} from '../../../src/contract/routes/game-states.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api } from '../api.ts';
import { rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

async function anySport(api: Api): Promise<string> {
  const { data } = await api.read(LiveSportsResponse, '/gamestate');
  const [first] = data.sports;
  if (first === undefined) throw new Error('The service has no live game state.');
  return first.sport;
}

export const liveSports = routeCases(ROUTES.liveSports, () => ({ path: '/gamestate' }), [
  rule('lists the sports with live games and the time to live of their states', async (api) => {
    const { data, meta } = await api.read(LiveSportsResponse, '/gamestate');
    expect(data.sports.length).toBeGreaterThan(0);
    const counts = data.sports.map((sport) => sport.event_count);
    expect(meta.sport_count).toBe(data.sports.length);
    expect(meta.total_events).toBe(counts.reduce((sum, count) => sum + count, 0));
    for (const { ttl } of data.sports) {
      expect(Number.isInteger(ttl)).toBe(true);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(60);
    }
  }),
]);

export const gameStates = routeCases(
  ROUTES.gameStates,
  async (api) => ({ path: `/gamestate/${await anySport(api)}` }),
  [
    rule('gives the state of each live game of the sport', async (api) => {
      const listed = await api.read(LiveSportsResponse, '/gamestate');
      for (const { sport, event_count: count } of listed.data.sports) {
        const { data, meta } = await api.read(GameStatesResponse, `/gamestate/${sport}`);
        expect(Object.keys(data).length).toBe(count);
        expect(meta).toMatchObject({ sport, event_count: count });
        expect(meta.filters).toEqual({ league: null, live: null });
        for (const game of Object.values(data)) {
          expect(game.sport).toBe(sport);
          expect(game.bookCount).toBeGreaterThan(0);
          expect(game.primaryBook).toBeTruthy();
        }
      }
    }),
    rule('gameClock is a string in every sport, those without a clock included', async (api) => {
      const { data } = await api.read(LiveSportsResponse, '/gamestate');
      for (const { sport } of data.sports) {
        const { data: games } = await api.read(GameStatesResponse, `/gamestate/${sport}`);
        for (const [id, game] of Object.entries(games)) {
          expect(typeof game.gameClock, `${sport} ${id}`).toBe('string');
        }
      }
    }),
    rule('agrees with /events on the league and the teams', async (api) => {
      const sport = await anySport(api);
      const { data } = await api.read(GameStatesResponse, `/gamestate/${sport}`);
      const events = await api.read(EventsPage, `/events?sport=${sport}&live=true&limit=200`);
      const names = events.data.map((event) =>
        [event.league, event.home_team, event.away_team].join('|'),
      );
      for (const game of Object.values(data)) {
        expect(names).toContain([game.league, game.homeTeam, game.awayTeam].join('|'));
      }
    }),
    rule('league selects one league', async (api) => {
      const sport = await anySport(api);
      const all = await api.read(GameStatesResponse, `/gamestate/${sport}`);
      const league = Object.values(all.data)[0]?.league;
      const one = await api.read(GameStatesResponse, `/gamestate/${sport}?league=${league}`);
      expect(Object.keys(one.data).length).toBeGreaterThan(0);
      for (const game of Object.values(one.data)) expect(game.league).toBe(league);
      const none = await api.read(GameStatesResponse, `/gamestate/${sport}?league=no-such-league`);
      expect(none.data).toEqual({});
    }),
    rule('live selects games in play or before the start', async (api) => {
      const path = `/gamestate/${await anySport(api)}`;
      const all = await api.read(GameStatesResponse, path);
      const live = await api.read(GameStatesResponse, `${path}?live=true`);
      const prematch = await api.read(GameStatesResponse, `${path}?live=false`);
      for (const game of Object.values(live.data)) expect(game.isLive).toBe(true);
      for (const game of Object.values(prematch.data)) expect(game.isLive).toBe(false);
      expect(live.meta.event_count + prematch.meta.event_count).toBe(all.meta.event_count);
    }),
    rule('refuses an unknown sport with 404', async (api) => {
      await api.refused(404, 'not_found', '/gamestate/chess', {}, ['chess']);
    }),
  ],
);
