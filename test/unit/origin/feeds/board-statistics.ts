import { expect } from 'vitest';
import { coveringSides, positionOf } from '../../../../src/contract/odds/covering-sides.ts';
import type { Odds } from '../../../../src/contract/odds/odds.ts';

/** The prices of a market at one line, for one player or team, by selection type. */
type CompleteMarket = ReadonlyMap<string, readonly Odds[]>;

/** The markets of a board whose sides cover every outcome and all have a price. */
export function completeMarkets(all: readonly Odds[]): CompleteMarket[] {
  const placed = all.flatMap((odds) => {
    const position = positionOf(odds, odds);
    return position === null ? [] : [{ odds, position }];
  });
  const markets = Map.groupBy(placed, ({ odds, position: { family, line, subject } }) =>
    [odds.event_id, odds.market_type, family[0], line, subject].join('|'),
  );
  return [...markets.values()].flatMap((members) => {
    const prices = members.map(({ odds }) => odds);
    const sides = Map.groupBy(prices, ({ selection_type }) => selection_type);
    const covering = members.slice(0, 1).flatMap(({ odds: { sport, market_type }, position }) => {
      return (
        coveringSides({ ...position, sport, marketType: market_type }, sides.has('draw')) ?? []
      );
    });
    return covering.length > 0 && sides.size === covering.length ? [sides] : [];
  });
}

function hold(prices: readonly number[]): number {
  return prices.reduce((sum, decimal) => sum + 1 / decimal, -1);
}

/** The sum of the best prices' implied probabilities, minus 1. */
export function bestHold(market: CompleteMarket): number {
  const best = market.values().map((side) => Math.max(...side.map((odds) => odds.odds_decimal)));
  return hold([...best]);
}

/** The same of each book that prices every side. */
export function bookHolds(market: CompleteMarket): number[] {
  const books = Map.groupBy([...market.values()].flat(), ({ sportsbook }) => sportsbook);
  return [...books.values()]
    .filter(({ length }) => length === market.size)
    .map((prices) => hold(prices.map(({ odds_decimal }) => odds_decimal)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The games with by far the most prices, on simulated and recorded boards. */
export function marqueeGames(odds: readonly Odds[]): Odds[][] {
  const games = [...Map.groupBy(odds, ({ event_id }) => event_id).values()];
  return games.filter((game) => game.length > 1500 && game[0]?.is_live === false);
}

type Statistic = (odds: readonly Odds[]) => number;
type Has = (odds: Odds) => boolean;

const marketType = ({ market_type }: Odds) => market_type;
const bookOf = ({ sportsbook }: Odds) => sportsbook;
const isOutright: Has = ({ selection_type }) => selection_type === 'outright';
const isProp: Has = ({ market_type }) => market_type.startsWith('player_');
const isYesNo: Has = ({ selection_type }) => /^(yes|no)$/.test(selection_type);
const isPeriod: Has = (odds) => /half|quarter|period|inning|minutes/.test(odds.market_type);
const isMainLine: Has = (odds) =>
  /^(point_spread|puck_line|run_line|total_(goals|points|runs))$/.test(odds.market_type);

const countOf = (odds: readonly Odds[], value: (odds: Odds) => unknown) =>
  new Set(odds.map(value)).size;
const shareOf = (odds: readonly Odds[], has: Has) => odds.filter(has).length / odds.length;

/** How many lines each market type has. */
function linesByMarket(odds: readonly Odds[]): number[] {
  const markets = Map.groupBy(odds, marketType).values();
  return Array.from(markets, (market) => countOf(market, ({ line }) => Math.abs(line ?? 0)));
}

/** The share of player prop overs for which the same book has the under. */
function shareWithUnder(game: readonly Odds[]): number {
  const key = (odds: Odds) =>
    [odds.sportsbook, odds.market_type, odds.selection, odds.line].join('|');
  const props = Map.groupBy(game.filter(isProp), ({ selection_type }) => selection_type);
  const unders = new Set(props.get('under')?.map(key));
  return shareOf(props.get('over') ?? [], (odds) => unders.has(key(odds)));
}

const eventsOf = (all: readonly Odds[], has: Has) =>
  countOf(all.filter(has), ({ event_id }) => event_id);
const lengthsOf = (all: readonly Odds[]) => all.map(({ id }) => id.length);

/** Statistics of a game, and the bounds of their mean over the marquee games of a board. */
const OF_GAMES: readonly (readonly [string, number, number, Statistic])[] = [
  ['prices', 2200, 3100, (game) => game.length],
  ['market types', 80, 95, (game) => countOf(game, marketType)],
  ['books', 15, 32, (game) => countOf(game, bookOf)],
  ['share of player props', 0.32, 0.45, (game) => shareOf(game, isProp)],
  ['share of player props with an under', 0.04, 0.08, shareWithUnder],
  ['market types with yes and no', 5, 16, (game) => countOf(game.filter(isYesNo), marketType)],
  ['share of period markets', 0.15, 0.28, (game) => shareOf(game, isPeriod)],
  ['lines of a main market', 7, 12, (game) => mean(linesByMarket(game.filter(isMainLine)))],
  ['hold at one book', 0.04, 0.08, (game) => median(completeMarkets(game).flatMap(bookHolds))],
];

/** Statistics of a whole board, and their bounds. */
const OF_BOARDS: typeof OF_GAMES = [
  ['events without a second team', 20, 250, (all) => eventsOf(all, (odds) => !odds.away_team)],
  ['market types of outrights', 3, 3, (all) => countOf(all.filter(isOutright), marketType)],
  ['shortest id', 10, 16, (all) => Math.min(...lengthsOf(all))],
  ['longest id', 19, 19, (all) => Math.max(...lengthsOf(all))],
];

/** Expects that a board is within the bounds of all statistics. */
export function expectShape(odds: readonly Odds[]): void {
  const games = marqueeGames(odds);
  expect(games.length).toBeGreaterThan(0);
  for (const [name, least, most, statistic] of OF_GAMES) {
    expectWithin(name, mean(games.map(statistic)), least, most);
  }
  for (const [name, least, most, statistic] of OF_BOARDS) {
    expectWithin(name, statistic(odds), least, most);
  }
}

export function expectWithin(name: string, value: number, least: number, most: number): void {
  expect(value, name).toBeGreaterThanOrEqual(least);
  expect(value, name).toBeLessThanOrEqual(most);
}
