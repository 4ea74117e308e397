import type { TypedDocument } from '../typed-document.ts';

/** What prices and opportunities are narrowed to: all by default. An empty list matches everything. */
export interface LiveFilter {
  /** Slugs such as `basketball`. */
  readonly sports?: readonly string[] | null | undefined;
  /** Slugs such as `nba`. */
  readonly leagues?: readonly string[] | null | undefined;
  readonly eventIds?: readonly string[] | null | undefined;
  readonly sportsbooks?: readonly string[] | null | undefined;
  /** Types such as `moneyline`, or the categories `main`, `spread`, `total` and `props`. */
  readonly markets?: readonly string[] | null | undefined;
}

export interface FeedStatus {
  readonly __typename: 'FeedStatus';
  readonly state: string;
  readonly message?: string | null;
  readonly code?: string | null;
}

/** An event of `liveOdds`, as far as merging needs it. */
export type LiveOddsEvent<Price> =
  | {
      readonly __typename: 'OddsSnapshot';
      readonly offset: number;
      readonly isLast: boolean;
      readonly cursor: string;
      readonly odds: readonly Price[];
    }
  | {
      readonly __typename: 'OddsUpdate';
      readonly cursor: string;
      readonly replacedKeys: readonly string[];
      readonly odds: readonly Price[];
    }
  | {
      readonly __typename: 'OddsRemoval';
      readonly cursor: string;
      readonly keys: readonly string[];
    }
  | FeedStatus;

/** A subscription to prices that a live store can hold. It selects `__typename` and the fields of `LiveOddsEvent`. */
export type LiveOddsDocument<Price> = TypedDocument<
  { readonly liveOdds?: LiveOddsEvent<Price> | null },
  // biome-ignore lint/suspicious/noExplicitAny: other variables are given beside the filter.
  any
>;

/** A price as it is asked for by default. */
export interface Odds {
  /** Its identity, the same wherever it is read. */
  readonly key: string;
  readonly id: string;
  readonly eventId: string;
  readonly sportsbookId: string;
  readonly sport: string;
  readonly league: string;
  readonly homeTeam: string | null;
  readonly awayTeam: string | null;
  readonly eventStartTime: string;
  readonly isLive: boolean;
  readonly marketType: string;
  readonly selection: string;
  readonly selectionType: string;
  readonly playerName: string | null;
  readonly line: number | null;
  /** 0 and 1 while the sportsbook has suspended the bet. */
  readonly price: { readonly american: number; readonly decimal: number };
  readonly lastSeenAt: string;
  readonly changedAt: string | null;
}

export const LIVE_ODDS = `subscription LiveOdds($filter: LiveFilter, $after: String) {
  liveOdds(filter: $filter, after: $after, chunkSize: 500) {
    __typename
    ... on OddsSnapshot { offset isLast cursor odds { ...LivePrice } }
    ... on OddsUpdate { cursor replacedKeys odds { ...LivePrice } }
    ... on OddsRemoval { cursor keys }
    ... on FeedStatus { state message code }
  }
}
fragment LivePrice on Odds {
  key id eventId sportsbookId sport league homeTeam awayTeam eventStartTime isLive marketType selection selectionType
  playerName line price { american decimal } lastSeenAt changedAt
}`;

export const OPPORTUNITY_KINDS = ['EV', 'ARBITRAGE', 'MIDDLE', 'LOW_HOLD'] as const;

export type OpportunityKind = (typeof OPPORTUNITY_KINDS)[number];

/** Which opportunities a store holds. */
export interface OpportunityFilter<Kind extends OpportunityKind = OpportunityKind> {
  /** All kinds by default, or if empty. */
  readonly kinds?: readonly Kind[] | null | undefined;
  readonly filter?: LiveFilter | null | undefined;
  /** The least expected value, in percent of the stake; 2 by default. */
  readonly minEvPercent?: number | null | undefined;
  /** The least profit of arbitrages, in percent of all stakes; 0.5 by default. */
  readonly minProfitPercent?: number | null | undefined;
}

/** An event of `liveOpportunities`, as far as merging needs it. */
export type LiveOpportunityEvent<Opportunity> =
  | {
      readonly __typename: 'OpportunitiesDetected';
      readonly kind: OpportunityKind;
      readonly isSnapshot: boolean;
      readonly opportunities: readonly Opportunity[];
    }
  | {
      readonly __typename: 'OpportunitiesExpired';
      readonly kind: OpportunityKind;
      readonly ids: readonly string[];
    }
  | FeedStatus;

/**
 * A subscription to opportunities that a live store can hold. It selects `__typename` and the fields of
 * `LiveOpportunityEvent`.
 */
export type LiveOpportunitiesDocument<Opportunity> = TypedDocument<
  { readonly liveOpportunities?: LiveOpportunityEvent<Opportunity> | null },
  // biome-ignore lint/suspicious/noExplicitAny: other variables are given beside the filter.
  any
>;

/** A bet with a price, as opportunities consist of them. */
export interface Bet {
  readonly selection: string;
  readonly line: number | null;
  readonly sportsbookId: string;
  readonly price: { readonly american: number; readonly decimal: number };
}

/** What opportunities of all kinds have. */
interface AnyOpportunity {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly sport: string;
  readonly league: string;
  readonly marketType: string;
  readonly line: number | null;
  readonly isLive: boolean | null;
  readonly detectedAt: string;
}

/** An opportunity as it is asked for by default. */
export type Opportunity = AnyOpportunity &
  (
    | (Bet & {
        readonly __typename: 'EvOpportunity';
        readonly evPercent: number;
        readonly kellyPercent: number;
      })
    | {
        readonly __typename: 'ArbitrageOpportunity';
        readonly profitPercent: number;
        readonly legs: readonly (Bet & { readonly stakePercent: number })[];
      }
    | {
        readonly __typename: 'MiddleOpportunity';
        readonly expectedValuePercent: number;
        readonly side1: Bet;
        readonly side2: Bet;
      }
    | { readonly __typename: 'LowHoldOpportunity'; readonly holdPercent: number }
  );

interface Typenames {
  readonly EV: 'EvOpportunity';
  readonly ARBITRAGE: 'ArbitrageOpportunity';
  readonly MIDDLE: 'MiddleOpportunity';
  readonly LOW_HOLD: 'LowHoldOpportunity';
}

/** An opportunity of some kinds; of all if there are none. */
export type OpportunityOf<Kind extends OpportunityKind> = [Kind] extends [never]
  ? Opportunity
  : Extract<Opportunity, { readonly __typename: Typenames[Kind] }>;

export const LIVE_OPPORTUNITIES = `subscription LiveOpportunities(
  $kinds: [OpportunityKind!], $filter: LiveFilter, $minEvPercent: Float, $minProfitPercent: Float
) {
  liveOpportunities(
    kinds: $kinds, filter: $filter, minEvPercent: $minEvPercent, minProfitPercent: $minProfitPercent
  ) {
    __typename
    ... on OpportunitiesDetected {
      kind isSnapshot opportunities {
        __typename id eventId eventName sport league marketType line isLive detectedAt
        ... on EvOpportunity { selection sportsbookId evPercent kellyPercent price { american decimal } }
        ... on ArbitrageOpportunity {
          profitPercent legs { selection line sportsbookId stakePercent price { american decimal } }
        }
        ... on MiddleOpportunity {
          expectedValuePercent
          side1 { selection line sportsbookId price { american decimal } }
          side2 { selection line sportsbookId price { american decimal } }
        }
        ... on LowHoldOpportunity { holdPercent }
      }
    }
    ... on OpportunitiesExpired { kind ids }
    ... on FeedStatus { state message code }
  }
}`;
