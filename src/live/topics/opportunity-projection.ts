import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../contract/opportunities.ts';
import { MIN_EV_DEFAULT, MIN_PROFIT_DEFAULT } from '../../contract/stream.ts';
import type { OpportunityKind as GraphKind } from '../../generated/schema-types.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import {
  arbitrageOpportunityModel,
  evOpportunityModel,
  middleOpportunityModel,
} from '../../models/opportunity.ts';
import { type LiveFilter, liveMatcher } from '../board/live-filter.ts';
import { toFilterable, upstreamKeyOf, type WireOpportunity } from '../board/wire-opportunity.ts';
import { payloadsOf } from './batch.ts';
import type { Projection } from './projection.ts';

/** The GraphQL enum values of upstream's kinds of opportunities. */
const GRAPH_KINDS: Readonly<Record<OpportunityKind, GraphKind>> = {
  ev: 'EV',
  arb: 'ARBITRAGE',
  middles: 'MIDDLE',
  low_hold: 'LOW_HOLD',
};

/** What a client selects in addition to the filter. Only EV and arbitrage have a minimum. */
export interface OpportunityCriteria {
  /** An empty list means all kinds. */
  readonly kinds: readonly GraphKind[];
  readonly minEvPercent: number;
  readonly minProfitPercent: number;
}

/** The GraphQL model of an opportunity of any kind. */
export type AnyOpportunity = ReturnType<typeof anyOpportunityModel>;

/** Reads the criteria from the arguments of a field. A null argument means its default. */
export function opportunityCriteria(args: {
  readonly kinds?: readonly GraphKind[] | null;
  readonly minEvPercent?: number | null;
  readonly minProfitPercent?: number | null;
}): OpportunityCriteria {
  return {
    kinds: args.kinds ?? [],
    minEvPercent: args.minEvPercent ?? MIN_EV_DEFAULT,
    minProfitPercent: args.minProfitPercent ?? MIN_PROFIT_DEFAULT,
  };
}

/** Opportunities of one kind that are new, have changed, or are part of a snapshot. */
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

/** The events of `liveOpportunities`, except `FeedStatus`. */
export type OpportunitiesPayload = OpportunitiesDetectedModel | OpportunitiesExpiredModel;

/** Which opportunities a filter and criteria select. */
function selectorOf(filter: LiveFilter, criteria: OpportunityCriteria) {
  const isWanted = liveMatcher(filter);
  const kinds = OPPORTUNITY_KINDS.filter(
    (kind) => criteria.kinds.length === 0 || criteria.kinds.includes(GRAPH_KINDS[kind]),
  );
  return {
    kinds,
    /** Depends only on properties that never change while an opportunity is open. */
    matches: (opportunity: WireOpportunity, filterable = toFilterable(opportunity)) =>
      kinds.includes(opportunity.kind) && isWanted(filterable),
    meetsMinimum: (opportunity: WireOpportunity) =>
      (opportunity.kind !== 'ev' || opportunity.wire.ev_percentage >= criteria.minEvPercent) &&
      (opportunity.kind !== 'arb' || opportunity.wire.profit_percent >= criteria.minProfitPercent),
  };
}

/** The opportunities that a query asks for, sorted by kind and then from best to worst. */
export function selectOpportunities(
  opportunities: readonly WireOpportunity[],
  filter: LiveFilter,
  criteria: OpportunityCriteria,
): WireOpportunity[] {
  const { matches, meetsMinimum } = selectorOf(filter, criteria);
  return opportunities
    .filter((one) => matches(one) && meetsMinimum(one))
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
}

/** Where an opportunity stands in the order of `selectOpportunities`; `rank` is the negated worth, so the best is the lowest. */
export type Place = readonly [kind: number, rank: number, id: string];

export function placeOf(one: WireOpportunity): Place {
  return [OPPORTUNITY_KINDS.indexOf(one.kind), -worthOf(one), one.wire.id];
}

/** Below 0 if the first place comes before the second. */
export function comparePlaces(
  [kind, rank, id]: Place,
  [otherKind, otherRank, otherId]: Place,
): number {
  return kind - otherKind || rank - otherRank || (id < otherId ? -1 : id === otherId ? 0 : 1);
}

/** The number by which opportunities of one kind are sorted: higher is better. */
function worthOf(opportunity: WireOpportunity): number {
  switch (opportunity.kind) {
    case 'ev':
      return opportunity.wire.ev_percentage;
    case 'arb':
      return opportunity.wire.profit_percent;
    case 'middles':
      return opportunity.wire.expected_value;
    case 'low_hold':
      return -opportunity.wire.hold_percentage;
  }
}

/** Turns opportunities into the events of `liveOpportunities`. */
export function opportunityProjection(
  filter: LiveFilter,
  criteria: OpportunityCriteria,
): Projection<WireOpportunity, OpportunitiesPayload> {
  const { kinds, matches, meetsMinimum } = selectorOf(filter, criteria);
  const detected = (
    kind: OpportunityKind,
    opportunities: readonly WireOpportunity[],
    isSnapshot: boolean,
  ) => ({
    __typename: 'OpportunitiesDetected' as const,
    kind: GRAPH_KINDS[kind],
    opportunities: opportunities.filter((one) => one.kind === kind).map(anyOpportunityModel),
    isSnapshot,
  });
  return {
    matches,
    snapshot: (entries) => {
      const open = entries.map(({ value }) => value).filter(meetsMinimum);
      return payloadsOf(kinds.map((kind) => detected(kind, open, true)));
    },
    changes: ({ changed, removed }) => {
      const open = changed.map(({ value }) => value);
      const gone = removed.map(({ value }) => value);
      const openKeys = new Set(open.map(upstreamKeyOf));
      const found = open.filter(meetsMinimum);
      const expired = [
        // One that moved to other sportsbooks was removed and added again, and is still open.
        ...gone.filter((one) => !openKeys.has(upstreamKeyOf(one))),
        // For this subscriber, an opportunity below its minimum has expired.
        ...open.filter((one) => !meetsMinimum(one)),
      ];
      const payloads: OpportunitiesPayload[] = [];
      for (const kind of kinds) {
        const event = detected(kind, found, false);
        if (event.opportunities.length > 0) payloads.push(event);
        const ofKind = expired.filter((one) => one.kind === kind);
        const ids = [...new Set(ofKind.map(({ wire }) => wire.id))];
        if (ids.length > 0) {
          payloads.push({ __typename: 'OpportunitiesExpired', kind: GRAPH_KINDS[kind], ids });
        }
      }
      return payloadsOf(payloads);
    },
  };
}

/** Converts an opportunity from upstream's format (`wire`) to its GraphQL model. */
export function anyOpportunityModel(opportunity: WireOpportunity) {
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
