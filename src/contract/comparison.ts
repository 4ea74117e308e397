import Type, { type Static } from 'typebox';
import { Slugs } from './queries.ts';
import { Maybe } from './wire.ts';

/** One selection of a market, priced by every book that offers it. */
export const ComparisonSelection = Type.Object({
  selection: Type.String(),
  selection_type: Type.String(),
  line: Maybe(Type.Number()),
  /** Tells the selections of a player market apart; not in the specification. */
  player_name: Maybe(Type.String()),
  books: Type.Record(
    Type.String(),
    Type.Object({
      odds_american: Type.Number(),
      odds_decimal: Type.Number(),
      last_seen_at: Type.String(),
    }),
  ),
  best_book: Maybe(Type.String()),
  best_odds: Maybe(Type.Number()),
  worst_book: Maybe(Type.String()),
  worst_odds: Maybe(Type.Number()),
  spread: Maybe(Type.Number()),
});
export type ComparisonSelection = Static<typeof ComparisonSelection>;

export const ComparisonMarket = Type.Object({
  market_type: Type.String(),
  hold: Type.Object({
    best_available: Maybe(Type.Number()),
    by_book: Type.Record(Type.String(), Type.Number()),
  }),
  selections: Type.Array(ComparisonSelection),
});
export type ComparisonMarket = Static<typeof ComparisonMarket>;

/** The answer of `GET /odds/comparison` for one event. */
export const Comparison = Type.Object({
  event_id: Type.String(),
  event_name: Maybe(Type.String()),
  sport: Type.String(),
  league: Type.String(),
  start_time: Maybe(Type.String()),
  is_live: Type.Boolean(),
  books_available: Type.Array(Type.String()),
  markets: Type.Array(ComparisonMarket),
});
export type Comparison = Static<typeof Comparison>;

/** The query of `GET /odds/comparison`. */
export const ComparisonQuery = Type.Object({
  event: Type.String({ minLength: 1 }),
  market: Type.Optional(Slugs),
  sportsbook: Type.Optional(Slugs),
});
export type ComparisonQuery = Static<typeof ComparisonQuery>;

/** The body of `GET /odds/comparison`. */
export const ComparisonAnswer = Type.Object({
  success: Type.Literal(true),
  data: Comparison,
  meta: Type.Object({ market_filter: Maybe(Type.Unknown()), updated_at: Type.String() }),
});
