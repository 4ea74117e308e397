import type { Tier } from '../contract/tiers.ts';

export type Region = 'US' | 'UK' | 'EU' | 'AU' | 'GLOBAL';

/** What is known of a sportsbook besides its prices. */
export interface BookProfile {
  readonly id: string;
  readonly displayName: string;
  readonly hasLiveOdds: boolean;
  readonly hasPlayerProps: boolean;
  readonly regions: readonly Region[];
  /** Whether its prices count as the best estimate of true probabilities. */
  readonly isSharp: boolean;
  /** The lowest tier that sees the book; null if all do. Not every book of the tier `sharp` is a sharp book. */
  readonly requiresTier: 'hobby' | 'pro' | 'sharp' | null;
}

type Traits = Partial<Pick<BookProfile, 'isSharp' | 'hasLiveOdds' | 'hasPlayerProps'>>;

function book(
  id: string,
  displayName: string,
  requiresTier: BookProfile['requiresTier'],
  regions: readonly Region[],
  traits: Traits = {},
): BookProfile {
  return {
    id,
    displayName,
    hasLiveOdds: true,
    hasPlayerProps: true,
    regions,
    isSharp: false,
    requiresTier,
    ...traits,
  };
}

const SHARP: Traits = { isSharp: true };
const MAIN_MARKETS: Traits = { hasPlayerProps: false };
const SHARP_MAIN_MARKETS: Traits = { isSharp: true, hasPlayerProps: false };

/** Every sportsbook of the odds service, by the lowest tier that sees it: 2 by all, 3 hobby, 10 pro, 17 sharp. */
export const SPORTSBOOKS: readonly BookProfile[] = [
  book('draftkings', 'DraftKings', null, ['US']),
  book('fanduel', 'FanDuel', null, ['US']),

  book('betmgm', 'BetMGM', 'hobby', ['US']),
  book('caesars', 'Caesars', 'hobby', ['US']),
  book('betrivers', 'BetRivers', 'hobby', ['US']),

  book('bovada', 'Bovada', 'pro', ['US']),
  book('bwin', 'bwin', 'pro', ['EU']),
  book('hardrock', 'Hard Rock Bet', 'pro', ['US']),
  book('thescorebet', 'theScore Bet', 'pro', ['US']),
  book('ladbrokes', 'Ladbrokes', 'pro', ['UK', 'AU']),
  book('underdog', 'Underdog', 'pro', ['US'], { hasLiveOdds: false }),
  book('skybet', 'Sky Bet', 'pro', ['UK']),
  book('fanatics', 'Fanatics Sportsbook', 'pro', ['US']),
  book('bet365', 'bet365', 'pro', ['US', 'UK', 'EU', 'AU']),
  book('williamhill', 'William Hill', 'pro', ['UK', 'EU']),

  book('pinnacle', 'Pinnacle', 'sharp', ['GLOBAL'], SHARP),
  book('circa', 'Circa Sports', 'sharp', ['US'], SHARP_MAIN_MARKETS),
  book('novig', 'Novig', 'sharp', ['US'], SHARP),
  book('polymarket', 'Polymarket', 'sharp', ['GLOBAL'], MAIN_MARKETS),
  book('kalshi', 'Kalshi', 'sharp', ['US'], MAIN_MARKETS),
  book('sx_bet', 'SX Bet', 'sharp', ['GLOBAL'], MAIN_MARKETS),
  book('saba', 'SABA Sports', 'sharp', ['GLOBAL'], MAIN_MARKETS),
  book('sportzino', 'Sportzino', 'sharp', ['US']),
  book('prophetx', 'ProphetX', 'sharp', ['US'], SHARP),
  book('betfair_exchange', 'Betfair Exchange', 'sharp', ['UK', 'EU', 'AU'], SHARP_MAIN_MARKETS),
  book('smarkets', 'Smarkets', 'sharp', ['UK', 'EU'], SHARP_MAIN_MARKETS),
  book('matchbook', 'Matchbook', 'sharp', ['UK', 'EU'], SHARP_MAIN_MARKETS),
  book('bookmaker', 'Bookmaker.eu', 'sharp', ['GLOBAL'], SHARP),
  book('betonline', 'BetOnline', 'sharp', ['US']),
  book('betcris', 'Betcris', 'sharp', ['GLOBAL'], SHARP_MAIN_MARKETS),
  book('sbobet', 'SBOBET', 'sharp', ['GLOBAL'], SHARP_MAIN_MARKETS),
  book('singbet', 'Singbet', 'sharp', ['GLOBAL'], SHARP_MAIN_MARKETS),
];

/**
 * The lowest tier that sees books outside the table; recordings of real prices have such books. The odds
 * service's specification fixes the number of books that each lower tier sees, so those see none of them.
 */
export const UNLISTED_BOOK_TIER = 'sharp';

const requiredTiers: ReadonlyMap<string, Tier> = new Map(
  SPORTSBOOKS.map(({ id, requiresTier }) => [id, requiresTier ?? 'free']),
);

/** Whether the book is in the table. Recordings of real prices have others too. */
export function isListedBook(bookId: string): boolean {
  return requiredTiers.has(bookId);
}

/** The lowest tier that sees the book. */
export function requiredTierOf(bookId: string): Tier {
  return requiredTiers.get(bookId) ?? UNLISTED_BOOK_TIER;
}

/** A book outside the table, described by what its prices show. */
export function unlistedBook(
  id: string,
  shown: Pick<BookProfile, 'hasLiveOdds' | 'hasPlayerProps'>,
): BookProfile {
  return book(id, id, UNLISTED_BOOK_TIER, ['GLOBAL'], shown);
}
