import { MARKET_ALIASES } from '../../../../contract/markets.ts';
import { impliedProbability } from '../../../../contract/odds/implied-probability.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';

const MAIN_TYPES: ReadonlySet<string> = new Set(
  ['main', 'spread', 'total']
    .flatMap((alias) => MARKET_ALIASES[alias] ?? [])
    .filter((type) => type !== 'team_total'),
);

/** Whether a price is on a market on the winner, a spread or a total of the whole game. */
export function isOnMainMarket({ market_type: marketType }: Odds): boolean {
  return MAIN_TYPES.has(marketType);
}

/** Of prices on main markets, at each sportsbook those of the line whose sides are nearest to even. */
export function mainPrices(rows: Iterable<Odds>): Odds[] {
  const markets = new Map<string, Map<number | null, Odds[]>>();
  for (const odds of rows) {
    const key = `${odds.event_id}|${odds.sportsbook}|${odds.market_type}`;
    const lines = markets.get(key) ?? new Map<number | null, Odds[]>();
    markets.set(key, lines);
    const line = typeof odds.line === 'number' ? Math.abs(odds.line) : null;
    lines.set(line, [...(lines.get(line) ?? []), odds]);
  }
  return [...markets.values()].flatMap((lines) => mostEven([...lines.values()]));
}

function mostEven(lines: readonly Odds[][]): Odds[] {
  return lines.reduce((best, line) => (unevenness(line) < unevenness(best) ? line : best), []);
}

function unevenness(line: readonly Odds[]): number {
  const [one, other] = line
    .filter(({ selection_type: side }) => side !== 'draw')
    .map(({ odds_american: american }) => impliedProbability(american, 0));
  return one === undefined || other === undefined ? Infinity : Math.abs(one - other);
}
