import Type, { type Static } from 'typebox';
import { Count, Maybe, Time } from './wire.ts';

/** The kinds of opportunities. Event names of the stream begin with them: `<kind>:detected`. */
export const OPPORTUNITY_KINDS = ['ev', 'arb', 'middles', 'low_hold'] as const;
export type OpportunityKind = (typeof OPPORTUNITY_KINDS)[number];

/**
 * A price above the fair one, which has a positive expected value (EV). `game_id` and `game` are the event's id and
 * name. Percentages are 0 to 100. `no_vig_odds` is the fair price in American odds, `kelly_percent` the share of
 * the bankroll to stake by the Kelly criterion. `confidence_score` is 0 to 100.
 */
export const EvOpportunity = Type.Object({
  id: Type.String(),
  game_id: Type.String(),
  ev_percentage: Type.Number(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  no_vig_odds: Type.Number(),
  selection: Type.String(),
  market: Type.String(),
  line: Maybe(Type.Number()),
  sportsbook: Type.String(),
  game: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  home_team: Maybe(Type.String()),
  away_team: Maybe(Type.String()),
  start_time: Maybe(Time),
  is_live: Type.Boolean(),
  confidence_score: Type.Number(),
  kelly_percent: Type.Number(),
  book_count: Count,
  detected_at: Time,
});
export type EvOpportunity = Static<typeof EvOpportunity>;

/** Which opportunity it is, on which market, and since when: in all kinds but EV. */
const Place = {
  id: Type.String(),
  event_id: Type.String(),
  event_name: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  market_type: Type.String(),
  detected_at: Time,
};

/**
 * Prices on all sides of a market that together make a profit, whichever side wins. `stake_percent` of the
 * legs sum to 100; `implied_total` is the sum of their implied probabilities, below 1.
 */
export const ArbitrageOpportunity = Type.Object({
  ...Place,
  line: Maybe(Type.Number()),
  profit_percent: Type.Number(),
  implied_total: Type.Number(),
  is_live: Type.Boolean(),
  legs: Type.Array(
    Type.Object({
      sportsbook: Type.String(),
      selection: Type.String(),
      odds_american: Type.Number(),
      odds_decimal: Type.Number(),
      implied_probability: Type.Number(),
      stake_percent: Type.Number(),
    }),
  ),
});
export type ArbitrageOpportunity = Static<typeof ArbitrageOpportunity>;

const MiddleSide = Type.Object({
  book: Type.String(),
  selection: Type.String(),
  line: Maybe(Type.Number()),
  odds: Type.Object({
    american: Type.Number(),
    decimal: Type.Number(),
    probability: Type.Number(),
    fair_probability: Maybe(Type.Number()),
  }),
  stake_percent: Type.Number(),
  odds_age_seconds: Type.Number(),
  deep_link: Maybe(Type.String()),
});

/**
 * Opposite sides at different lines: both win when the result falls between them. `middle_size` is the distance
 * between the lines, `middle_numbers` are the results on which both win. `middle_probability` is 0 to 1,
 * `expected_value` in percent of both stakes, `quality_score` 0 to 100.
 */
export const MiddleOpportunity = Type.Object({
  ...Place,
  side1: MiddleSide,
  side2: MiddleSide,
  middle_size: Type.Number(),
  middle_numbers: Type.Array(Type.Number()),
  middle_probability: Type.Number(),
  expected_value: Type.Number(),
  quality_score: Type.Number(),
});
export type MiddleOpportunity = Static<typeof MiddleOpportunity>;

/** One side of a low-hold opportunity, with all sportsbooks that offer its best price. */
export const LowHoldSide = Type.Object({
  selection: Type.String(),
  books: Type.Array(Type.String()),
  line: Maybe(Type.Number()),
  odds: Type.Object({
    american: Type.Number(),
    decimal: Type.Number(),
    implied_probability: Type.Number(),
    /** Null where there are too few prices to estimate it. */
    fair_probability: Maybe(Type.Number()),
  }),
  deep_links: Maybe(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
});
export type LowHoldSide = Static<typeof LowHoldSide>;

/**
 * A market whose best prices leave a small margin; `hold_percentage` 1.8 means 1.8 %. `confidence` is 0 to 100.
 * The stream's payload has fewer fields than the listing: those that it lacks are optional here.
 */
export const LowHoldOpportunity = Type.Object({
  ...Place,
  home_team: Maybe(Type.String()),
  away_team: Maybe(Type.String()),
  start_time: Maybe(Time),
  line: Maybe(Type.Number()),
  hold_percentage: Type.Number(),
  /** An `EventGameState` as far as anybody knows: the specification does not give its fields. */
  game_state: Maybe(Type.Unknown()),
  side1: LowHoldSide,
  side2: LowHoldSide,
  side3: Maybe(LowHoldSide),
  is_live: Type.Boolean(),
  is_alternate_line: Maybe(Type.Boolean()),
  is_player_prop: Maybe(Type.Boolean()),
  player_name: Maybe(Type.String()),
  stat_category: Maybe(Type.String()),
  all_books: Type.Array(Type.String()),
  confidence: Maybe(Type.Number()),
  odds_age_seconds: Maybe(Type.Number()),
  possibly_stale: Maybe(Type.Boolean()),
});
export type LowHoldOpportunity = Static<typeof LowHoldOpportunity>;

/** The payload of each kind of opportunity. */
export interface OpportunityOf {
  readonly ev: EvOpportunity;
  readonly arb: ArbitrageOpportunity;
  readonly middles: MiddleOpportunity;
  readonly low_hold: LowHoldOpportunity;
}
