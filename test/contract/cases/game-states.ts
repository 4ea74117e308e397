import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import {
  GameStatesResponse,
  LiveSportsResponse,
} from '../../../src/contract/routes/game-states.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api } from '../api.ts';
import { expectEach, ruleInPlay } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const sportsIn = (api: Api) => api.read(LiveSportsResponse, '/gamestate');
const statesOf = (api: Api, sport: string, query = '') =>
  api.read(GameStatesResponse, `/gamestate/${sport}?${query}`);

async function anySport(api: Api): Promise<string> {
  const [first] = (await sportsIn(api)).data.sports;
  if (first === undefined) throw new Error('The service has no live game state.');
  return first.sport;
}

/** The sports whose states have a field, of those that not all have. */
const SPORTS_WITH: readonly (readonly [field: RegExp, sports: RegExp])[] = [
  [/^(possession|lastPlay)$/, /^(football|basketball)$/],
  [/^fouls/, /^basketball$/],
  [/^(corners|yellowCards|redCards)/, /^soccer$/],
  [/^powerPlay$/, /^hockey$/],
  [/^(sets|server$)/, /^tennis$/],
];

export const liveSports = routeCases(ROUTES.liveSports, () => ({ path: '/gamestate' }), [
  ruleInPlay('lists the sports with live games, and their time to live', async (api) => {
    const { data, meta } = await sportsIn(api);
    const counts = data.sports.map((sport) => sport.event_count);
    expect(meta.sport_count).toBe(data.sports.length);
    expect(meta.total_events).toBe(counts.reduce((sum, count) => sum + count, 0));
    expectEach(data.sports, ({ ttl }) => Number.isInteger(ttl) && ttl > 0 && ttl <= 60);
  }),
]);

export const gameStates = routeCases(
  ROUTES.gameStates,
  async (api) => ({ path: `/gamestate/${await anySport(api)}` }),
  [
    ruleInPlay('gives the state of each live game, on the teams of /events', async (api) => {
      for (const { sport, event_count: count } of (await sportsIn(api)).data.sports) {
        const { data, meta } = await statesOf(api, sport);
        expect(Object.keys(data).length).toBe(count);
        expect(meta).toMatchObject({ sport, event_count: count });
        expect(meta.filters).toEqual({ league: null, live: null });
        const events = await api.read(EventsPage, `/events?sport=${sport}&live=true&limit=200`);
        const names = new Set(
          events.data.map((event) => [event.league, event.home_team, event.away_team].join()),
        );
        expectEach(Object.values(data), (game) => {
          const isReported = game.bookCount > 0 && game.primaryBook !== '';
          // A string in sports without a clock too.
          const hasClock = game.sport === sport && typeof game.gameClock === 'string';
          return (
            isReported && hasClock && names.has([game.league, game.homeTeam, game.awayTeam].join())
          );
        });
        const fields = Object.values(data).flatMap((game) => Object.keys(game));
        const ofOthers = SPORTS_WITH.filter(([, sports]) => !sports.test(sport));
        const wrong = fields.filter((name) => ofOthers.some(([field]) => field.test(name)));
        expect(wrong, sport).toEqual([]);
      }
    }),
    ruleInPlay('league selects one league, live games in play or before the start', async (api) => {
      const sport = await anySport(api);
      const all = await statesOf(api, sport);
      const league = Object.values(all.data)[0]?.league;
      const one = await statesOf(api, sport, `league=${league}`);
      expectEach(Object.values(one.data), (game) => game.league === league);
      expect((await statesOf(api, sport, 'league=no-such-league')).data).toEqual({});
      const live = await statesOf(api, sport, 'live=true');
      const upcoming = await statesOf(api, sport, 'live=false');
      expectEach(Object.values(live.data), (game) => game.isLive);
      expect(Object.values(upcoming.data).filter((game) => game.isLive)).toEqual([]);
      expect(live.meta.event_count + upcoming.meta.event_count).toBe(all.meta.event_count);
    }),
  ],
);
