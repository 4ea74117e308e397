import { compareMarkets } from '../../contract/odds/compare-markets.ts';
import { betsOf } from '../../contract/odds/same-bet.ts';
import { slugOf } from '../../contract/slugs.ts';
import { fairProbabilities } from '../../models/fair-prices/fair-probabilities.ts';
import type { Closing, HistoricEvent, Series } from '../series.ts';
import { wirePrice } from './wire-price.ts';

/** A recorded price of which it is known at what it closed. */
export interface ClosedSeries extends Series {
  readonly closing: Closing;
}

/** Whether a price was listed when play began, and it is known at what. */
export function stoodAtClose(series: Series): series is ClosedSeries {
  return series.closing !== null && series.closing.status !== 'removed';
}

/**
 * The fair probabilities of closing prices: those of `SelectionComparison.fairPrice`, by the power method, from the
 * closing prices of all sportsbooks that priced every side of the market at the same line. A price without one is left
 * out: no sportsbook priced every side, or the sides do not surely cover every outcome. `market` are the prices on one
 * market type of the event. Those that were removed before play don't count, but get the probability of the others on their
 * bet. Where a sportsbook has listed a bet twice, the last closing counts.
 */
export function fairClosings(
  event: Pick<HistoricEvent, 'sport' | 'homeTeam' | 'awayTeam'>,
  market: readonly Series[],
): Map<Series, number> {
  const teams = { home_team: event.homeTeam, away_team: event.awayTeam };
  const closed = lastClosings(market.filter(isPriced)).map((series) => ({
    ...wirePrice(series, series.closing),
    market_type: slugOf(series.marketType),
    selection_type: slugOf(series.selectionType),
  }));
  const listed = closed.filter(({ series }) => stoodAtClose(series));
  const compared = compareMarkets(listed, { ...teams, sport: event.sport, is_live: false });
  const fair = new Map<Series, number>();
  for (const { complete, pricesOn } of compared) {
    for (const [selection, probability] of fairProbabilities(complete, 'POWER')) {
      for (const { series } of pricesOn.get(selection) ?? []) fair.set(series, probability);
    }
  }
  if (listed.length === closed.length) return fair;
  const inOrder = [...fair];
  const places = new Map(inOrder.map(([series], place) => [series, place]));
  for (const bet of betsOf(closed, teams)) {
    const removed = bet.filter(({ series }) => !stoodAtClose(series));
    if (removed.length === 0) continue;
    // Of prices too far apart for one bet, those that most sportsbooks agree on come first.
    const first = Math.min(...bet.map(({ series }) => places.get(series) ?? Infinity));
    const [, probability] = inOrder[first] ?? [];
    if (probability !== undefined) for (const { series } of removed) fair.set(series, probability);
  }
  return fair;
}

/** American odds of 0 are written where no price is known. */
function isPriced(series: Series): series is ClosedSeries {
  return series.closing !== null && series.closing.american !== 0;
}

/** Of the series of one bet, line and sportsbook, the one that closed last, of those that stood when play began if any did. */
function lastClosings(market: readonly ClosedSeries[]): ClosedSeries[] {
  const inOrder = market.toSorted(
    (a, b) => Number(stoodAtClose(a)) - Number(stoodAtClose(b)) || a.closing.at - b.closing.at,
  );
  const last = new Map(
    inOrder.map((series) => {
      const { sportsbook, selection, selectionType, player, closing } = series;
      return [JSON.stringify([sportsbook, selection, selectionType, player, closing.line]), series];
    }),
  );
  return [...last.values()];
}
