import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../../src/origin/feeds/simulation/simulation.ts';
import { type Clock, steadyClock } from '../../../src/scheduling/clock.ts';

/** Games of the larger board: a third of the usual ones. */
const MANY_GAMES = 48;

/** Live and upcoming ones of every league, beside the outrights. */
const GAMES = 28;

/** Some of each tier; among them sharp ones, an exchange, and such as offer only main markets, or no live ones. */
const SPORTSBOOKS = [
  'draftkings',
  'fanduel',
  'betmgm',
  'caesars',
  'bet365',
  'hardrock',
  'underdog',
  'pinnacle',
  'circa',
  'prophetx',
];

/**
 * A simulation for tests that need all kinds of games and prices, but not a whole board of them: some 5,000 prices,
 * which take a tenth of the time to start.
 */
export function smallSimulation(clock: Clock): PriceFeed {
  return startSimulation({
    clock: steadyClock(clock),
    seed: 1,
    games: GAMES,
    sportsbooks: SPORTSBOOKS,
  });
}

/**
 * A simulation for tests of large answers: 25,000 prices of all sportsbooks. With this seed it soon has opportunities of
 * all kinds.
 */
export function largeSimulation(clock: Clock): PriceFeed {
  return startSimulation({ clock: steadyClock(clock), seed: 34, games: MANY_GAMES });
}

/** A simulation of 144 games of two days, beside the outrights months later, with prices of the sources of splits alone. */
export function simulationOfManyGames(clock: Clock): PriceFeed {
  const sportsbooks = ['draftkings', 'circa'];
  return startSimulation({ clock: steadyClock(clock), seed: 1, games: 144, sportsbooks });
}

/** A simulation of some 10,000 prices of all sportsbooks, which with this seed soon has opportunities of all kinds. */
export function simulationOfOpportunities(clock: Clock): PriceFeed {
  return startSimulation({ clock: steadyClock(clock), seed: 2, games: 16 });
}
