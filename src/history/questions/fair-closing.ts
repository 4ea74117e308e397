import { partsOf } from '../../contract/odds/books-apart.ts';
import { completeMarkets } from '../../contract/odds/complete-markets.ts';
import { impliedProbability } from '../../contract/odds/implied-probability.ts';
import { betsOf } from '../../contract/odds/same-bet.ts';
import type { ComparisonSelection } from '../../contract/routes/odds-comparison.ts';
import { slugOf } from '../../contract/slugs.ts';
import { fairProbabilities } from '../../models/fair-prices/fair-probabilities.ts';
import type { Closing, HistoricEvent, Series } from '../series.ts';

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
 * market type of the event; those that had been taken off the board before play don't count, and where a sportsbook
 * has listed a bet twice, the last closing does.
 */
export function fairClosings(
  event: Pick<HistoricEvent, 'sport' | 'homeTeam' | 'awayTeam'>,
  market: readonly Series[],
): Map<Series, number> {
  const teams = { home_team: event.homeTeam, away_team: event.awayTeam };
  const marketType = market[0]?.marketType ?? '';
  const type = { ...teams, sport: event.sport, marketType, isLive: false };
  const bets = betsOf(lastClosings(market.filter(isPriced)).map(namedPrice), teams);
  const seriesOf = new Map<ComparisonSelection, ClosedSeries[]>();
  const impliedOf = ({ american }: ClosingPrice) => impliedProbability(american, 0);
  const complete = partsOf(bets, type, impliedOf).flatMap((part) => {
    const selections = part.flatMap((bet) => {
      const [first] = bet;
      if (first === undefined) return [];
      const selection = selectionOf(bet, first);
      seriesOf.set(
        selection,
        bet.map(({ series }) => series),
      );
      return [selection];
    });
    return completeMarkets(selections, type);
  });
  const fair = new Map<Series, number>();
  for (const [selection, probability] of fairProbabilities(complete, 'POWER')) {
    for (const series of seriesOf.get(selection) ?? []) fair.set(series, probability);
  }
  return fair;
}

/** American odds of 0 are written where no price is known. */
function isPriced(series: Series): series is ClosedSeries {
  return stoodAtClose(series) && series.closing.american !== 0;
}

/** Of the series of one bet, line and sportsbook, the one that closed last. */
function lastClosings(market: readonly ClosedSeries[]): ClosedSeries[] {
  const inOrder = market.toSorted((a, b) => a.closing.at - b.closing.at);
  const last = new Map(
    inOrder.map((series) => {
      const { sportsbook, selection, selectionType, player, closing } = series;
      return [JSON.stringify([sportsbook, selection, selectionType, player, closing.line]), series];
    }),
  );
  return [...last.values()];
}

type ClosingPrice = ReturnType<typeof namedPrice>;

function namedPrice(series: ClosedSeries) {
  const { sportsbook, selection, selectionType, player, closing } = series;
  const { line, american } = closing;
  const side = { selection, selection_type: slugOf(selectionType), player_name: player, line };
  return { ...side, sportsbook, american, series };
}

/** The selection with its prices. Decimal odds of 0 are computed from the American ones. */
function selectionOf(bet: readonly ClosingPrice[], first: ClosingPrice): ComparisonSelection {
  const { selection, selection_type, player_name, line } = first;
  const books = Object.fromEntries(
    bet.map(({ sportsbook, american }) => [
      sportsbook,
      { odds_american: american, odds_decimal: 0, last_seen_at: '' },
    ]),
  );
  return { selection, selection_type, player_name, line, books };
}
