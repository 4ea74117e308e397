import { OPPORTUNITY_KINDS, type OpportunityKind } from '../contract/opportunities.ts';
import type { OpportunityKind as GraphKind } from '../generated/graph.ts';
import { lowHoldModel } from '../models/low-hold.ts';
import { arbitrageModel, evModel, middleModel } from '../models/opportunity.ts';
import type { LaneShape } from './lane.ts';
import { type LiveFilter, liveMatcher } from './live-filter.ts';
import { partsOf } from './step.ts';
import { filterableOpportunity, identityOf, type WireOpportunity } from './wire-opportunity.ts';

const GRAPH_KINDS: Readonly<Record<OpportunityKind, GraphKind>> = {
  ev: 'EV',
  arb: 'ARBITRAGE',
  middles: 'MIDDLE',
  low_hold: 'LOW_HOLD',
};

/** What a subscriber wants beside the filter. */
export interface OpportunityWish {
  /** No list, or an empty one, wants all. */
  readonly kinds: readonly GraphKind[];
  readonly minEvPercent: number;
  readonly minProfitPercent: number;
}

export type OpportunityModel = ReturnType<typeof opportunityModel>;

/** Opportunities of one kind that are open. */
export interface DetectedPayload {
  readonly __typename: 'OpportunitiesDetected';
  readonly kind: GraphKind;
  readonly opportunities: OpportunityModel[];
  readonly isSnapshot: boolean;
}

interface ExpiredPayload {
  readonly __typename: 'OpportunitiesExpired';
  readonly kind: GraphKind;
  readonly ids: string[];
}

/** What `liveOpportunities` delivers. */
export type OpportunitiesPayload = DetectedPayload | ExpiredPayload;

/** Shows a board of opportunities as `liveOpportunities` promises it. */
export function opportunityLaneShape(
  filter: LiveFilter,
  wish: OpportunityWish,
): LaneShape<WireOpportunity, OpportunitiesPayload> {
  const matches = liveMatcher(filter);
  const kinds = OPPORTUNITY_KINDS.filter(
    (kind) => wish.kinds.length === 0 || wish.kinds.includes(GRAPH_KINDS[kind]),
  );
  const isGoodEnough = (opportunity: WireOpportunity) =>
    opportunity.kind === 'ev'
      ? opportunity.wire.ev_percentage >= wish.minEvPercent
      : opportunity.kind !== 'arb' || opportunity.wire.profit_percent >= wish.minProfitPercent;
  const detected = (
    kind: OpportunityKind,
    all: readonly WireOpportunity[],
    isSnapshot: boolean,
  ) => ({
    __typename: 'OpportunitiesDetected' as const,
    kind: GRAPH_KINDS[kind],
    opportunities: all.filter((one) => one.kind === kind).map(opportunityModel),
    isSnapshot,
  });
  return {
    matches: (opportunity) =>
      kinds.includes(opportunity.kind) && matches(filterableOpportunity(opportunity)),
    snapshot: (entries) => {
      const open = entries.map(({ value }) => value).filter(isGoodEnough);
      return partsOf(kinds.map((kind) => detected(kind, open, true)));
    },
    changes: ({ changed, removed }) => {
      const open = new Set(changed.map(({ value }) => identityOf(value.kind, value.wire.id)));
      const found = changed.map(({ value }) => value).filter(isGoodEnough);
      const over = [
        ...removed.filter(({ value }) => !open.has(identityOf(value.kind, value.wire.id))),
        // One that is no longer good enough for this subscriber is over for it.
        ...changed.filter(({ value }) => !isGoodEnough(value)),
      ];
      const payloads = kinds.flatMap((kind): OpportunitiesPayload[] => {
        const ids = over
          .filter(({ value }) => value.kind === kind)
          .map(({ value }) => value.wire.id);
        const news = detected(kind, found, false);
        return [
          ...(news.opportunities.length > 0 ? [news] : []),
          ...(ids.length > 0
            ? [{ __typename: 'OpportunitiesExpired' as const, kind: GRAPH_KINDS[kind], ids }]
            : []),
        ];
      });
      return partsOf(payloads);
    },
  };
}

function opportunityModel(opportunity: WireOpportunity) {
  switch (opportunity.kind) {
    case 'ev':
      return evModel(opportunity.wire);
    case 'arb':
      return arbitrageModel(opportunity.wire);
    case 'middles':
      return middleModel(opportunity.wire);
    case 'low_hold':
      return { __typename: 'LowHoldOpportunity' as const, ...lowHoldModel(opportunity.wire) };
  }
}
