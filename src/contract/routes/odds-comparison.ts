import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import { Maybe, ResponseBody, Time } from '../wire.ts';
import { ODDS_FRESH_MS } from './odds.ts';
import { Slugs } from './parameters.ts';

/** One selection of a market, priced by every book that offers it. */
export const ComparisonSelection = Type.Object({
  selection: Type.String(),
  selection_type: Type.String(),
  line: Maybe(Type.Number()),
  /** Distinguishes the selections of a player market. The specification of the odds service lacks it. */
  player_name: Maybe(Type.String()),
  books: Type.Record(
    Type.String(),
    Type.Object({
      odds_american: Type.Number(),
      odds_decimal: Type.Number(),
      last_seen_at: Time,
    }),
  ),
  /** `best_odds` and `worst_odds` are American odds. */
  best_book: Maybe(Type.String()),
  best_odds: Maybe(Type.Number()),
  worst_book: Maybe(Type.String()),
  worst_odds: Maybe(Type.Number()),
  /** The difference between the implied probabilities of the worst and the best odds, in percentage points. */
  spread: Maybe(Type.Number()),
});
export type ComparisonSelection = Static<typeof ComparisonSelection>;

export const ComparisonMarket = Type.Object({
  market_type: Type.String(),
  /** In percent: from the best price on each selection, whichever book it is at, and from the prices of each book. */
  hold: Type.Object({
    best_available: Maybe(Type.Number()),
    by_book: Type.Record(Type.String(), Type.Number()),
  }),
  selections: Type.Array(ComparisonSelection),
});
export type ComparisonMarket = Static<typeof ComparisonMarket>;

/** One event with all its markets, compared over the sportsbooks. */
export const Comparison = Type.Object({
  event_id: Type.String(),
  event_name: Maybe(Type.String()),
  sport: Type.String(),
  league: Type.String(),
  start_time: Maybe(Time),
  is_live: Type.Boolean(),
  books_available: Type.Array(Type.String()),
  markets: Type.Array(ComparisonMarket),
});
export type Comparison = Static<typeof Comparison>;

export const ComparisonResponse = ResponseBody(
  { data: Comparison },
  {
    success: Type.Literal(true),
    meta: Type.Object({ market_filter: Maybe(Type.Unknown()), updated_at: Time }),
  },
);

export const oddsComparison = route({
  method: 'GET',
  path: '/odds/comparison',
  tier: 'free',
  query: Type.Object({
    event: Type.String({ minLength: 1 }),
    market: Type.Optional(Slugs),
    sportsbook: Type.Optional(Slugs),
  }),
  response: ComparisonResponse,
  freshForMs: ODDS_FRESH_MS,
});
