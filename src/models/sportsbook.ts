import type { ListedSportsbook as WireSportsbook } from '../contract/routes/sportsbooks.ts';
import type { Sportsbook } from '../generated/schema-types.ts';
import { graphSportsbookStatus, graphTier, textOrNull } from './wire-values.ts';

export type SportsbookModel = Omit<Sportsbook, '__typename' | 'nodeId'>;

export function sportsbookModel(wire: WireSportsbook): SportsbookModel {
  const requiresTier = textOrNull(wire.requires_tier);
  return {
    id: wire.id,
    name: wire.name,
    displayName: wire.display_name,
    hasLiveOdds: wire.has_live_odds,
    hasPlayerProps: wire.has_player_props,
    regions: wire.regions,
    isSharp: wire.is_sharp,
    status: graphSportsbookStatus(wire.status),
    eventCount: wire.event_count ?? 0,
    lastUpdate: wire.last_update ?? null,
    requiresTier: requiresTier === null ? null : graphTier(requiresTier),
  };
}
