import { impliedProbability } from '../../contract/odds/implied-probability.ts';
import { placeOf } from '../../contract/odds/main-lines.ts';
import { foldName } from '../../contract/odds/selection-name.ts';
import { slugOf } from '../../contract/slugs.ts';
import type { Move } from '../history-store.ts';
import type { HistoricEvent, SeriesKey } from '../series.ts';

/** What several sportsbooks did to the price of one selection at one line. */
export interface MarketMove {
  /** The price that moved first. */
  readonly series: SeriesKey;
  readonly event: HistoricEvent;
  readonly line: number | null;
  /** The mean implied probabilities of the sportsbooks that moved, before and after. */
  readonly fromProbability: number;
  readonly toProbability: number;
  /** `toProbability` minus `fromProbability`, in percentage points. */
  readonly movePercent: number;
  /** Those that moved, in the order in which they began to. */
  readonly sportsbooks: readonly string[];
  /** When the first of them began to move. */
  readonly since: number;
}

/** A price that moved. */
interface Moved {
  readonly series: SeriesKey;
  readonly event: HistoricEvent;
  readonly line: number | null;
  readonly from: number;
  readonly to: number;
  readonly since: number;
}

/**
 * The moves of a window, the largest first. A price moved if its implied probability (1 / decimal) became another one,
 * at the same line: at another line it is the price of another bet. Where some sportsbooks moved up and others down,
 * the direction counts in which they moved further in sum.
 */
export function marketMoves(moves: readonly Move[]): MarketMove[] {
  const markets = Map.groupBy(moves.map(movedPrice), ({ series, line }) => {
    const { subject, side } = placeOf(series, line);
    return JSON.stringify([series.eventId, slugOf(series.marketType), subject, side, line]);
  });
  return [...markets.values()]
    .flatMap((prices) => [...Map.groupBy(prices, marginOf).values()])
    .flatMap(betsIn)
    .flatMap((prices) => combined(prices) ?? [])
    .sort(
      (a, b) =>
        Math.abs(b.movePercent) - Math.abs(a.movePercent) ||
        b.sportsbooks.length - a.sportsbooks.length ||
        a.since - b.since,
    );
}

function movedPrice({ series, event, before, point, firstMoveAt }: Move): Moved {
  const from = impliedProbability(before.american, 0);
  const to = impliedProbability(point.american, 0);
  return { series, event, line: point.line, from, to, since: firstMoveAt };
}

/** Of winning margins, by how much a team wins: the numbers in a name, beside those of the teams and the line. */
function marginOf({ series, event, line }: Moved): string {
  if (!slugOf(series.marketType).includes('margin')) return '';
  const others = numbersIn(`${event.homeTeam} ${event.awayTeam} ${line}`);
  return numbersIn(series.selection)
    .filter((number) => !others.includes(number))
    .join(' ');
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(\.\d+)?/g) ?? [];
}

/** Divides the prices on one side by selection: by its name, if a sportsbook has several. */
function betsIn(prices: readonly Moved[]): Moved[][] {
  const nameOf = ({ series }: Moved) => foldName(series.selection).join(' ');
  const names = new Set(prices.map((price) => `${price.series.sportsbook}|${nameOf(price)}`));
  const books = new Set(prices.map(({ series }) => series.sportsbook));
  return names.size === books.size ? [[...prices]] : [...Map.groupBy(prices, nameOf).values()];
}

/** The move of a market; null if no price of it moved. */
function combined(prices: readonly Moved[]): MarketMove | null {
  const sum = prices.reduce((total, { from, to }) => total + to - from, 0);
  const followed = prices
    .filter(({ from, to }) => to > from === sum >= 0)
    .sort((a, b) => a.since - b.since);
  const [first] = followed;
  if (first === undefined) return null;
  const mean = (read: (price: Moved) => number) =>
    followed.reduce((total, price) => total + read(price), 0) / followed.length;
  const fromProbability = mean(({ from }) => from);
  const toProbability = mean(({ to }) => to);
  return {
    series: first.series,
    event: first.event,
    line: first.line,
    fromProbability,
    toProbability,
    movePercent: (toProbability - fromProbability) * 100,
    sportsbooks: followed.map(({ series }) => series.sportsbook),
    since: first.since,
  };
}
