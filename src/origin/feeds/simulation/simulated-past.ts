import { marketTypes } from '../../../contract/markets.ts';
import { impliedProbability } from '../../../contract/odds/implied-probability.ts';
import { onMainLines } from '../../../contract/odds/main-lines.ts';
import type { Odds } from '../../../contract/odds/odds.ts';
import { listedBook, type Sportsbook } from '../../sportsbook-table.ts';
import type { PastPoint, PastRecord } from '../price-feed.ts';
import { setPrice } from './books/prices.ts';
import { fixtureSpec } from './events/event-specs.ts';
import { LEAGUES } from './events/leagues.ts';
import { Schedule } from './events/schedule.ts';
import { SimulatedEvent } from './events/simulated-event.ts';
import { Random } from './random.ts';
import { startTick } from './tick.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The distance between two points of the past. They are at multiples of it. */
const STEP_MS = 5 * MINUTE_MS;

/** The range of how many hours before a game starts its prices appear, or before the present if it has not started. */
const OPENED_HOURS = [14, 60] as const;

/** For this many events of the present, the past has up to one game that is over. */
const EVENTS_PER_GAME_OVER = 2;

/** The chance of news in a step before the game, and how far it moves the logarithm of the odds p / (1 - p). */
const NEWS_CHANCE = 0.08;
const NEWS_DEVIATION = 0.07;
/** How far a step of the game moves it. */
const PLAY_DEVIATION = 0.16;
/** Where the line moves instead of the price, it takes a move of this size for each half point. */
const MOVE_PER_HALF_POINT = 0.2;

/** The market types on the winner, the spread and the total of a whole game. */
const MAIN_TYPES: ReadonlySet<string> = new Set(
  marketTypes(['main', 'spread', 'total']).filter((type) => type !== 'team_total'),
);

interface PastOptions {
  readonly seed: number;
  /** The present, from which the past goes back. */
  readonly at: number;
  readonly hours: number;
  /** The prices of the present, on all markets. */
  readonly present: Iterable<Odds>;
  readonly books: readonly Sportsbook[];
  /** How many events the present has, those without a price and outrights included. */
  readonly eventCount: number;
}

/**
 * Tells the past of the simulation in steps of five minutes: the main markets of all games of the present, and of games
 * that are over. The last point of a price is its price of the present. The same seed, clock and hours give the same past.
 *
 * Games are not played again: prices are led back at random from what they are. This happens while the past is read, so
 * that the simulation starts at once.
 */
export function simulatedPast(options: PastOptions): Generator<PastRecord> {
  // At once: before the past is read, the board moves on.
  const present = Map.groupBy(options.present, ({ event_id }) => event_id);
  return tellPast(options, present);
}

function* tellPast(options: PastOptions, present: Map<string, Odds[]>): Generator<PastRecord> {
  const { seed, at, hours, eventCount, books } = options;
  const random = new Random(seed);
  const from = Math.ceil((at - hours * HOUR_MS) / STEP_MS) * STEP_MS; // When the first prices are told.
  for (const prices of present.values()) {
    yield* eventPast(mainPrices(prices), { from, knownAt: at, until: at, isOver: false }, random);
  }
  const schedule = new Schedule(random);
  const count = Math.round(eventCount / EVENTS_PER_GAME_OVER);
  const firstStart = from + HOUR_MS; // So that all of them have prices before play.
  for (let index = 0; index < count; index++) {
    const league = random.pick(LEAGUES);
    const dueAt = firstStart + ((at - firstStart) * index) / count;
    const until = dueAt + league.sport.minutes * MINUTE_MS;
    if (until >= at - 2 * STEP_MS) continue; // The game might not be over and its prices removed.
    const fixture = schedule.started(league, dueAt, 0);
    if (fixture === null) continue;
    // The present, which has a schedule of its own, may have a game with the fixture's id.
    const id = `${fixture.id}_${new Date(fixture.startsAt).toISOString().slice(11, 16)}`;
    const knownAt = fixture.startsAt - 1; // The last prices before the game.
    // Small, since the markets beside the main ones are not told.
    const spec = fixtureSpec({ ...fixture, id, prominence: 'small' }, knownAt, random);
    const tick = startTick(knownAt, random);
    new SimulatedEvent(spec, books, tick); // Puts its first prices into the tick.
    const prices = mainPrices(tick.upserts.map(({ odds }) => odds));
    yield* eventPast(prices, { from, knownAt, until, isOver: true }, random);
  }
  yield { coverage: { from, to: at } };
}

/** Of the prices of an event on main markets, at each sportsbook those of the main line. */
function mainPrices(prices: readonly Odds[]): Odds[] {
  const ofTypes = prices.filter(({ market_type: type }) => MAIN_TYPES.has(type));
  return onMainLines(ofTypes);
}

/**
 * The past of an event is told from `from` until `until`; its prices are known at `knownAt`. If the game is over, its
 * prices are removed after `until`.
 */
interface Span {
  readonly from: number;
  readonly knownAt: number;
  readonly until: number;
  readonly isOver: boolean;
}

function* eventPast(prices: readonly Odds[], span: Span, random: Random): Generator<PastRecord> {
  const [first] = prices;
  if (first === undefined) return;
  const { from, knownAt, until, isOver } = span;
  const startsAt = Date.parse(first.event_start_time);
  const openedAt = Math.min(startsAt, knownAt) - random.between(...OPENED_HOURS) * HOUR_MS;
  const begin = Math.ceil(Math.max(from, openedAt) / STEP_MS) * STEP_MS;
  const times: number[] = [];
  for (let at = begin; at <= until; at += STEP_MS) times.push(at);
  const knownStep = times.findLastIndex((at) => at <= knownAt);
  const homeMoves = randomMoves(times, knownStep, startsAt, random);
  const totalMoves = randomMoves(times, knownStep, startsAt, random);
  const startedAt = startsAt <= until ? startsAt : null;
  const end = begin + times.length * STEP_MS;
  for (const odds of prices) {
    const { oddsIncrement = 1 } = listedBook(odds.sportsbook)?.trading ?? {};
    const moves = isOnTotal(odds) ? totalMoves : homeMoves;
    const points: PastPoint[] = [];
    for (const [step, at] of times.entries()) {
      const price = movedPrice(odds, moves[step] ?? 0, oddsIncrement);
      const isLive = at >= startsAt;
      const last = points.at(-1);
      const isSame =
        last?.american === price.american && last.line === price.line && last.isLive === isLive;
      if (!isSame) points.push({ at, ...price, isLive, status: 'open' });
    }
    const last = points.at(-1);
    if (last === undefined) continue;
    if (isOver) points.push({ ...last, at: end, status: 'removed' });
    yield { ...eventAndSeries(odds, startsAt, startedAt, openedAt >= from), points };
  }
}

/**
 * A random walk with a value for each of `times`: how far what prices follow was then from where it is at the index
 * `knownStep`, at which the prices are known.
 */
function randomMoves(
  times: readonly number[],
  knownStep: number,
  startsAt: number,
  random: Random,
) {
  let value = 0;
  const path = times.map((at) => {
    if (at >= startsAt) value += PLAY_DEVIATION * random.normal();
    else if (random.chance(NEWS_CHANCE)) value += NEWS_DEVIATION * random.normal();
    return value;
  });
  return path.map((one) => one - (path[knownStep] ?? 0));
}

function isOnTotal({ selection_type: type }: Odds): boolean {
  return type === 'over' || type === 'under';
}

/**
 * The price and line of a selection after `move`, the change of the logarithm of the odds of home or over. A draw keeps
 * its price.
 */
function movedPrice(known: Odds, move: number, increment: number) {
  const { selection_type: type, odds_american: american, line = null } = known;
  if (move === 0 || type === 'draw') return { american, line };
  const isTotal = isOnTotal(known);
  // Puck lines, run lines and set handicaps seldom leave 1.5: their prices move instead.
  const movesLine = line !== null && (isTotal || known.market_type === 'point_spread');
  const halves = movesLine ? Math.round(move / MOVE_PER_HALF_POINT) : 0;
  const direction = type === 'home' || type === 'over' ? 1 : -1;
  const moved = { ...known };
  const rest = direction * (move - halves * MOVE_PER_HALF_POINT);
  const probability = impliedProbability(american, 0); // The known decimal odds are rounded.
  if (rest !== 0) setPrice(moved, shifted(probability, rest), increment);
  if (line === null) return { american: moved.odds_american, line };
  // A total is one number for over and under. A spread has opposite ones: a stronger home side gives more points.
  const movedLine = isTotal ? Math.max(0.5, line + 0.5 * halves) : line - 0.5 * direction * halves;
  return { american: moved.odds_american, line: movedLine };
}

/** A probability after a move of the logarithm of its odds, kept where books offer both sides. */
function shifted(probability: number, move: number): number {
  const odds = (probability / (1 - probability)) * Math.exp(move);
  return Math.min(0.97, Math.max(0.03, odds / (1 + odds)));
}

function eventAndSeries(
  odds: Odds,
  startsAt: number,
  startedAt: number | null,
  isWatchedFromStart: boolean,
) {
  const { event_id: eventId, sport, league } = odds;
  const [homeTeam, awayTeam] = [odds.home_team ?? null, odds.away_team ?? null];
  return {
    event: { id: eventId, sport, league, homeTeam, awayTeam, startsAt, startedAt },
    series: {
      eventId,
      sportsbook: odds.sportsbook,
      marketType: odds.market_type,
      selection: odds.selection,
      selectionType: odds.selection_type,
      player: odds.player_name ?? null,
      upstreamId: odds.id,
      statCategory: odds.stat_category ?? null,
      isWatchedFromStart,
    },
  };
}
