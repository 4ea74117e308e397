import { MAX_HOLD_CEILING_PERCENT } from '../../../contract/limits.ts';
import { PLAYER_PROP_PREFIX } from '../../../contract/markets.ts';
import { sumOf } from '../../../contract/odds/implied-probability.ts';
import type { Odds } from '../../../contract/odds/odds.ts';
import type { LowHoldSide } from '../../../contract/opportunities.ts';
import { roundPercent, roundProbability } from '../../../contract/rounding.ts';
import { deepLinkFor } from '../../book-links.ts';
import {
  ageSeconds,
  confidence,
  type Finding,
  impliedBy,
  isStale,
  type PayloadContext,
  placeOf,
  revisionOf,
  selectionLabel,
} from '../finding.ts';
import {
  type MarketValuation,
  mainLineOf,
  type QuotedMarket,
  type SideValuation,
} from '../valuation/quoted-market.ts';

/**
 * One finding if the best prices of the market leave a hold above 0 and at most the largest limit that a
 * query can set, or else none.
 */
export function findLowHold(
  market: QuotedMarket,
  valuation: MarketValuation,
): Finding<'low_hold'>[] {
  const { sides, basis } = valuation;
  const impliedTotal = sumOf(sides.map(({ best }) => impliedBy(best[0])));
  const hold = roundPercent((impliedTotal - 1) * 100);
  if (hold <= 0 || hold > MAX_HOLD_CEILING_PERCENT) return [];
  const [first, second, third] = sides;
  if (first === undefined || second === undefined) return [];
  const prices = sides.flatMap(({ best }) => best);
  const finding: Finding<'low_hold'> = {
    kind: 'low_hold',
    market,
    key: '', // A market has at most one low hold.
    percent: hold,
    revision: `${revisionOf(prices)},${basis === null}`,
    prices,
    payload(identity, context) {
      const { event, now } = context;
      const age = ageSeconds(prices, now);
      const possiblyStale = isStale(age, event);
      const side = (one: SideValuation) => sideOf(one, impliedTotal, context);
      return {
        ...identity,
        ...placeOf(market, event),
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
        is_alternate_line: market.line !== mainLineOf(market.ladder),
        ...playerOf(first.best[0].odds),
        all_books: [...new Set(prices.map(({ odds }) => odds.sportsbook))].sort(),
        confidence: confidence(valuation, possiblyStale),
        odds_age_seconds: age,
        possibly_stale: possiblyStale,
      };
    },
  };
  return [finding];
}

/** Its fair probability is the implied one of its best price without the hold, if the market has fair probabilities. */
function sideOf(
  { best, fair }: SideValuation,
  impliedTotal: number,
  { event, state }: PayloadContext,
): LowHoldSide {
  const [price] = best;
  return {
    selection: selectionLabel(price.odds),
    books: best.map(({ odds }) => odds.sportsbook),
    line: price.odds.line ?? null,
    odds: {
      american: price.odds.odds_american,
      decimal: price.odds.odds_decimal,
      implied_probability: roundProbability(impliedBy(price)),
      fair_probability: fair === null ? null : roundProbability(impliedBy(price) / impliedTotal),
    },
    deep_links: Object.fromEntries(
      best.map(({ odds }) => [odds.sportsbook, deepLinkFor(odds, event, state)?.url ?? null]),
    ),
  };
}

/** The player of a player prop and the statistic. Recorded prices name the player only in the selection. */
function playerOf({ market_type: type, selection, player_name, stat_category }: Odds) {
  const isProp = type.startsWith(PLAYER_PROP_PREFIX);
  return {
    is_player_prop: isProp,
    player_name: player_name ?? (isProp ? selection : null),
    stat_category: stat_category ?? (isProp ? type.slice(PLAYER_PROP_PREFIX.length) : null),
  };
}
