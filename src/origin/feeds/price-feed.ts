import type { GameReports } from '../games/game-report.ts';
import type { Board } from '../origin-board.ts';
import type { PastRecord } from './simulation/past/past-record.ts';

/** A temporary problem that delays prices, as streams report it. */
export interface FeedProblem {
  readonly code: string;
  readonly message: string;
}

/** A source of prices. It fills `board` with events and prices; a simulation updates it until it is stopped. */
export interface PriceFeed {
  readonly board: Board;
  /** The last report of each book on an event. None unless the event is live and the feed has reports. */
  reports(eventId: string): GameReports;
  /** Calls `listener` with each problem, until the returned function is called. */
  onProblem?(listener: (problem: FeedProblem) => void): () => void;
  /** What prices were before; left out by a feed that has no past. It is told piece by piece, as it is read. */
  readonly past?: Iterable<PastRecord>;
  stop(): void;
}
