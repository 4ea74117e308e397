import type { Clock } from '../clock.ts';
import type { Feed } from './feed.ts';
import { readRecordedBoard } from './feeds/recorded-board.ts';
import { startSimulation } from './feeds/simulation/simulation.ts';

export interface FeedOptions {
  readonly clock: Clock;
  /** `simulation`, or the path of a recorded board (CSV). */
  readonly feed: string;
  /** Seed of the simulation: the same seed and clock give the same board. */
  readonly seed: number;
}

/** Opens the feed that the configuration names. */
export function openFeed({ clock, feed, seed }: FeedOptions): Feed {
  return feed === 'simulation' ? startSimulation({ clock, seed }) : readRecordedBoard(feed, clock);
}
