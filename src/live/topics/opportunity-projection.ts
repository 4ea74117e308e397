import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../contract/opportunities.ts';
import type { OpportunityKind as GraphKind } from '../../generated/schema-types.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import {
  arbitrageOpportunityModel,
  evOpportunityModel,
  middleOpportunityModel,
} from '../../models/opportunity.ts';
import { type LiveFilter, liveMatcher } from '../board/live-filter.ts';
import {
  filterableOpportunity,
  identityOf,
  type WireOpportunity,
} from '../board/wire-opportunity.ts';
import { payloadsOf } from './batch.ts';
import type { Projection } from './topic.ts';

const GRAPH_KINDS: Readonly<Record<OpportunityKind, GraphKind>> = {
  ev: 'EV',
  arb: 'ARBITRAGE',
  middles: 'MIDDLE',
  low_hold: 'LOW_HOLD',
};

/** What a subscriber asks for besides the filter. */
export interface OpportunityCriteria {
  /** An empty list means all kinds. */
  readonly kinds: readonly GraphKind[];
  readonly minEvPercent: number;
  readonly minProfitPercent: number;
}

export type AnyOpportunity = ReturnType<typeof anyOpportunity>;

/** Opportunities of one kind that are open. */
export interface OpportunitiesDetectedModel {
  readonly __typename: 'OpportunitiesDetected';
  readonly kind: GraphKind;
  readonly opportunities: AnyOpportunity[];
  readonly isSnapshot: boolean;
}

interface OpportunitiesExpiredModel {
  readonly __typename: 'OpportunitiesExpired';
  readonly kind: GraphKind;
  readonly ids: string[];
}

/** What `liveOpportunities` delivers. */
export type OpportunitiesPayload = OpportunitiesDetectedModel | OpportunitiesExpiredModel;

/** Projects opportunities to the events of `liveOpportunities`. */
export function opportunityProjection(
  filter: LiveFilter,
  spec: OpportunityCriteria,
): Projection<WireOpportunity, OpportunitiesPayload> {
  const matches = liveMatcher(filter);
  const kinds = OPPORTUNITY_KINDS.filter(
    (kind) => spec.kinds.length === 0 || spec.kinds.includes(GRAPH_KINDS[kind]),
  );
  const isGoodEnough = (opportunity: WireOpportunity) =>
    opportunity.kind === 'ev'
      ? opportunity.wire.ev_percentage >= spec.minEvPercent
      : opportunity.kind !== 'arb' || opportunity.wire.profit_percent >= spec.minProfitPercent;
  const detected = (
    kind: OpportunityKind,
    all: readonly WireOpportunity[],
    isSnapshot: boolean,
  ) => ({
    __typename: 'OpportunitiesDetected' as const,
    kind: GRAPH_KINDS[kind],
    opportunities: all.filter((one) => one.kind === kind).map(anyOpportunity),
    isSnapshot,
  });
  return {
    matches: (opportunity) =>
      kinds.includes(opportunity.kind) && matches(filterableOpportunity(opportunity)),
    snapshot: (entries) => {
      const open = entries.map(({ value }) => value).filter(isGoodEnough);
      return payloadsOf(kinds.map((kind) => detected(kind, open, true)));
    },
    changes: ({ changed, removed }) => {
      const open = new Set(changed.map(({ value }) => identityOf(value.kind, value.wire.id)));
      const found = changed.map(({ value }) => value).filter(isGoodEnough);
      const over = [
        ...removed.filter(({ value }) => !open.has(identityOf(value.kind, value.wire.id))),
        // One that fell below this subscriber's minimum has expired for it.
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
      return payloadsOf(payloads);
    },
  };
}

function anyOpportunity(opportunity: WireOpportunity) {
  switch (opportunity.kind) {
    case 'ev':
      return evOpportunityModel(opportunity.wire);
    case 'arb':
      return arbitrageOpportunityModel(opportunity.wire);
    case 'middles':
      return middleOpportunityModel(opportunity.wire);
    case 'low_hold':
      return {
        __typename: 'LowHoldOpportunity' as const,
        ...lowHoldOpportunityModel(opportunity.wire),
      };
  }
}
