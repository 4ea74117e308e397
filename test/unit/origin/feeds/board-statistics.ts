import type { Odds } from '../../../../src/contract/odds.ts';

/** Selection types that are all that can happen in one bet. */
const FAMILIES: readonly (readonly string[])[] = [
  ['home', 'draw', 'away'],
  ['over', 'under'],
  ['yes', 'no'],
  ['odd', 'even'],
  ['home_over', 'home_under'],
  ['away_over', 'away_under'],
];

/** Markets in which home and away are each other's opposite, and not two bets on one side each. */
const HOME_AGAINST_AWAY = /moneyline|spread|handicap|puck_line|run_line|draw_no_bet/;

/** Of two conditions at once: over and under leave outcomes out. */
const COMBINED = /^match_result_/;

/** Prices on all that can happen in one event and market, at one line, for one player or team. */
export interface Bet {
  readonly key: string;
  /** Prices by selection type; a draw is there where any book prices it. */
  readonly sides: ReadonlyMap<string, readonly Odds[]>;
}

/** The bets of a board that some book prices on every side. */
export function completeBets(odds: readonly Odds[]): Bet[] {
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

/** What the best prices on all sides add up to above 1. */
export function bestHold({ sides }: Bet): number {
  let sum = -1;
  for (const prices of sides.values()) {
    sum += 1 / Math.max(...prices.map(({ odds_decimal }) => odds_decimal));
  }
  return sum;
}

/** What each book's own prices on all sides add up to above 1, for those that price all sides. */
export function holdsByBook({ sides }: Bet): Map<string, number> {
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

/** Games that books make most of: on both boards these stand out from all other events. */
export function marqueeGames(odds: readonly Odds[]): Odds[][] {
  const games = [...Map.groupBy(odds, ({ event_id }) => event_id).values()];
  return games.filter((game) => game.length > 1500 && game[0]?.is_live === false);
}

const isProp = ({ market_type }: Odds) => market_type.startsWith('player_');
const isYesNo = ({ selection_type }: Odds) => selection_type === 'yes' || selection_type === 'no';
const PERIOD = /half|quarter|period|inning|minutes/;
const MAIN_LINES = /^(point_spread|puck_line|run_line|total_(goals|points|runs))$/;

/** What is counted of one game. */
export const GAME_STATISTICS: Readonly<Record<string, (game: readonly Odds[]) => number>> = {
  prices: (game) => game.length,
  'market types': (game) => countOf(game, ({ market_type }) => market_type),
  books: (game) => countOf(game, ({ sportsbook }) => sportsbook),
  'books a market type': (game) =>
    countOf(game, ({ market_type, sportsbook }) => `${market_type}|${sportsbook}`) /
    countOf(game, ({ market_type }) => market_type),
  'selection types': (game) => countOf(game, ({ selection_type }) => selection_type),
  'share of props': (game) => shareOf(game, isProp),
  'props with an under beside the over': withUnder,
  'Yes and No prices': (game) => game.filter(isYesNo).length,
  'market types of Yes and No': (game) =>
    countOf(game.filter(isYesNo), ({ market_type }) => market_type),
  'share of period markets': (game) => shareOf(game, ({ market_type }) => PERIOD.test(market_type)),
  'share of selections that stand alone': (game) =>
    shareOf(game, ({ selection_type }) => !FAMILIES.flat().includes(selection_type)),
  'lines of a main market': (game) => {
    const lines = Map.groupBy(
      game.filter(({ market_type }) => MAIN_LINES.test(market_type)),
      ({ market_type }) => market_type,
    );
    return mean(Array.from(lines.values(), (market) => countOf(market, lineOf)));
  },
  'median lines of a market on the score': (game) => {
    const withLines = game.filter(
      (odds) => odds.line !== null && !odds.market_type.includes('player'),
    );
    const markets = Map.groupBy(withLines, ({ market_type }) => market_type);
    return median(Array.from(markets.values(), (market) => countOf(market, lineOf)));
  },
  'median hold at one book': (game) =>
    median(completeBets(game).flatMap((bet) => [...holdsByBook(bet).values()])),
};

/** Overs of props beside which the same book has the under. */
function withUnder(game: readonly Odds[]): number {
  const place = ({ sportsbook, market_type, selection, line }: Odds) =>
    JSON.stringify([sportsbook, market_type, selection, line]);
  const props = game.filter(isProp);
  const unders = new Set(
    props.filter(({ selection_type }) => selection_type === 'under').map(place),
  );
  const overs = props.filter(({ selection_type }) => selection_type === 'over');
  return shareOf(overs, (odds) => unders.has(place(odds)));
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

/** What is counted of a whole board. */
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
  'market types of bets on seasons': (odds) =>
    countOf(
      odds.filter(({ selection_type }) => selection_type === 'outright'),
      ({ market_type }) => market_type,
    ),
  'shortest id': (odds) => Math.min(...odds.map(({ id }) => id.length)),
  'longest id': (odds) => Math.max(...odds.map(({ id }) => id.length)),
};
