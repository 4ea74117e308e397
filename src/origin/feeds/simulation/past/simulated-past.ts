import { MARKET_ALIASES } from '../../../../contract/markets.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';
import { mainLine } from '../../../splits/main-line.ts';
import type { Sportsbook } from '../../../sportsbook-table.ts';
import { PriceIds } from '../books/price-ids.ts';
import { fixtureSpec } from '../events/fixture-spec.ts';
import type { League } from '../events/leagues.ts';
import { Rosters } from '../events/players.ts';
import { Schedule } from '../events/schedule.ts';
import { SimulatedEvent } from '../events/simulated-event.ts';
import { Random } from '../random.ts';
import { startTick } from '../tick.ts';
import type { PastRecord } from './past-record.ts';
import { drawWalk, pastPoints, STEP_MS } from './past-walk.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Sportsbooks open a game so many hours before it starts. */
const OPENED_HOURS = [14, 60] as const;

/** One game of this many of the present is over. */
const GAMES_PER_OVER = 2;

/** The market types on the winner, the spread and the total of a whole game. */
const MAIN_TYPES: ReadonlySet<string> = new Set(
  ['main', 'spread', 'total']
    .flatMap((alias) => MARKET_ALIASES[alias] ?? [])
    .filter((type) => type !== 'team_total'),
);

export interface PastOptions {
  readonly seed: number;
  /** The present, from which the past goes back. */
  readonly at: number;
  readonly hours: number;
  /** The prices of the present, on all markets. */
  readonly present: Iterable<Odds>;
  readonly leagues: readonly League[];
  readonly books: readonly Sportsbook[];
  /** How many games the present has. */
  readonly games: number;
}

/**
 * Tells the past of the simulation: the main markets of all games of the present, at five minutes, and of games that are
 * over. The last point of a price is its price of the present. The same seed, clock and hours give the same past.
 *
 * Games are not played again: prices go back at random from what they are, which takes no time before it is asked for.
 */
export function simulatedPast(options: PastOptions): Generator<PastRecord> {
  const present = [...options.present].filter(isOnMainMarket); // Now: the board moves on.
  return tellPast(options, present);
}

function* tellPast(options: PastOptions, present: readonly Odds[]): Generator<PastRecord> {
  const { seed, at, hours, games } = options;
  const random = new Random(seed);
  const from = at - hours * HOUR_MS;
  for (const rows of Map.groupBy(present, ({ event_id }) => event_id).values()) {
    const prices = mainPrices(rows);
    yield* eventPast(prices, { from, knownAt: at, until: at }, options.books, random);
  }
  const over = overGames(options, random);
  const count = Math.round(games / GAMES_PER_OVER);
  const begin = from + HOUR_MS; // All of them have prices before play.
  for (let index = 0; index < count; index += 1) {
    yield* over(begin + ((at - begin) * index) / count);
  }
  yield { coverage: { from, to: at } };
}

interface Known {
  readonly from: number;
  readonly knownAt: number;
  readonly until: number;
}

/** The past of one event, whose prices are known at some time; a game that is over is removed after `until`. */
function* eventPast(
  prices: readonly Odds[],
  { from, knownAt, until }: Known,
  books: readonly Sportsbook[],
  random: Random,
  isOver = false,
): Generator<PastRecord> {
  const [first] = prices;
  if (first === undefined) return;
  const startsAt = Date.parse(first.event_start_time);
  const openedAt = startsAt - random.between(...OPENED_HOURS) * HOUR_MS;
  const begin = Math.min(Math.max(from, openedAt), knownAt - STEP_MS);
  const walk = drawWalk({ from: begin, knownAt, until, startsAt }, random);
  const event = eventOf(first, startsAt, first.is_live || isOver);
  for (const ofBook of Map.groupBy(prices, ({ sportsbook }) => sportsbook).values()) {
    const trading = books.find(({ id }) => id === ofBook[0]?.sportsbook)?.trading;
    const lag = (trading?.newsSeconds ?? 0) < 5 ? 0 : random.integer(1, 2);
    const follower = { lag, oddsIncrement: trading?.oddsIncrement ?? 1 };
    for (const known of ofBook) {
      const points = pastPoints(known, walk, startsAt, follower);
      const last = points[points.length - 1];
      if (last === undefined) continue;
      const end = (walk.times[walk.times.length - 1] ?? until) + STEP_MS;
      if (isOver) points.push({ ...last, at: end, status: 'removed' });
      yield { event, series: seriesOf(known, openedAt >= from), points };
    }
  }
}

function eventOf(odds: Odds, startsAt: number, hasBegun: boolean) {
  return {
    id: odds.event_id,
    sport: odds.sport,
    league: odds.league,
    homeTeam: odds.home_team ?? null,
    awayTeam: odds.away_team ?? null,
    startsAt,
    startedAt: hasBegun ? startsAt : null,
  };
}

function seriesOf(odds: Odds, isWatchedFromStart: boolean) {
  return {
    eventId: odds.event_id,
    sportsbook: odds.sportsbook,
    marketType: odds.market_type,
    selection: odds.selection,
    selectionType: odds.selection_type,
    player: odds.player_name ?? null,
    upstreamId: odds.id,
    statCategory: odds.stat_category ?? null,
    isWatchedFromStart,
  };
}

/** Returns a function that tells a game that started at a time and is over. It is none that the present knows. */
function overGames({ at, hours, leagues, books }: PastOptions, random: Random) {
  const schedule = new Schedule(leagues, random);
  const rosters = new Rosters(random);
  const ids = new PriceIds(random);
  const from = at - hours * HOUR_MS;
  return function* (startedAt: number): Generator<PastRecord> {
    const league = random.pick(leagues);
    const endsAt = startedAt + league.sport.minutes * MINUTE_MS;
    const fixture = endsAt >= at - 2 * STEP_MS ? null : schedule.started(league, startedAt, 0);
    if (fixture === null) return;
    const { startsAt } = fixture;
    const id = `${fixture.id}_${new Date(startsAt).toISOString().slice(11, 16)}`;
    const before = startsAt - 1; // The last prices before the game.
    const spec = fixtureSpec({ ...fixture, id, coverage: 'small' }, before, rosters, random);
    const tick = startTick(before, random);
    new SimulatedEvent(spec, before, books, ids, random).open(tick);
    const prices = mainPrices(tick.upserts.map(({ odds }) => odds).filter(isOnMainMarket));
    const known = { from, knownAt: before, until: endsAt };
    yield* eventPast(prices, known, books, random, true);
  };
}

function isOnMainMarket({ market_type: type }: Odds): boolean {
  return MAIN_TYPES.has(type);
}

/** Of the prices of an event on main markets, at each sportsbook those of the main line. */
function mainPrices(prices: Iterable<Odds>): Odds[] {
  const markets = Map.groupBy(prices, (odds) => `${odds.sportsbook} ${odds.market_type}`);
  return markets.values().flatMap(mainLine).toArray();
}
