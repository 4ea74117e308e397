import type { Tier } from '../contract/tiers.ts';

/** How a simulated book prices, and what it publishes. */
export interface Trading {
  /** Decides which markets it offers, by the chances in `MARKET_GROUPS`, and what it publishes of live games. */
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

type Region = 'US' | 'UK' | 'EU' | 'AU' | 'GLOBAL';

/** What is known of a sportsbook besides its prices. */
export interface BookProfile {
  readonly id: string;
  readonly displayName: string;
  /** The lowest tier that sees the book; null if all do. Not every book of the tier `sharp` is a sharp book. */
  readonly requiresTier: 'hobby' | 'pro' | 'sharp' | null;
  readonly regions: readonly Region[];
  /** Whether its prices count as the best estimate of true probabilities. */
  readonly isSharp: boolean;
  readonly hasLiveOdds: boolean;
  readonly hasPlayerProps: boolean;
}

/** A sportsbook of the odds service. */
export interface Sportsbook extends BookProfile {
  /** How it prices in the simulation. */
  readonly trading: Trading;
  /** Its address; null if there is nothing to link to. */
  readonly home: string | null;
  /**
   * What leads from there to a price, or else to its event: `{event}` is the book's own id of the event, `{outcome}`
   * the id of the price.
   */
  readonly path?: string;
  /** Whether its pages depend on the US state. */
  readonly isByState?: true;
}

function book(
  id: string,
  displayName: string,
  requiresTier: BookProfile['requiresTier'],
  region: Region,
  trading: Trading,
  home: string | null = null,
  more: Partial<Sportsbook> = {},
): Sportsbook {
  const usual = { regions: [region], isSharp: false, hasLiveOdds: true, hasPlayerProps: true };
  return { id, displayName, requiresTier, trading, home, ...usual, ...more };
}

const BY_STATE = { isByState: true } as const;
const SHARP = { isSharp: true };
const GAMES = { hasPlayerProps: false };
const SHARP_GAMES = { ...SHARP, ...GAMES };

/** Small margins, accurate ratings, fast. */
const MARKET_MAKER: Trading = {
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
const EXCHANGE: Trading = {
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
const RECREATIONAL: Trading = {
  style: 'recreational',
  margin: 0.048,
  ratingError: 0.018,
  pregameSeconds: 100,
  liveSeconds: 13,
  newsSeconds: 7,
  oddsIncrement: 5,
  underChance: 0.04,
};

const SHARPEST = { ...MARKET_MAKER, margin: 0.024, ratingError: 0.003, liveSeconds: 4 };
const LOOSE_MAKER = { ...MARKET_MAKER, margin: 0.04, ratingError: 0.01 };
const FANTASY = { ...RECREATIONAL, style: 'fantasy', margin: 0.06, ratingError: 0.024 } as const;
const LEADING = { ...RECREATIONAL, margin: 0.045, liveSeconds: 9, oddsIncrement: 1 } as const;
const FOLLOWING = { ...RECREATIONAL, margin: 0.055, ratingError: 0.02 };

/**
 * Every sportsbook of the odds service, by the lowest tier that sees it: 2 by all, 3 hobby, 10 pro, 17 sharp. Of the sharp
 * books, Pinnacle is first, because fair prices are taken from the first that prices a market.
 */
export const SPORTSBOOKS: readonly Sportsbook[] = [
  book('draftkings', 'DraftKings', null, 'US', LEADING, 'https://sportsbook.draftkings.com/', {
    path: 'event/{event}?outcomes={outcome}',
  }),
  book('fanduel', 'FanDuel', null, 'US', LEADING, 'https://sportsbook.fanduel.com/', {
    path: 'addToBetslip?eventId={event}&selectionId={outcome}',
    ...BY_STATE,
  }),

  book('betmgm', 'BetMGM', 'hobby', 'US', RECREATIONAL, 'https://sports.betmgm.com/', {
    path: 'en/sports/events/{event}?options={outcome}',
    ...BY_STATE,
  }),
  book('caesars', 'Caesars', 'hobby', 'US', RECREATIONAL, 'https://sportsbook.caesars.com/', {
    path: 'us/bet/betslip?selectionIds={outcome}',
    ...BY_STATE,
  }),
  book('betrivers', 'BetRivers', 'hobby', 'US', FOLLOWING, 'https://betrivers.com/', {
    path: 'event/{event}',
    ...BY_STATE,
  }),

  book('bovada', 'Bovada', 'pro', 'US', RECREATIONAL, 'https://www.bovada.lv/sports'),
  book('bwin', 'bwin', 'pro', 'EU', FOLLOWING, 'https://sports.bwin.com/'),
  book('hardrock', 'Hard Rock Bet', 'pro', 'US', RECREATIONAL, 'https://hardrock.bet/', BY_STATE),
  book('thescorebet', 'theScore Bet', 'pro', 'US', RECREATIONAL, 'https://thescore.bet/', BY_STATE),
  book('ladbrokes', 'Ladbrokes', 'pro', 'UK', FOLLOWING, 'https://sports.ladbrokes.com/', {
    regions: ['UK', 'AU'],
  }),
  book('underdog', 'Underdog', 'pro', 'US', FANTASY, 'https://underdogfantasy.com/', {
    hasLiveOdds: false,
  }),
  book('skybet', 'Sky Bet', 'pro', 'UK', FOLLOWING, 'https://skybet.com/'),
  book('fanatics', 'Fanatics Sportsbook', 'pro', 'US', RECREATIONAL, 'https://fanatics.com/'),
  book('bet365', 'bet365', 'pro', 'US', LEADING, 'https://www.bet365.com/', {
    regions: ['US', 'UK', 'EU', 'AU'],
  }),
  book('williamhill', 'William Hill', 'pro', 'UK', FOLLOWING, 'https://sports.williamhill.com/', {
    regions: ['UK', 'EU'],
  }),

  book('pinnacle', 'Pinnacle', 'sharp', 'GLOBAL', SHARPEST, 'https://www.pinnacle.com/', SHARP),
  book('circa', 'Circa Sports', 'sharp', 'US', MARKET_MAKER, null, SHARP_GAMES),
  book('novig', 'Novig', 'sharp', 'US', EXCHANGE, 'https://novig.com/', SHARP),
  book('polymarket', 'Polymarket', 'sharp', 'GLOBAL', EXCHANGE, 'https://polymarket.com/', GAMES),
  book('kalshi', 'Kalshi', 'sharp', 'US', EXCHANGE, 'https://kalshi.com/', GAMES),
  book('sx_bet', 'SX Bet', 'sharp', 'GLOBAL', EXCHANGE, null, GAMES),
  book('saba', 'SABA Sports', 'sharp', 'GLOBAL', LOOSE_MAKER, null, GAMES),
  book('sportzino', 'Sportzino', 'sharp', 'US', FOLLOWING),
  book('prophetx', 'ProphetX', 'sharp', 'US', EXCHANGE, 'https://www.prophetx.co/', SHARP),
  book('betfair_exchange', 'Betfair Exchange', 'sharp', 'UK', EXCHANGE, 'https://betfair.com/', {
    regions: ['UK', 'EU', 'AU'],
    ...SHARP_GAMES,
  }),
  book('smarkets', 'Smarkets', 'sharp', 'UK', EXCHANGE, 'https://smarkets.com/', SHARP_GAMES),
  book('matchbook', 'Matchbook', 'sharp', 'UK', EXCHANGE, 'https://matchbook.com/', SHARP_GAMES),
  book('bookmaker', 'Bookmaker.eu', 'sharp', 'GLOBAL', MARKET_MAKER, null, SHARP),
  book('betonline', 'BetOnline', 'sharp', 'US', LOOSE_MAKER, 'https://www.betonline.ag/'),
  book('betcris', 'Betcris', 'sharp', 'GLOBAL', MARKET_MAKER, null, SHARP_GAMES),
  book('sbobet', 'SBOBET', 'sharp', 'GLOBAL', MARKET_MAKER, null, SHARP_GAMES),
  book('singbet', 'Singbet', 'sharp', 'GLOBAL', MARKET_MAKER, null, SHARP_GAMES),
];

/**
 * The lowest tier that sees books outside the table; recordings of real prices have such books. The odds
 * service's specification fixes the number of books that each lower tier sees, so those see none of them.
 */
export const UNLISTED_BOOK_TIER = 'sharp';

const BY_ID: ReadonlyMap<string, Sportsbook> = new Map(SPORTSBOOKS.map((one) => [one.id, one]));

/** Undefined for a book outside the table. */
export function listedBook(bookId: string): Sportsbook | undefined {
  return BY_ID.get(bookId);
}

/** The lowest tier that sees the book. */
export function requiredTierOf(bookId: string): Tier {
  const listed = BY_ID.get(bookId);
  return listed === undefined ? UNLISTED_BOOK_TIER : (listed.requiresTier ?? 'free');
}
