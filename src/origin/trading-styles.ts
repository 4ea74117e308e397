/** How a simulated book prices, and what it publishes. */
export interface Trading {
  /** Which markets it offers, for which `MARKET_GROUPS` has a chance for each style, and what it publishes of live games. */
  readonly style: 'maker' | 'exchange' | 'recreational' | 'fantasy';
  /** The margin of an even two-way market: what its implied probabilities add up to above 1. */
  readonly margin: number;
  /** The standard deviation of the error in its rating of a game, as a multiple of that of results in the sport. */
  readonly ratingError: number;
  /** Average seconds between two looks at an event before and during the game, and from news to the next look. */
  readonly pregameSeconds: number;
  readonly liveSeconds: number;
  readonly newsSeconds: number;
  /** American odds are multiples of this. */
  readonly oddsIncrement: 1 | 5;
  /** The chance that it offers not only the over but also the under of a player prop, on the main line. */
  readonly underChance: number;
}

/** Small margins, accurate ratings, fast. */
export const MARKET_MAKER: Trading = {
  style: 'maker',
  margin: 0.028,
  ratingError: 0.006,
  pregameSeconds: 70,
  liveSeconds: 5,
  newsSeconds: 3,
  oddsIncrement: 1,
  underChance: 0.5,
};

/** Bettors trade with each other: hardly any margin, and mostly main markets. */
export const EXCHANGE: Trading = {
  style: 'exchange',
  margin: 0.02,
  ratingError: 0.006,
  pregameSeconds: 75,
  liveSeconds: 6,
  newsSeconds: 4,
  oddsIncrement: 1,
  underChance: 0.25,
};

/** Follows the market makers: large margins, many markets, slow. */
export const RECREATIONAL: Trading = {
  style: 'recreational',
  margin: 0.048,
  ratingError: 0.018,
  pregameSeconds: 100,
  liveSeconds: 13,
  newsSeconds: 7,
  oddsIncrement: 5,
  underChance: 0.04,
};
