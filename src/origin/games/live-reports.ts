export type Side = 'home' | 'away';

/**
 * The state of a live game as one book publishes it. Books lag behind the game and behind each
 * other. A field is null or absent if the book does not publish it.
 */
export interface GameReport {
  /** When the book published it, in milliseconds since the Unix epoch. */
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

/** What each book reports about the live games, before its reports are merged with those of other books. */
export interface LiveReports {
  /** The last report of each book on the event, by book id. Empty unless the event is live. */
  reports(eventId: string): ReadonlyMap<string, GameReport>;
}

const noReports: ReadonlyMap<string, GameReport> = new Map();

/** For a feed of prices whose source has no reports. */
export const NO_LIVE_REPORTS: LiveReports = { reports: () => noReports };
