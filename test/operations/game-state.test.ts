import type { Static } from 'typebox';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import type {
  GameState,
  GameStatesResponse,
  LiveSportsResponse,
} from '../../src/contract/routes/game-states.ts';
import { largeSimulation } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

type States = Static<typeof GameStatesResponse>;

const SPORTS = ['baseball', 'basketball', 'football', 'hockey', 'soccer', 'tennis'];
const STATE = `{
  eventKey isLive homeTeam awayTeam sport league homeScore awayScore gamePeriod gameClock primaryBook
  bookCount possession lastPlay foulsHome foulsAway cornersHome cornersAway yellowCardsHome
  yellowCardsAway redCardsHome redCardsAway powerPlay setsHome setsAway server }`;
const OPTIONAL = [
  ...['awayScore', 'gamePeriod', 'gameClock', 'possession', 'lastPlay', 'foulsHome', 'foulsAway'],
  ...['cornersHome', 'cornersAway', 'yellowCardsHome', 'yellowCardsAway', 'redCardsHome'],
  ...['redCardsAway', 'powerPlay', 'setsHome', 'setsAway', 'server'],
] as const;

const graph = await sharedGraph({ feed: largeSimulation });

/** By event key. */
const states: Record<string, GameState> = Object.assign(
  {},
  ...(await Promise.all(SPORTS.map((sport) => restStates(sport)))),
);
const { data: events } = await graph.rest<{ data: Event[] }>('/events?limit=200');

test('liveSports lists the sports with live games', async () => {
  const rest = await graph.rest<Static<typeof LiveSportsResponse>>('/gamestate');
  const data = await graph.dataOf('{ liveSports { sport eventCount ttlSeconds } }');
  expect(data.liveSports).toEqual(
    rest.data.sports.map(({ sport, event_count: eventCount, ttl: ttlSeconds }) => ({
      sport,
      eventCount,
      ttlSeconds,
    })),
  );
  expect(data.liveSports).toHaveLength(SPORTS.length);
});

test('sports are listed although upstream knows no time that states of one stay valid for', async () => {
  graph.proxy.rewrite<{ data: { sports: object[] } }>('GET /gamestate', ({ data, ...body }) => ({
    ...body,
    data: { sports: data.sports.map((sport, i) => ({ ...sport, ttl: i === 0 ? -1 : 5 })) },
  }));
  const data = await graph.dataOf('{ liveSports { ttlSeconds } }');
  expect(data.liveSports?.map(({ ttlSeconds }) => ttlSeconds)).toEqual([-1, 5, 5, 5, 5, 5]);
});

test.each(SPORTS)('gameStates returns every game of %s with every field', async (sport) => {
  const query = `query ($sport: String!) { gameStates(sport: $sport) ${STATE} }`;
  const { data, errors } = await graph.ask(query, { variables: { sport } });
  const games = Object.entries(await restStates(sport));
  expect(games.length).toBeGreaterThan(0);
  expect([errors, data.gameStates]).toEqual([
    [],
    games.map(([key, one]) => expectedState(key, one)),
  ]);
});

test('events have their game states, which take one request per sport', async () => {
  const query = `{ events(first: 200) { nodes { id liveGameState ${STATE} } } }`;
  const data = await graph.dataOf(query);
  expect(data.events?.nodes).toEqual(events.map(({ id }) => ({ id, liveGameState: stateOf(id) })));
  const routes = [...new Set(events.map(({ sport }) => `GET /gamestate/${sport}`))];
  expect(graph.proxy.costs).toEqual({
    'GET /events': 1,
    ...Object.fromEntries(routes.map((route) => [route, 1])),
  });
  expect(Object.keys(states).length).toBeGreaterThan(20);
});

test('gameStates can be filtered by league and by whether the game is in play', async () => {
  const data = await graph.dataOf<Record<string, { eventKey: string }[]>>(`{
    nba: gameStates(sport: "basketball", league: "nba") { eventKey }
    live: gameStates(sport: "basketball", live: true) { eventKey }
    before: gameStates(sport: "basketball", live: false) { eventKey } }`);
  const keysOf = async (filter: string) =>
    Object.keys(await restStates(`basketball?${filter}`)).map((eventKey) => ({ eventKey }));
  expect(data).toEqual({
    nba: await keysOf('league=nba'),
    live: await keysOf('live=true'),
    before: await keysOf('live=false'),
  });
  expect(data['nba']?.length).toBeLessThan(Object.keys(await restStates('basketball')).length);
  expect(data['before']).toEqual([]);
});

test('a game without a score yet has no state, and takes none away from others', async () => {
  const [unscored = '', ...scored] = Object.keys(await restStates('basketball'));
  graph.proxy.rewrite('GET /gamestate/basketball', ({ data, ...rest }: States) => ({
    ...rest,
    data: { ...data, [unscored]: { ...data[unscored], homeScore: null, awayScore: null } },
  }));
  const data = await graph.dataOf(
    `query ($id: ID!) { event(id: $id) { liveGameState { eventKey } }
      gameStates(sport: "basketball") { eventKey } }`,
    { variables: { id: unscored } },
  );
  expect(data.event).toEqual({ liveGameState: null });
  expect(data.gameStates).toEqual(scored.map((eventKey) => ({ eventKey })));
});

test('a sport without games returns an empty list, and its events have no state', async () => {
  graph.proxy.rewriteRows('GET /events', (event) => ({ ...event, sport: 'curling' }));
  const data = await graph.dataOf(`{
    gameStates(sport: "curling") { eventKey }
    events(first: 2) { nodes { liveGameState { eventKey } } } }`);
  expect(data.gameStates).toEqual([]);
  expect(data.events?.nodes).toEqual([{ liveGameState: null }, { liveGameState: null }]);
});

describe('if event keys are not event ids', () => {
  beforeEach(() => {
    for (const sport of SPORTS) {
      graph.proxy.rewrite(`GET /gamestate/${sport}`, ({ data, ...rest }: States) => ({
        ...rest,
        data: underOtherKeys(data),
      }));
    }
  });

  test('a game state is matched by league and both teams, case-insensitively', async () => {
    const query = '{ events(first: 200) { nodes { id liveGameState { homeScore awayScore } } } }';
    const data = await graph.dataOf(query);
    expect(data.events?.nodes).toEqual(
      events.map(({ id }) => {
        const state = states[id];
        const score = state && { homeScore: state.homeScore, awayScore: state.awayScore };
        return { id, liveGameState: score ?? null };
      }),
    );
  });

  test('an event of the same teams tomorrow does not get the score of today', async () => {
    const today = events.find(({ id }) => id in states);
    graph.proxy.rewrite('GET /events', (body: object) => ({
      ...body,
      data: [today, { ...today, id: 'tomorrow', is_live: false, status: 'upcoming' }],
    }));
    const data = await graph.dataOf('{ events { nodes { id liveGameState { homeScore } } } }');
    expect(data.events?.nodes).toEqual([
      { id: today?.id, liveGameState: { homeScore: states[today?.id ?? '']?.homeScore } },
      { id: 'tomorrow', liveGameState: null },
    ]);
  });
});

test('a sport is always sent as a single path segment', async () => {
  const data = await graph.dataOf('{ gameStates(sport: "a?live=1#x") { eventKey } }');
  expect(data.gameStates).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /gamestate/a%3Flive%3D1%23x': 1 });
});

async function restStates(sport: string): Promise<Record<string, GameState>> {
  return (await graph.rest<States>(`/gamestate/${sport}`)).data;
}

function underOtherKeys(data: Record<string, GameState>): Record<string, GameState> {
  return Object.fromEntries(
    Object.values(data).map((state, index) => [
      `game-${index}`,
      { ...state, homeTeam: state.homeTeam.toUpperCase(), league: state.league.toUpperCase() },
    ]),
  );
}

function stateOf(eventId: string) {
  const state = states[eventId];
  return state === undefined ? null : expectedState(eventId, state);
}

function expectedState(eventKey: string, wire: GameState) {
  const { isLive, homeTeam, awayTeam, sport, league, homeScore, primaryBook, bookCount } = wire;
  return {
    ...{ eventKey, isLive, homeTeam, awayTeam, sport, league, homeScore, primaryBook, bookCount },
    ...Object.fromEntries(OPTIONAL.map((field) => [field, wire[field] ?? null])),
    // The wire has an empty clock in sports that are played without one.
    gameClock: wire.gameClock === '' ? null : wire.gameClock,
  };
}
