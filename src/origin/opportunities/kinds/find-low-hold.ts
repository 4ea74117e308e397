import { eventName } from '../../../contract/events.ts';
import { MAX_HOLD_CEILING_PERCENT } from '../../../contract/limits.ts';
import { PLAYER_PROP_PREFIX } from '../../../contract/markets.ts';
import type { Odds } from '../../../contract/odds/odds.ts';
import type { LowHoldOpportunity, LowHoldSide } from '../../../contract/opportunities.ts';
import { roundPercent, roundProbability } from '../../../contract/rounding.ts';
import { deepLinkFor } from '../../links/book-links.ts';
import { confidence } from '../confidence.ts';
import type { Finding, OpportunityIdentity, PayloadContext } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import type { MarketPrice } from '../valuation/book-prices.ts';
import type { MarketValuation } from '../valuation/market-valuation.ts';
import { ageSeconds, isStale } from '../valuation/price-age.ts';
import type { QuotedMarket } from '../valuation/quoted-market.ts';

/** The prices that share the highest odds on one side. */
type BestPrices = readonly [MarketPrice, ...MarketPrice[]];

/** The best prices of each side of a market: two sides, or three with a draw. */
type BestBySide = readonly [first: BestPrices, second: BestPrices, third?: BestPrices | undefined];

/**
 * One finding if the best prices of the market leave a hold above 0 and at most the largest limit that a
 * query can set, or else none.
 */
export function findLowHold(
  market: QuotedMarket,
  valuation: MarketValuation,
): Finding<'low_hold'>[] {
  const best = valuation.sides.map((side) => side.best);
  const impliedTotal = best.reduce((sum, [{ odds }]) => sum + 1 / odds.odds_decimal, 0);
  const hold = holdPercent(impliedTotal);
  if (hold <= 0 || hold > MAX_HOLD_CEILING_PERCENT) return [];
  const [first, second, third] = best;
  if (first === undefined || second === undefined) return [];
  const prices = best.flat();
  const figures = { market, valuation, hold, impliedTotal, prices };
  const finding: Finding<'low_hold'> = {
    market,
    key: '', // A market has at most one low hold.
    percent: hold,
    revision: revisionOf(prices, valuation),
    prices,
    payload: (identity, context) => payloadOf([first, second, third], figures, identity, context),
  };
  return [finding];
}

/** Hold in percent: (sum of implied probabilities - 1) x 100. */
function holdPercent(impliedTotal: number): number {
  return roundPercent((impliedTotal - 1) * 100);
}

/** A text that changes when a best price or its book does, or when fair probabilities come or go. */
function revisionOf(prices: readonly MarketPrice[], { basis }: MarketValuation): string {
  const parts = prices.map(
    ({ odds }) => `${odds.selection_type} ${odds.sportsbook} ${odds.odds_decimal}`,
  );
  return [...parts, basis === null].join();
}

interface LowHoldFigures {
  readonly market: QuotedMarket;
  readonly valuation: MarketValuation;
  readonly hold: number;
  readonly impliedTotal: number;
  readonly prices: readonly MarketPrice[];
}

function payloadOf(
  [first, second, third]: BestBySide,
  { market, valuation, hold, impliedTotal, prices }: LowHoldFigures,
  { id, detected_at }: OpportunityIdentity,
  context: PayloadContext,
): LowHoldOpportunity {
  const { event, now } = context;
  const age = ageSeconds(prices, now);
  const possiblyStale = isStale(age, event.is_live);
  // `basis` is null when the market has no fair probabilities.
  const side = (best: BestPrices) =>
    sideOf(best, context, valuation.basis === null ? null : fairFrom(best, impliedTotal));
  return {
    id,
    event_id: event.id,
    event_name: eventName(event),
    sport: event.sport,
    league: event.league,
    market_type: market.marketType,
    home_team: event.home_team,
    away_team: event.away_team,
    start_time: event.start_time,
    line: market.line,
    hold_percentage: hold,
    game_state: event.game_state,
    side1: side(first),
    side2: side(second),
    side3: third === undefined ? null : side(third),
    is_live: event.is_live,
    is_alternate_line: market.line !== market.ladder.mainLine(),
    ...playerOf(first[0].odds),
    all_books: [...new Set(prices.map(({ odds }) => odds.sportsbook))].sort(),
    confidence: confidence(valuation, possiblyStale),
    odds_age_seconds: age,
    possibly_stale: possiblyStale,
    detected_at,
  };
}

/** The fair probability of a side: the implied probability of its best price, without the hold. */
function fairFrom([{ odds }]: BestPrices, impliedTotal: number): number {
  return roundProbability(1 / odds.odds_decimal / impliedTotal);
}

function sideOf(
  best: BestPrices,
  { event, state }: PayloadContext,
  fair: number | null,
): LowHoldSide {
  const [{ odds }] = best;
  return {
    selection: selectionLabel(odds),
    books: best.map((price) => price.odds.sportsbook),
    line: odds.line ?? null,
    odds: {
      american: odds.odds_american,
      decimal: odds.odds_decimal,
      implied_probability: roundProbability(1 / odds.odds_decimal),
      fair_probability: fair,
    },
    deep_links: Object.fromEntries(
      best.map((price) => [
        price.odds.sportsbook,
        deepLinkFor(price.odds, event, state)?.url ?? null,
      ]),
    ),
  };
}

/** The player of a player prop and the statistic. Recorded prices name the player only in the selection. */
function playerOf(odds: Odds) {
  const isProp = odds.market_type.startsWith(PLAYER_PROP_PREFIX);
  return {
    is_player_prop: isProp,
    player_name: odds.player_name ?? (isProp ? odds.selection : null),
    stat_category:
      odds.stat_category ?? (isProp ? odds.market_type.slice(PLAYER_PROP_PREFIX.length) : null),
  };
}
