import type { ComparedPrice } from '../contract/odds/compare-markets.ts';
import { marketKey } from '../contract/odds/complete-markets.ts';
import { type MarketComparisonModel, oddsComparisonModel } from './comparison.ts';
import type { EventModel } from './event.ts';
import type { LowHoldOpportunityModel } from './low-hold.ts';
import {
  type ArbitrageOpportunityModel,
  type EvOpportunityModel,
  isOn,
  type MiddleOpportunityModel,
  type PlacedBet,
} from './opportunity.ts';

/** An opportunity of any kind. */
export type ComparedOpportunity =
  | EvOpportunityModel
  | ArbitrageOpportunityModel
  | MiddleOpportunityModel
  | LowHoldOpportunityModel;

/**
 * The prices that an opportunity rests on, of those of its event: those on its bets and on what opposes them at the same
 * lines. Null if there are none.
 */
export function opportunityComparison(
  opportunity: ComparedOpportunity,
  event: EventModel | null,
  prices: Iterable<ComparedPrice>,
): MarketComparisonModel | null {
  const { eventId: id, sport, isLive, marketType } = opportunity;
  const {
    homeTeam = null,
    awayTeam = null,
    isLive: isInPlay = isLive ?? false,
  }: Partial<EventModel> = event ?? {};
  const teams = { home_team: homeTeam, away_team: awayTeam };
  const placeOf = (price: ComparedPrice) =>
    marketKey(price, teams) ?? `${price.selection_type}|${price.line}|${price.selection}`;
  const market = [...prices].filter((price) => price.market_type === marketType);
  const bets = betsIn(opportunity);
  const places = new Set(
    market.filter((price) => bets.some((bet) => isOn(bet, price))).map(placeOf),
  );
  const compared = oddsComparisonModel(
    { id, sport, homeTeam, awayTeam, isLive: isInPlay },
    market.filter((price) => places.has(placeOf(price))),
  );
  return compared?.markets[0] ?? null;
}

function betsIn(opportunity: ComparedOpportunity): readonly PlacedBet[] {
  if ('legs' in opportunity) return opportunity.legs;
  if (!('side1' in opportunity)) return [opportunity];
  const { side1, side2 } = opportunity;
  const third = 'side3' in opportunity ? opportunity.side3 : null;
  return third === null ? [side1, side2] : [side1, side2, third];
}
