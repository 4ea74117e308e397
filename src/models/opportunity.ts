import { isHandicap, oppositeLine } from '../contract/odds/covering-sides.ts';
import { impliedProbability } from '../contract/odds/implied-probability.ts';
import type { BatchOdds } from '../contract/odds/odds.ts';
import { foldName } from '../contract/odds/selection-name.ts';
import type {
  ArbitrageOpportunity as WireArbitrage,
  EvOpportunity as WireEv,
  MiddleOpportunity as WireMiddle,
} from '../contract/opportunities.ts';
import { slugOf } from '../contract/slugs.ts';
import type {
  ArbitrageLeg,
  ArbitrageOpportunity,
  EvOpportunity,
  MiddleOpportunity,
  MiddleSide,
} from '../generated/schema-types.ts';
import { price, priceFromAmerican } from './price.ts';
import { textOrNull, webAddressOrNull } from './wire-values.ts';

/** The side that a bet of an opportunity is on. */
export interface Side {
  readonly selection: string;
  readonly line: number | null;
}

/** The opportunity that a bet is part of: its id leads to links, its event and market to prices. */
export interface OpportunityRef {
  readonly opportunityId: string;
  readonly eventId: string;
  readonly marketType: string;
}

export type EvOpportunityModel = Omit<
  EvOpportunity,
  'event' | 'comparison' | 'sportsbook' | 'oddsAgeSeconds' | 'deepLink'
> &
  OpportunityRef;
export type ArbitrageLegModel = Omit<ArbitrageLeg, 'oddsAgeSeconds' | 'deepLink'> & OpportunityRef;
export type ArbitrageOpportunityModel = Omit<
  ArbitrageOpportunity,
  'event' | 'comparison' | 'legs'
> & {
  readonly legs: ArbitrageLegModel[];
};
export type MiddleSideModel = Omit<MiddleSide, 'deepLink'> & OpportunityRef;
export type MiddleOpportunityModel = Omit<
  MiddleOpportunity,
  'event' | 'comparison' | 'side1' | 'side2'
> & {
  readonly side1: MiddleSideModel;
  readonly side2: MiddleSideModel;
};

/** Expected values above this are mostly of prices that have not followed the market. */
const PLAUSIBLE_EV_PERCENT = 10;

/** A +EV opportunity. */
export function evOpportunityModel(wire: WireEv): EvOpportunityModel {
  return {
    __typename: 'EvOpportunity',
    ...factsOf({
      ...wire,
      event_id: wire.game_id,
      event_name: wire.game,
      market_type: wire.market,
    }),
    isLive: wire.is_live,
    homeTeam: textOrNull(wire.home_team),
    awayTeam: textOrNull(wire.away_team),
    startTime: wire.start_time ?? null,
    selection: wire.selection,
    sportsbookId: wire.sportsbook,
    price: price(wire.odds_american, wire.odds_decimal),
    noVigPrice: priceFromAmerican(wire.no_vig_odds),
    evPercent: wire.ev_percentage,
    kellyPercent: wire.kelly_percent,
    confidence: wire.confidence_score,
    possiblyStale: wire.ev_percentage > PLAUSIBLE_EV_PERCENT,
    bookCount: wire.book_count,
    opportunityId: wire.id,
  };
}

/** Whether a price is the one of a bet of an opportunity, or what has become of it. */
export function isPriceOf(
  bet: Side & Pick<EvOpportunityModel, 'sportsbookId' | 'marketType'>,
): (odds: BatchOdds) => boolean {
  return (odds) =>
    odds.sportsbook === bet.sportsbookId && odds.market_type === bet.marketType && isOn(bet, odds);
}

/**
 * Whether a price is on a side of an opportunity in the same market. Opportunities have no selection type: where the
 * selection of a price does not name its side, as in props, theirs ends with it.
 */
export function isOn({ selection, line }: Side, odds: BatchOdds): boolean {
  const label = selection.toLowerCase();
  const name = odds.selection.toLowerCase();
  const side = slugOf(odds.selection_type).split('_').at(-1);
  return (odds.line ?? null) === line && (label === name || label === `${name} ${side}`);
}

/** An arbitrage. */
export function arbitrageOpportunityModel(wire: WireArbitrage): ArbitrageOpportunityModel {
  return {
    __typename: 'ArbitrageOpportunity',
    ...factsOf(wire),
    isLive: wire.is_live,
    profitPercent: wire.profit_percent,
    impliedProbabilitySum: wire.implied_total,
    legs: wire.legs.map((leg) => ({
      ...refOf(wire),
      sportsbookId: leg.sportsbook,
      selection: leg.selection,
      line: legLine(wire, leg.selection),
      price: price(leg.odds_american, leg.odds_decimal, leg.implied_probability),
      stakePercent: leg.stake_percent,
    })),
  };
}

/** What all kinds of opportunities have. Middles have no line of their own. */
export function factsOf(
  wire: Pick<WireArbitrage, Extract<keyof WireArbitrage, keyof WireMiddle> | 'line'>,
) {
  return {
    id: wire.id,
    eventId: wire.event_id,
    eventName: wire.event_name,
    sport: wire.sport,
    league: wire.league,
    marketType: wire.market_type,
    line: wire.line ?? null,
    detectedAt: wire.detected_at,
  };
}

export function refOf(wire: Pick<WireMiddle, 'id' | 'event_id' | 'market_type'>): OpportunityRef {
  return { opportunityId: wire.id, eventId: wire.event_id, marketType: wire.market_type };
}

/**
 * The line of one bet. Upstream sends the line of the market: in handicaps that is the line of the home side, and
 * the name of the event (`Away @ Home`) tells whether the bet is on that side. Null if the name does not tell.
 */
function legLine(
  { line = null, market_type: marketType, event_name: event }: WireArbitrage,
  selection: string,
): number | null {
  if (line === null || !isHandicap(marketType)) return line;
  const [bet, away, home] = [selection, ...event.split(' @ ')].map((name) =>
    foldName(name).join(' '),
  );
  if (bet === home) return line;
  return bet === away ? oppositeLine(line) : null;
}

/** A middle. Its sides have lines of their own. */
export function middleOpportunityModel(wire: WireMiddle): MiddleOpportunityModel {
  return {
    __typename: 'MiddleOpportunity',
    ...factsOf(wire),
    isLive: null,
    side1: middleSide(refOf(wire), wire.side1),
    side2: middleSide(refOf(wire), wire.side2),
    middleSize: wire.middle_size,
    middleNumbers: wire.middle_numbers,
    middleProbability: wire.middle_probability,
    expectedValuePercent: wire.expected_value,
    qualityScore: wire.quality_score,
  };
}

function middleSide(opportunity: OpportunityRef, wire: WireMiddle['side1']): MiddleSideModel {
  const { american, decimal, probability, fair_probability: fair } = wire.odds;
  return {
    ...opportunity,
    sportsbookId: wire.book,
    selection: wire.selection,
    line: wire.line ?? null,
    price: price(american, decimal, probability),
    fairProbability: fair ?? impliedProbability(american, decimal),
    stakePercent: wire.stake_percent,
    oddsAgeSeconds: wire.odds_age_seconds,
    deepLinkUrl: webAddressOrNull(wire.deep_link),
  };
}
