import type { Tier } from '../contract/tiers.ts';
import { EXCHANGE, MARKET_MAKER, RECREATIONAL, type Trading } from './trading-styles.ts';

/** What is known of a sportsbook besides its prices. */
export interface BookProfile {
  readonly id: string;
  readonly displayName: string;
  /** The lowest tier that sees the book; null if all do. Not every book of the tier `sharp` is a sharp book. */
  readonly requiresTier: 'hobby' | 'pro' | 'sharp' | null;
  readonly regions: readonly ('US' | 'UK' | 'EU' | 'AU' | 'GLOBAL')[];
  /** Whether its prices count as the best estimate of true probabilities. */
  readonly isSharp: boolean;
  readonly hasLiveOdds: boolean;
  readonly hasPlayerProps: boolean;
}

/** A sportsbook of the odds service. */
export interface Sportsbook extends BookProfile {
  /** How it prices in the simulation. */
  readonly trading: Trading;
  /** Null if there is nothing to link to. */
  readonly pages: BookPages | null;
}

/** The address of a book, and what it adds to that for its other pages. */
export interface BookPages {
  readonly home: string;
  /** `{event}` is the book's own id of the event. */
  readonly event?: string;
  /** `{outcome}` is the id of the price. */
  readonly outcome?: string;
  /** Whether its pages depend on the US state. */
  readonly byState?: true;
}

function book(
  id: string,
  displayName: string,
  requiresTier: BookProfile['requiresTier'],
  regions: BookProfile['regions'],
  more: Partial<Sportsbook> & Pick<Sportsbook, 'trading'>,
): Sportsbook {
  const usual = { isSharp: false, hasLiveOdds: true, hasPlayerProps: true, pages: null };
  return { id, displayName, requiresTier, regions, ...usual, ...more };
}

/** Every sportsbook of the odds service, by the lowest tier that sees it: 2 by all, 3 hobby, 10 pro, 17 sharp. */
export const SPORTSBOOKS: readonly Sportsbook[] = [
  book('draftkings', 'DraftKings', null, ['US'], {
    trading: { ...RECREATIONAL, margin: 0.045, liveSeconds: 9 },
    pages: {
      home: 'https://sportsbook.draftkings.com/',
      event: 'event/{event}',
      outcome: 'event/{event}?outcomes={outcome}',
    },
  }),
  book('fanduel', 'FanDuel', null, ['US'], {
    trading: { ...RECREATIONAL, margin: 0.046, liveSeconds: 9, oddsIncrement: 1 },
    pages: {
      home: 'https://sportsbook.fanduel.com/',
      event: 'event/{event}',
      outcome: 'addToBetslip?eventId={event}&selectionId={outcome}',
      byState: true,
    },
  }),

  book('betmgm', 'BetMGM', 'hobby', ['US'], {
    trading: { ...RECREATIONAL, ratingError: 0.02 },
    pages: {
      home: 'https://sports.betmgm.com/',
      event: 'en/sports/events/{event}',
      outcome: 'en/sports/events/{event}?options={outcome}',
      byState: true,
    },
  }),
  book('caesars', 'Caesars', 'hobby', ['US'], {
    trading: { ...RECREATIONAL, ratingError: 0.02 },
    pages: {
      home: 'https://sportsbook.caesars.com/',
      event: 'us/event/{event}',
      outcome: 'us/bet/betslip?selectionIds={outcome}',
      byState: true,
    },
  }),
  book('betrivers', 'BetRivers', 'hobby', ['US'], {
    trading: { ...RECREATIONAL, margin: 0.052, oddsIncrement: 1 },
    pages: { home: 'https://betrivers.com/', event: 'event/{event}', byState: true },
  }),

  book('bovada', 'Bovada', 'pro', ['US'], {
    trading: { ...RECREATIONAL, liveState: 'score-and-clock' },
    pages: { home: 'https://www.bovada.lv/sports', event: '/event/{event}' },
  }),
  book('bwin', 'bwin', 'pro', ['EU'], {
    trading: { ...RECREATIONAL, margin: 0.054 },
    pages: { home: 'https://sports.bwin.com/', event: 'en/sports/events/{event}' },
  }),
  book('hardrock', 'Hard Rock Bet', 'pro', ['US'], {
    trading: RECREATIONAL,
    pages: { home: 'https://app.hardrock.bet/', byState: true },
  }),
  book('thescorebet', 'theScore Bet', 'pro', ['US'], {
    trading: { ...RECREATIONAL, liveState: 'score-and-clock' },
    pages: { home: 'https://thescore.bet/', event: 'event/{event}', byState: true },
  }),
  book('ladbrokes', 'Ladbrokes', 'pro', ['UK', 'AU'], {
    trading: { ...RECREATIONAL, margin: 0.056, ratingError: 0.02 },
    pages: { home: 'https://sports.ladbrokes.com/', event: 'event/{event}' },
  }),
  book('underdog', 'Underdog', 'pro', ['US'], {
    hasLiveOdds: false,
    trading: { ...RECREATIONAL, style: 'fantasy', margin: 0.06, ratingError: 0.024 },
    pages: { home: 'https://underdogfantasy.com/' },
  }),
  book('skybet', 'Sky Bet', 'pro', ['UK'], {
    trading: { ...RECREATIONAL, margin: 0.058, ratingError: 0.02 },
    pages: { home: 'https://skybet.com/' },
  }),
  book('fanatics', 'Fanatics Sportsbook', 'pro', ['US'], {
    trading: { ...RECREATIONAL, margin: 0.05 },
    pages: { home: 'https://sportsbook.fanatics.com/', event: 'events/{event}', byState: true },
  }),
  book('bet365', 'bet365', 'pro', ['US', 'UK', 'EU', 'AU'], {
    trading: { ...RECREATIONAL, margin: 0.047, liveSeconds: 8, oddsIncrement: 1 },
    pages: { home: 'https://www.bet365.com/' },
  }),
  book('williamhill', 'William Hill', 'pro', ['UK', 'EU'], {
    trading: { ...RECREATIONAL, margin: 0.055 },
    pages: { home: 'https://sports.williamhill.com/', event: 'betting/en-gb/event/{event}' },
  }),

  book('pinnacle', 'Pinnacle', 'sharp', ['GLOBAL'], {
    isSharp: true,
    trading: {
      ...MARKET_MAKER,
      margin: 0.024,
      ratingError: 0.003,
      pregameSeconds: 50,
      liveSeconds: 4,
    },
    pages: { home: 'https://www.pinnacle.com/', event: 'en/event/{event}' },
  }),
  book('circa', 'Circa Sports', 'sharp', ['US'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...MARKET_MAKER, margin: 0.03, ratingError: 0.004 },
  }),
  book('novig', 'Novig', 'sharp', ['US'], {
    isSharp: true,
    trading: EXCHANGE,
    pages: { home: 'https://novig.com/', event: 'events/{event}' },
  }),
  book('polymarket', 'Polymarket', 'sharp', ['GLOBAL'], {
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.02 },
    pages: { home: 'https://polymarket.com/', event: 'event/{event}' },
  }),
  book('kalshi', 'Kalshi', 'sharp', ['US'], {
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.022 },
    pages: { home: 'https://kalshi.com/', event: 'markets/{event}' },
  }),
  book('sx_bet', 'SX Bet', 'sharp', ['GLOBAL'], {
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.022, liveState: 'score' },
  }),
  book('saba', 'SABA Sports', 'sharp', ['GLOBAL'], {
    hasPlayerProps: false,
    trading: { ...MARKET_MAKER, margin: 0.042, ratingError: 0.01, liveSeconds: 8 },
  }),
  book('sportzino', 'Sportzino', 'sharp', ['US'], {
    trading: { ...RECREATIONAL, margin: 0.062, ratingError: 0.022, liveState: 'score' },
  }),
  book('prophetx', 'ProphetX', 'sharp', ['US'], {
    isSharp: true,
    trading: EXCHANGE,
    pages: { home: 'https://www.prophetx.co/' },
  }),
  book('betfair_exchange', 'Betfair Exchange', 'sharp', ['UK', 'EU', 'AU'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.016, liveState: 'score-and-clock' },
    pages: { home: 'https://www.betfair.com/exchange/plus/', event: 'event/{event}' },
  }),
  book('smarkets', 'Smarkets', 'sharp', ['UK', 'EU'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.016, liveState: 'score' },
    pages: { home: 'https://smarkets.com/', event: 'event/{event}' },
  }),
  book('matchbook', 'Matchbook', 'sharp', ['UK', 'EU'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...EXCHANGE, margin: 0.018 },
    pages: { home: 'https://www.matchbook.com/' },
  }),
  book('bookmaker', 'Bookmaker.eu', 'sharp', ['GLOBAL'], {
    isSharp: true,
    trading: { ...MARKET_MAKER, margin: 0.03 },
  }),
  book('betonline', 'BetOnline', 'sharp', ['US'], {
    trading: { ...MARKET_MAKER, margin: 0.038, ratingError: 0.01, pregameSeconds: 60 },
    pages: { home: 'https://www.betonline.ag/' },
  }),
  book('betcris', 'Betcris', 'sharp', ['GLOBAL'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...MARKET_MAKER, margin: 0.032 },
  }),
  book('sbobet', 'SBOBET', 'sharp', ['GLOBAL'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...MARKET_MAKER, margin: 0.03 },
  }),
  book('singbet', 'Singbet', 'sharp', ['GLOBAL'], {
    isSharp: true,
    hasPlayerProps: false,
    trading: { ...MARKET_MAKER, margin: 0.028, ratingError: 0.005 },
  }),
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
