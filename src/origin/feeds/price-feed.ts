import type { LiveReports } from '../games/live-reports.ts';
import type { Board } from '../origin-board.ts';

/** What keeps a feed from delivering for a while. */
export interface FeedProblem {
  readonly code: string;
  readonly message: string;
}

/** A source of prices: it fills a board, and keeps it moving until it is stopped. */
export interface PriceFeed {
  readonly board: Board;
  readonly liveReports: LiveReports;
  /** Calls `listener` with each problem until released. Absent where nothing can fail. */
  onProblem?(listener: (problem: FeedProblem) => void): () => void;
  stop(): void;
}
