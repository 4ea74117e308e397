import { type Clock, steadyClock } from '../../../src/clock.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../../src/origin/feeds/simulation/simulation.ts';

/** A third of the usual games: 25,000 prices, which take less than half the time to start. */
const GAMES = 48;

/** A simulation for tests that need all kinds of games and prices, but not a whole board of them. */
export function smallSimulation(clock: Clock): PriceFeed {
  return startSimulation({ clock: steadyClock(clock), seed: 1, games: GAMES });
}
