import { type Clock, steadyClock } from '../../scheduling/clock.ts';
import type { PriceFeed } from './price-feed.ts';
import { readRecordedBoard } from './recorded-board.ts';
import { startSimulation } from './simulation/simulation.ts';

interface FeedOptions {
  readonly clock: Clock;
  /** `simulation`, or the path of a CSV file with recorded prices. */
  readonly feed: string;
  /** Seed of the simulation. The same seed and clock give the same prices. */
  readonly seed: number;
  /** How many hours of its past the simulation tells; none by default. */
  readonly pastHours?: number;
}

/** Opens the configured feed. */
export function openFeed({ clock: systemClock, feed, ...options }: FeedOptions): PriceFeed {
  const clock = steadyClock(systemClock); // Setting the system clock back must not stop prices.
  return feed === 'simulation'
    ? startSimulation({ clock, ...options })
    : readRecordedBoard(feed, clock);
}
