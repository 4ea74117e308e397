import { Compile } from 'typebox/compile';
import { EventGameState } from '../contract/events.ts';
import { PLAYER_PROP_PREFIX } from '../contract/markets.ts';
import type {
  LowHoldOpportunity as WireLowHold,
  LowHoldSide as WireSide,
} from '../contract/opportunities.ts';
import type { LowHoldOpportunity, LowHoldSide } from '../generated/schema-types.ts';
import { eventGameState } from './event.ts';
import { factsOf, type OpportunityRef, refOf } from './opportunity.ts';
import { price } from './price.ts';
import { textOrNull, webAddressOrNull } from './wire-values.ts';

export type LowHoldSideModel = Omit<LowHoldSide, 'oddsAgeSeconds' | 'deepLink'> & OpportunityRef;
export type LowHoldOpportunityModel = Omit<
  LowHoldOpportunity,
  '__typename' | 'event' | 'comparison' | 'side1' | 'side2' | 'side3'
> & {
  readonly side1: LowHoldSideModel;
  readonly side2: LowHoldSideModel;
  readonly side3: LowHoldSideModel | null;
};

/** Upstream does not document what `game_state` has here: it is shown if it looks like that of an event. */
const GameState = Compile(EventGameState);

/** A low-hold opportunity, from a list or from a stream. */
export function lowHoldOpportunityModel(wire: WireLowHold): LowHoldOpportunityModel {
  return {
    ...factsOf(wire),
    isLive: wire.is_live,
    homeTeam: textOrNull(wire.home_team),
    awayTeam: textOrNull(wire.away_team),
    startTime: wire.start_time ?? null,
    holdPercent: wire.hold_percentage,
    gameState: GameState.Check(wire.game_state) ? eventGameState(wire.game_state) : null,
    side1: side(refOf(wire), wire.side1),
    side2: side(refOf(wire), wire.side2),
    side3: wire.side3 ? side(refOf(wire), wire.side3) : null,
    isAlternateLine: wire.is_alternate_line ?? null,
    isPlayerProp: wire.is_player_prop ?? wire.market_type.startsWith(PLAYER_PROP_PREFIX),
    playerName: textOrNull(wire.player_name),
    statCategory: textOrNull(wire.stat_category),
    sportsbookIds: wire.all_books,
    confidence: wire.confidence ?? null,
    oddsAgeSeconds: wire.odds_age_seconds ?? null,
    possiblyStale: wire.possibly_stale ?? null,
  };
}

function side(opportunity: OpportunityRef, wire: WireSide): LowHoldSideModel {
  const { american, decimal, implied_probability, fair_probability } = wire.odds;
  return {
    ...opportunity,
    selection: wire.selection,
    sportsbookIds: wire.books,
    line: wire.line ?? null,
    price: price(american, decimal, implied_probability),
    fairProbability: fair_probability ?? null,
    deepLinks: Object.entries(wire.deep_links ?? {}).map(([sportsbookId, url]) => ({
      sportsbookId,
      url: webAddressOrNull(url),
    })),
  };
}
