import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import { Count, Maybe, ResponseBody, Rows, Time } from '../wire.ts';
import { Slugs } from './parameters.ts';

/**
 * The state of a live game, merged from the reports of the sportsbooks. `primaryBook` is the sportsbook whose report
 * has priority: the `bookCount - 1` others add what it leaves out. `possession`, `powerPlay` and `server` (in tennis)
 * are `home` or `away`.
 */
export const GameState = Type.Object({
  isLive: Type.Boolean(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  homeScore: Type.Number(),
  awayScore: Maybe(Type.Number()),
  gamePeriod: Maybe(Type.String()),
  gameClock: Maybe(Type.String()),
  primaryBook: Type.String(),
  bookCount: Count,
  possession: Maybe(Type.String()),
  lastPlay: Maybe(Type.String()),
  foulsHome: Maybe(Type.Number()),
  foulsAway: Maybe(Type.Number()),
  cornersHome: Maybe(Type.Number()),
  cornersAway: Maybe(Type.Number()),
  yellowCardsHome: Maybe(Type.Number()),
  yellowCardsAway: Maybe(Type.Number()),
  redCardsHome: Maybe(Type.Number()),
  redCardsAway: Maybe(Type.Number()),
  powerPlay: Maybe(Type.String()),
  setsHome: Maybe(Type.Number()),
  setsAway: Maybe(Type.Number()),
  server: Maybe(Type.String()),
});
export type GameState = Static<typeof GameState>;

/** A state as it is read: one without a score, as before the game, must not fail the list. */
const ListedState = Type.Object({ ...GameState.properties, homeScore: Maybe(Type.Number()) });
export type ListedState = Static<typeof ListedState>;

/**
 * A sport with live games. `ttl` is how many more seconds its states stay valid without an update; a store may say -1 or -2
 * where it knows none.
 */
export const LiveSport = Type.Object({
  sport: Type.String(),
  event_count: Count,
  ttl: Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
});
export type LiveSport = Static<typeof LiveSport>;

export const LiveSportsResponse = ResponseBody(
  { data: Type.Object({ sports: Type.Array(LiveSport) }) },
  {
    success: Type.Literal(true),
    meta: Type.Object({
      sport_count: Type.Number(),
      total_events: Type.Number(),
      updated_at: Time,
    }),
  },
);

/** The states by event key. The specification of the odds service does not say what an event's key is. */
export const GameStatesResponse = ResponseBody(
  {
    data: Rows(Type.Record(Type.String(), GameState), Type.Record(Type.String(), ListedState)),
  },
  {
    success: Type.Literal(true),
    meta: Type.Object({
      sport: Type.String(),
      event_count: Type.Number(),
      filters: Type.Object({ league: Maybe(Type.Unknown()), live: Maybe(Type.Boolean()) }),
      updated_at: Time,
    }),
  },
);

/** What both routes have in common. The odds service updates game states every second or two. */
const ENTERPRISE_FEATURE = {
  method: 'GET',
  tier: 'enterprise',
  lowTierCode: 'feature_not_available',
  missingKeyCode: 'missing_api_key',
  freshForMs: 1_000,
} as const;

export const liveSports = route({
  ...ENTERPRISE_FEATURE,
  path: '/gamestate',
  response: LiveSportsResponse,
});

export const gameStates = route({
  ...ENTERPRISE_FEATURE,
  path: '/gamestate/{sport}',
  query: Type.Object({
    league: Type.Optional(Slugs),
    live: Type.Optional(Type.Boolean()),
  }),
  response: GameStatesResponse,
  objectsPerRequest: 50, // The games of a sport.
});
