import type { Odds } from '../../../../src/contract/odds/odds.ts';

/** Selection types that together cover every outcome of a market. */
const FAMILIES: readonly (readonly string[])[] = [
  ['home', 'draw', 'away'],
  ['over', 'under'],
  ['yes', 'no'],
  ['odd', 'even'],
  ['home_over', 'home_under'],
  ['away_over', 'away_under'],
];

/** Markets in which home and away are opposites. */
const HOME_AGAINST_AWAY = /moneyline|spread|handicap|puck_line|run_line|draw_no_bet/;

/** Selections that combine two conditions, so that over and under leave outcomes out. */
const COMBINED = /^match_result_/;

/** The prices of a market at one line, for one player or team. */
export interface CompleteMarket {
  readonly key: string;
  /** Prices by selection type, including a draw if any book prices it. */
  readonly sides: ReadonlyMap<string, readonly Odds[]>;
}

/** The markets of a board in which every side has a price. */
export function completeMarkets(odds: readonly Odds[]): CompleteMarket[] {
  const groups = Map.groupBy(odds, keyOf);
  groups.delete(null);
  return Array.from(groups, ([key, prices]) => {
    const sides = Map.groupBy(prices, ({ selection_type }) => selection_type);
    return { key: key ?? '', sides };
  }).filter(({ sides }) => sides.size >= 2 && (!sides.has('draw') || sides.size === 3));
}

function keyOf(odds: Odds): string | null {
  const { selection_type: type, market_type: market } = odds;
  const family = FAMILIES.find((types) => types.includes(type));
  if (family === undefined || COMBINED.test(market)) return null;
  const isOnSides = family[0] === 'home';
  if (isOnSides && !HOME_AGAINST_AWAY.test(market)) return null;
  const line = type === 'away' && odds.line ? -odds.line : odds.line;
  const subject = isOnSides ? '' : odds.selection.replace(/\b(Over|Under|Yes|No|Odd|Even)$/, '');
  return JSON.stringify([odds.event_id, market, family[0], line, subject]);
}

/** The sum of the best prices' implied probabilities, minus 1. */
export function bestHold({ sides }: CompleteMarket): number {
  let sum = -1;
  for (const prices of sides.values()) {
    sum += 1 / Math.max(...prices.map(({ odds_decimal }) => odds_decimal));
  }
  return sum;
}

/** The same for each book that prices every side, by book. */
export function holdsByBook({ sides }: CompleteMarket): Map<string, number> {
  const byBook = Map.groupBy([...sides.values()].flat(), ({ sportsbook }) => sportsbook);
  const holds = new Map<string, number>();
  for (const [book, prices] of byBook) {
    if (prices.length !== sides.size) continue;
    holds.set(
      book,
      prices.reduce((sum, { odds_decimal }) => sum + 1 / odds_decimal, -1),
    );
  }
  return holds;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The games with by far the most prices, on simulated and recorded boards. */
export function marqueeGames(odds: readonly Odds[]): Odds[][] {
  const games = [...Map.groupBy(odds, ({ event_id }) => event_id).values()];
  return games.filter((game) => game.length > 1500 && game[0]?.is_live === false);
}

const isProp = ({ market_type }: Odds) => market_type.startsWith('player_');
const isYesNo = ({ selection_type }: Odds) => selection_type === 'yes' || selection_type === 'no';
const PERIOD = /half|quarter|period|inning|minutes/;
const MAIN_LINES = /^(point_spread|puck_line|run_line|total_(goals|points|runs))$/;

/** Statistics of one game. */
export const GAME_STATISTICS: Readonly<Record<string, (game: readonly Odds[]) => number>> = {
  prices: (game) => game.length,
  'market types': (game) => countOf(game, ({ market_type }) => market_type),
  books: (game) => countOf(game, ({ sportsbook }) => sportsbook),
  'books per market type': (game) =>
    countOf(game, ({ market_type, sportsbook }) => `${market_type}|${sportsbook}`) /
    countOf(game, ({ market_type }) => market_type),
  'selection types': (game) => countOf(game, ({ selection_type }) => selection_type),
  'share of player props': (game) => shareOf(game, isProp),
  'share of player props with an under': withUnder,
  'yes and no prices': (game) => game.filter(isYesNo).length,
  'market types with yes and no': (game) =>
    countOf(game.filter(isYesNo), ({ market_type }) => market_type),
  'share of period markets': (game) => shareOf(game, ({ market_type }) => PERIOD.test(market_type)),
  'share of selections without an opposite': (game) =>
    shareOf(game, ({ selection_type }) => !FAMILIES.flat().includes(selection_type)),
  'lines of a main market': (game) => {
    const lines = Map.groupBy(
      game.filter(({ market_type }) => MAIN_LINES.test(market_type)),
      ({ market_type }) => market_type,
    );
    return mean(Array.from(lines.values(), (market) => countOf(market, lineOf)));
  },
  'median lines of a score market': (game) => {
    const withLines = game.filter(
      (odds) => odds.line !== null && !odds.market_type.includes('player'),
    );
    const markets = Map.groupBy(withLines, ({ market_type }) => market_type);
    return median(Array.from(markets.values(), (market) => countOf(market, lineOf)));
  },
  'median hold at one book': (game) =>
    median(completeMarkets(game).flatMap((market) => [...holdsByBook(market).values()])),
};

/** The share of player prop overs for which the same book has the under. */
function withUnder(game: readonly Odds[]): number {
  const lineKey = ({ sportsbook, market_type, selection, line }: Odds) =>
    JSON.stringify([sportsbook, market_type, selection, line]);
  const props = game.filter(isProp);
  const unders = new Set(
    props.filter(({ selection_type }) => selection_type === 'under').map(lineKey),
  );
  const overs = props.filter(({ selection_type }) => selection_type === 'over');
  return shareOf(overs, (odds) => unders.has(lineKey(odds)));
}

function lineOf({ line }: Odds): number {
  return Math.abs(line ?? 0);
}

function shareOf(odds: readonly Odds[], has: (odds: Odds) => boolean): number {
  return odds.filter(has).length / odds.length;
}

function countOf(odds: readonly Odds[], value: (odds: Odds) => unknown): number {
  return new Set(odds.map(value)).size;
}

/** Statistics of a whole board. */
export const BOARD_STATISTICS: Readonly<Record<string, (odds: readonly Odds[]) => number>> = {
  'events without a second team': (odds) =>
    countOf(
      odds.filter(({ away_team }) => away_team === ''),
      ({ event_id }) => event_id,
    ),
  'events without any team': (odds) =>
    countOf(
      odds.filter(({ home_team, away_team }) => home_team === '' && away_team === ''),
      ({ event_id }) => event_id,
    ),
  'market types of outrights': (odds) =>
    countOf(
      odds.filter(({ selection_type }) => selection_type === 'outright'),
      ({ market_type }) => market_type,
    ),
  'shortest id': (odds) => Math.min(...odds.map(({ id }) => id.length)),
  'longest id': (odds) => Math.max(...odds.map(({ id }) => id.length)),
};
