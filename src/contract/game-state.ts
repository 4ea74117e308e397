import Type, { type Static } from 'typebox';
import { Slugs } from './queries.ts';
import { Count, Maybe } from './wire.ts';

/** A live game as `GET /gamestate/{sport}` gives it, merged from what the books report. */
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

/** The query of `GET /gamestate/{sport}`. */
export const GameStatesQuery = Type.Object({
  league: Type.Optional(Slugs),
  live: Type.Optional(Type.Boolean()),
});
export type GameStatesQuery = Static<typeof GameStatesQuery>;

/** The body of `GET /gamestate/{sport}`; the states by event key. */
export const GameStatesAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Record(Type.String(), GameState),
  meta: Type.Object({
    sport: Type.String(),
    event_count: Type.Number(),
    filters: Type.Object({ league: Maybe(Type.Unknown()), live: Maybe(Type.Boolean()) }),
    updated_at: Type.String(),
  }),
});

/** A sport with live games; `ttl` is how many more seconds its states hold without news. */
export const LiveSport = Type.Object({
  sport: Type.String(),
  event_count: Count,
  ttl: Count,
});
export type LiveSport = Static<typeof LiveSport>;

/** The body of `GET /gamestate`. */
export const LiveSportsAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ sports: Type.Array(LiveSport) }),
  meta: Type.Object({
    sport_count: Type.Number(),
    total_events: Type.Number(),
    updated_at: Type.String(),
  }),
});
