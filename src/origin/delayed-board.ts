import type { Clock, Timer } from '../scheduling/clock.ts';
import { Board } from './origin-board.ts';

/** A board (all current events and their prices) that follows another with a delay. It starts as a copy. */
export interface DelayedBoard {
  readonly board: Board;
  stop(): void;
}

/** Copies `source`, then applies each of its changes `delayMs` later, with its original time. */
export function delayBoard(source: Board, clock: Clock, delayMs: number): DelayedBoard {
  const board = new Board(source.updatedAt);
  board.apply({
    at: source.updatedAt,
    events: [...source.events()],
    upserts: [...source.rows()],
    removals: [],
    endedEventIds: [],
  });
  const timers = new Set<Timer>();
  const unsubscribe = source.onChange((change) => {
    const timer = clock.after(delayMs, () => {
      timers.delete(timer);
      board.apply(change);
    });
    timers.add(timer);
  });
  return {
    board,
    stop() {
      unsubscribe();
      for (const timer of timers) timer.cancel();
    },
  };
}
