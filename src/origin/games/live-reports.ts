export type Side = 'home' | 'away';

/**
 * A live game as one book shows it. Books lag behind the game and behind each other. Null or
 * absent: the book does not say.
 */
export interface GameReport {
  /** When the book showed this, in milliseconds since the Unix epoch. */
  readonly reportedAt: number;
  readonly homeScore: number;
  readonly awayScore: number;
  readonly gamePeriod: string | null;
  readonly gameClock: string | null;
  readonly possession?: Side | null;
  readonly lastPlay?: string | null;
  readonly foulsHome?: number | null;
  readonly foulsAway?: number | null;
  readonly cornersHome?: number | null;
  readonly cornersAway?: number | null;
  readonly yellowCardsHome?: number | null;
  readonly yellowCardsAway?: number | null;
  readonly redCardsHome?: number | null;
  readonly redCardsAway?: number | null;
  /** The side with more players on the ice. */
  readonly powerPlay?: Side | null;
  readonly setsHome?: number | null;
  readonly setsAway?: number | null;
  readonly server?: Side | null;
}

/** What the books report of the games in play, before anything is merged. */
export interface LiveReports {
  /** The last report of each book that follows the event, by book id; empty unless it is live. */
  reports(eventId: string): ReadonlyMap<string, GameReport>;
}

const silence: ReadonlyMap<string, GameReport> = new Map();

/** For a feed that knows prices only. */
export const NO_LIVE_REPORTS: LiveReports = { reports: () => silence };
