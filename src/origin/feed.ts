import type { Board } from './board.ts';

/** A source of prices: it fills a board, and keeps it moving until it is stopped. */
export interface Feed {
  readonly board: Board;
  stop(): void;
}
