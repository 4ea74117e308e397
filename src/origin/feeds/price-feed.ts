import type { GameState } from '../../contract/routes/game-states.ts';
import type { Board } from '../origin-board.ts';

/**
 * The state of a live game as one book publishes it. Books lag behind the game and behind each
 * other. A field is null or absent if the book does not publish it.
 */
export interface GameReport
  extends Omit<
    GameState,
    'isLive' | 'homeTeam' | 'awayTeam' | 'sport' | 'league' | 'primaryBook' | 'bookCount'
  > {
  /** When the book published it, in milliseconds since the Unix epoch. */
  readonly reportedAt: number;
  readonly awayScore: number; // A game state may lack it.
}

/** By book id. */
export type GameReports = ReadonlyMap<string, GameReport>;

export const NO_REPORTS: GameReports = new Map();

/** A temporary problem that delays prices, as streams report it. */
export interface FeedProblem {
  readonly code: string;
  readonly message: string;
}

/** What a price was from `at` on, in milliseconds since the Unix epoch. */
export interface PastPoint {
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly status: 'open' | 'removed';
}

/** The past of one price, or the span of time of which all prices are told. */
export type PastRecord =
  | {
      readonly event: {
        readonly id: string;
        readonly sport: string;
        readonly league: string;
        readonly homeTeam: string | null;
        readonly awayTeam: string | null;
        readonly startsAt: number;
        /** Null if play has not begun. */
        readonly startedAt: number | null;
      };
      readonly series: {
        readonly eventId: string;
        readonly sportsbook: string;
        readonly marketType: string;
        readonly selection: string;
        readonly selectionType: string;
        readonly player: string | null;
        readonly upstreamId: string;
        readonly statCategory: string | null;
        /** Whether the sportsbook opened the market within the past that is told. */
        readonly isWatchedFromStart: boolean;
      };
      readonly points: readonly PastPoint[];
    }
  | { readonly coverage: { readonly from: number; readonly to: number } };

/** A source of prices. It fills `board` with events and prices; a simulation updates it until it is stopped. */
export interface PriceFeed {
  readonly board: Board;
  /** The last report of each book on an event. None unless the event is live and the feed has reports. */
  reports(eventId: string): GameReports;
  /** Called with each problem, by a feed that can have some. */
  onProblem?: (problem: FeedProblem) => void;
  /** What prices were before; left out by a feed that has no past. It is told piece by piece, as it is read. */
  readonly past?: Iterable<PastRecord>;
  stop(): void;
}
