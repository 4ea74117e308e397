import { isHandicap } from '../../../../contract/odds/covering-sides.ts';
import { impliedProbability } from '../../../../contract/odds/implied-probability.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';
import { setPrice } from '../books/prices.ts';
import type { Random } from '../random.ts';
import type { PastPoint } from './past-record.ts';

/** The distance between two points of the past. */
export const STEP_MS = 300_000;

/** The chance of news in a step before the game, and how far it moves the logarithm of the odds p / (1 - p). */
const NEWS_CHANCE = 0.08;
const NEWS_DEVIATION = 0.07;
/** How far a step of the game moves it. */
const PLAY_DEVIATION = 0.16;
/** By so much a line moves by half a point instead of the price. */
const HALF_POINT = 0.2;
/** How many steps sportsbooks are late at most. For so long before the known prices nothing moves. */
const LAG_MAX = 2;

/** How one event moved: at each step, by how much home and over were likelier than at the known prices. */
export interface PastWalk {
  readonly times: readonly number[];
  readonly side: readonly number[];
  readonly total: readonly number[];
  /** The step of the known prices. */
  readonly known: number;
}

/** What is known of an event: its prices at one step, from which its past goes back, and its rest on. */
interface WalkOptions {
  readonly from: number;
  readonly knownAt: number;
  readonly until: number;
  readonly startsAt: number;
}

/** Draws how an event moved. The steps are at multiples of five minutes. */
export function drawWalk(options: WalkOptions, random: Random): PastWalk {
  const first = Math.ceil(options.from / STEP_MS);
  const last = Math.floor(options.until / STEP_MS);
  const times = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => (first + i) * STEP_MS,
  );
  const known = Math.max(0, Math.floor(options.knownAt / STEP_MS) - first);
  const draw = () => {
    const moves = times.map(() => 0);
    const step = (index: number) => {
      if ((times[index] ?? 0) >= options.startsAt) return PLAY_DEVIATION * random.normal();
      return random.chance(NEWS_CHANCE) ? NEWS_DEVIATION * random.normal() : 0;
    };
    for (let index = known - LAG_MAX - 1; index >= 0; index -= 1) {
      moves[index] = (moves[index + 1] ?? 0) + step(index);
    }
    for (let index = known + 1; index < times.length; index += 1) {
      moves[index] = (moves[index - 1] ?? 0) + step(index);
    }
    return moves;
  };
  return { times, side: draw(), total: draw(), known };
}

/** How one sportsbook follows. */
export interface Follower {
  /** How many steps it is late. */
  readonly lag: number;
  readonly oddsIncrement: number;
}

/** The changes of one price, the oldest first. At the known step it is as it is known. */
export function pastPoints(
  known: Odds,
  walk: PastWalk,
  startsAt: number,
  { lag, oddsIncrement }: Follower,
): PastPoint[] {
  const points: PastPoint[] = [];
  for (const [index, at] of walk.times.entries()) {
    const seen = index > walk.known ? index : Math.max(0, index - Math.min(lag, LAG_MAX));
    const { american, line } = movedPrice(known, walk, seen, oddsIncrement);
    const isLive = at >= startsAt;
    const last = points[points.length - 1];
    const isSame = last?.american === american && last.line === line && last.isLive === isLive;
    if (!isSame) points.push({ at, american, line, isLive, status: 'open' });
  }
  return points;
}

function movedPrice(known: Odds, { side, total }: PastWalk, index: number, increment: number) {
  const { selection_type: selectionType, market_type: marketType } = known;
  const line = known.line ?? null;
  const isTotal = selectionType === 'over' || selectionType === 'under';
  const move = (isTotal ? total[index] : side[index]) ?? 0;
  const american = known.odds_american;
  if (move === 0 || selectionType === 'draw') return { american, line };
  const halves =
    line !== null && (isTotal || isHandicap(marketType)) ? Math.round(move / HALF_POINT) : 0;
  const rest = move - halves * HALF_POINT;
  const direction = selectionType === 'home' || selectionType === 'over' ? 1 : -1;
  // A stronger home side gives more points; a higher total is that of over and under alike.
  const points = (isTotal ? 0.5 : -0.5 * direction) * halves;
  const moved = { ...known };
  if (rest !== 0)
    setPrice(moved, shifted(impliedProbability(american, 0), direction * rest), increment);
  return { american: moved.odds_american, line: line === null ? null : line + points };
}

/** A probability after a move of the logarithm of its odds. */
function shifted(probability: number, move: number): number {
  const odds = (probability / (1 - probability)) * Math.exp(move);
  return Math.min(0.97, Math.max(0.03, odds / (1 + odds)));
}
