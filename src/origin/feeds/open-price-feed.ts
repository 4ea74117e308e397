import { type Clock, steadyClock } from '../../clock.ts';
import type { PriceFeed } from './price-feed.ts';
import { readRecordedBoard } from './recorded-board.ts';
import { startSimulation } from './simulation/simulation.ts';

export interface FeedOptions {
  readonly clock: Clock;
  /** `simulation`, or the path of a recorded board (CSV). */
  readonly feed: string;
  /** Seed of the simulation: the same seed and clock give the same board. */
  readonly seed: number;
}

/** Opens the feed that the configuration names. */
export function openFeed({ clock: systemClock, feed, seed }: FeedOptions): PriceFeed {
  const clock = steadyClock(systemClock); // A board must not freeze, nor jump, with the system's clock.
  return feed === 'simulation' ? startSimulation({ clock, seed }) : readRecordedBoard(feed, clock);
}
