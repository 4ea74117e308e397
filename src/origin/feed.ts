import type { Board } from './board.ts';
import type { LiveReports } from './live-reports.ts';

/** A source of prices: it fills a board, and keeps it moving until it is stopped. */
export interface Feed {
  readonly board: Board;
  readonly liveReports: LiveReports;
  stop(): void;
}
