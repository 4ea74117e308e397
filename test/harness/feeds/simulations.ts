import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import {
  type SimulationOptions,
  startSimulation,
} from '../../../src/origin/feeds/simulation/simulation.ts';
import { type Clock, steadyClock, type Timer } from '../../../src/scheduling/clock.ts';

type Options = Omit<SimulationOptions, 'clock'>;

/** A simulation that has no clock of its own. */
interface Still {
  readonly feed: PriceFeed;
  /** Lets the simulation go on by this clock, and calls `onTick` before each of its ticks. */
  follow(clock: Clock, onTick: () => void): Timer;
}

/**
 * Simulations that have been stopped before their first tick, by their time and options. They are like new ones, and a
 * new one takes the processor a tenth of a second.
 */
const untouched = new Map<string, Still>();

function start(ofOrigin: Clock, options: Options): PriceFeed {
  const clock = steadyClock(ofOrigin);
  const key = JSON.stringify([clock.now(), options]);
  const still = untouched.get(key) ?? stillSimulation(clock, options);
  untouched.delete(key);
  let hasTicked = false;
  const timer = still.follow(clock, () => {
    hasTicked = true;
  });
  return Object.assign(still.feed, {
    onProblem: undefined,
    stop() {
      timer.cancel();
      if (!hasTicked) untouched.set(key, still);
    },
  });
}

function stillSimulation(first: Clock, options: Options): Still {
  let clock = first;
  let [period, tick] = [0, () => {}];
  const feed = startSimulation({
    ...options,
    clock: {
      ...first,
      now: () => clock.now(),
      every(ms, callback) {
        [period, tick] = [ms, callback];
        return { cancel() {} };
      },
    },
  });
  return {
    feed,
    follow(next, onTick) {
      clock = next;
      return next.every(period, () => {
        onTick();
        tick();
      });
    },
  };
}

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
  return start(clock, { seed: 1, games: GAMES, sportsbooks: SPORTSBOOKS });
}

/**
 * A simulation for tests of large answers: 25,000 prices of all sportsbooks. With this seed it soon has opportunities of
 * all kinds.
 */
export function largeSimulation(clock: Clock): PriceFeed {
  return start(clock, { seed: 34, games: MANY_GAMES });
}

/** A simulation of 144 games of two days, beside the outrights months later, with prices of the sources of splits alone. */
export function simulationOfManyGames(clock: Clock): PriceFeed {
  const sportsbooks = ['draftkings', 'circa'];
  return start(clock, { seed: 1, games: 144, sportsbooks });
}

/** A simulation of some 10,000 prices of all sportsbooks, which with this seed soon has opportunities of all kinds. */
export function simulationOfOpportunities(clock: Clock): PriceFeed {
  return start(clock, { seed: 2, games: 16 });
}
