/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/**
 * Filter for events. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type EventFilter = {
  /** Only events that start on this day in UTC, as `YYYY-MM-DD`. */
  date?: string | null | undefined;
  /** True: only events with a live score. */
  hasScore?: boolean | null | undefined;
  /** League slugs, case-insensitive: `nba`, `nfl`, `mlb`, `nhl`, `ncaab`, `ncaaf`, `epl`, `la_liga`, `serie_a`, `atp`, `wta` and others. */
  leagues?: Array<string> | null | undefined;
  /** True: only events in play. False: only events that have not begun. */
  live?: boolean | null | undefined;
  /** Only events with odds on one of these market types or categories, as in `OddsFilter.markets`. It takes as many requests as `outrights`. */
  markets?: Array<string> | null | undefined;
  /**
   * True: only outrights and other events without two teams. False: only events of two teams. Both by default.
   * Upstream doesn't filter by this, so it takes one upstream request for every 200 events under the rest of the filter.
   */
  outrights?: boolean | null | undefined;
  /** Text to search for in team and event names; not in those of players: see `EventOddsFilter.players`. */
  search?: string | null | undefined;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: Array<string> | null | undefined;
  /** Sportsbook ids, case-insensitive: only events with odds from at least one of them. */
  sportsbooks?: Array<string> | null | undefined;
  /**
   * Only events that start at this time or later. Needs `startsBefore`. Takes one upstream request, whatever the page, for
   * up to 200 events under the rest of the filter, such as those of a league: tonight's games are among them. If there are
   * many more, it takes one or more for each day in UTC between the two times.
   */
  startsAfter?: string | null | undefined;
  /** Only events that start before this time, which must be after `startsAfter` by at most 8 days. */
  startsBefore?: string | null | undefined;
  /**
   * Part of a team's name, such as `lakers` or `76ers` (rarely a nickname such as Sixers), or of an alias that upstream knows,
   * case-insensitive. `hawks` is also part of Blackhawks: a league tells them apart.
   */
  team?: string | null | undefined;
};

/**
 * Filter for the prices of one event. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type EventOddsFilter = {
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: Array<string> | null | undefined;
  /** The highest American odds, inclusive, for instance 200. Must not be below `minAmerican`. */
  maxAmerican?: number | null | undefined;
  /** The lowest American odds, inclusive, for instance -110. */
  minAmerican?: number | null | undefined;
  /**
   * Names of players, or parts of names, in any case and without regard to accents, hyphens and full stops; at most 20 names. Only the props of
   * these players match. Batches don't name players, so it takes one upstream request for every 200 prices under the rest
   * of the filter, for instance under `markets: ["props"]`; none while a live subscription's board has them all.
   */
  players?: Array<string> | null | undefined;
  /** Selection types such as `home`, `away`, `over`, `under` or `draw`, case-insensitive. */
  selectionTypes?: Array<string> | null | undefined;
  /** Sportsbook ids, case-insensitive. A sportsbook above the caller's tier is refused with `TIER_RESTRICTED`. */
  sportsbooks?: Array<string> | null | undefined;
};

/** The states of the upstream stream. */
export type FeedState =
  /** The stream is open, and upstream's board is being read. Keep what you hold: what differs comes as other events, if anything does. */
  | 'CONNECTED'
  /** A temporary problem, reported by upstream or found in its data. The stream continues. */
  | 'NOTICE'
  /** The snapshot is complete: data is up to date from now on. */
  | 'READY'
  /** The stream is being reopened. Data stays valid as last known until it is replaced. */
  | 'RECONNECTING'
  /** Upstream has sent no data for a minute: data may be outdated. */
  | 'STALE';

/**
 * Filter for the data of a subscription. All conditions must match; within a list, at least one value
 * must match. An empty list matches everything.
 */
export type LiveFilter = {
  /** Event ids, as `Event.id` has them. */
  eventIds?: Array<string> | null | undefined;
  /** League slugs, case-insensitive: `nba`, `nfl`, `mlb`, `nhl`, `ncaab`, `ncaaf`, `epl`, `la_liga`, `serie_a`, `atp`, `wta` and others. */
  leagues?: Array<string> | null | undefined;
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: Array<string> | null | undefined;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: Array<string> | null | undefined;
  /** Sportsbook ids, case-insensitive. A sportsbook above the caller's tier is refused with `TIER_RESTRICTED`. An opportunity matches only if each of its bets can be placed at one of these sportsbooks. */
  sportsbooks?: Array<string> | null | undefined;
};

/** A kind of opportunity. */
export type OpportunityKind =
  /** Prices on all sides of a market that together guarantee a profit. */
  | 'ARBITRAGE'
  /** A price above the fair price: a positive expected value. */
  | 'EV'
  /** A market with a low hold at the best price of each side. Through the stream on the tier hobby, too; `lowHoldOpportunities` takes the tier pro. */
  | 'LOW_HOLD'
  /** Two bets on opposite sides whose lines leave a gap: results inside it win both. */
  | 'MIDDLE';

/** A subscription tier. Each tier includes everything in the lower tiers. */
export type Tier =
  /** Everything, including live game state. */
  | 'ENTERPRISE'
  /** The lowest tier: the fewest sportsbooks, data delayed by 60 seconds, no subscriptions. */
  | 'FREE'
  /** Adds real-time data, deep links and more sportsbooks. */
  | 'HOBBY'
  /** A tier not known to this version of the graph. It is treated as `FREE`. */
  | 'OTHER'
  /** Adds more sportsbooks and low-hold opportunities. */
  | 'PRO'
  /** Adds the sharp sportsbooks. */
  | 'SHARP';

export type PriceFormatsFragment = { american: number, decimal: number };

export type BoardPriceFragment = { key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } };

export type StreamedPriceFragment = { id: string, changedAt: string | null, playerName: string | null, key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } };

export type EventSummaryFragment = { id: string, name: string | null, sport: string, league: string, homeTeam: string | null, awayTeam: string | null, startTime: string, isLive: boolean, gameState: { homeScore: number, awayScore: number | null, period: string | null, clock: string | null } | null };

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { viewer: { tier: Tier, dataDelaySeconds: number } | null, sportsbooks: Array<{ id: string, displayName: string, requiresTier: Tier | null }> | null };

export type BoardEventsQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardEventsQuery = { events: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string | null, sport: string, league: string, homeTeam: string | null, awayTeam: string | null, startTime: string, isLive: boolean, gameState: { homeScore: number, awayScore: number | null, period: string | null, clock: string | null } | null }> } | null };

export type PolledOddsQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  odds?: EventOddsFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PolledOddsQuery = { events: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ odds: Array<{ key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } }> | null }> } | null };

export type LiveOddsSubscriptionVariables = Exact<{
  filter?: LiveFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type LiveOddsSubscription = { liveOdds:
    | { __typename: 'FeedStatus', state: FeedState, message: string | null, code: string | null }
    | { __typename: 'OddsRemoval', cursor: string, keys: Array<string> }
    | { __typename: 'OddsSnapshot', offset: number, isLast: boolean, cursor: string, odds: Array<{ id: string, changedAt: string | null, playerName: string | null, key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } }> }
    | { __typename: 'OddsUpdate', cursor: string, replacedKeys: Array<string>, odds: Array<{ id: string, changedAt: string | null, playerName: string | null, key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } }> }
   | null };

export type BetLinkQueryVariables = Exact<{
  id: string;
}>;


export type BetLinkQuery = { deepLinks: Array<{ url: string | null }> | null };

export type CatalogueQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogueQuery = { sports: Array<{ id: string, name: string, eventCount: number, leagues: Array<{ id: string, name: string, eventCount: number }> }> | null };

export type EventPageQueryVariables = Exact<{
  id: string;
}>;


export type EventPageQuery = { event: { id: string, name: string | null, sport: string, league: string, homeTeam: string | null, awayTeam: string | null, startTime: string, isLive: boolean, splits: Array<{ sportsbookId: string, fetchedAt: string, moneyline: { betShare: { first: number, second: number }, handleShare: { first: number, second: number } }, spread: { awayLine: number, homeLine: number, betShare: { first: number, second: number }, handleShare: { first: number, second: number } }, total: { line: number, betShare: { first: number, second: number }, handleShare: { first: number, second: number } } }> | null, liveGameState: { lastPlay: string | null, bookCount: number } | null, gameState: { homeScore: number, awayScore: number | null, period: string | null, clock: string | null } | null } | null };

export type BetLinkByKeyQueryVariables = Exact<{
  eventId: string;
  filter?: EventOddsFilter | null | undefined;
}>;


export type BetLinkByKeyQuery = { event: { odds: Array<{ key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, deepLink: { url: string | null } | null, price: { american: number, decimal: number } }> | null } | null };

export type PolledEventQueryVariables = Exact<{
  id: string;
}>;


export type PolledEventQuery = { event: { odds: Array<{ key: string, eventId: string, sportsbookId: string, marketType: string, selection: string, selectionType: string, line: number | null, isLive: boolean, lastSeenAt: string, price: { american: number, decimal: number } }> | null } | null };

export type MoversQueryVariables = Exact<{
  filter?: LiveFilter | null | undefined;
  windowMinutes: number;
  minMovePercent: number;
}>;


export type MoversQuery = { priceMoves: { totalCount: number, nodes: Array<{ eventId: string, marketType: string, selection: string, selectionType: string, playerName: string | null, line: number | null, movePercent: number, sportsbookIds: Array<string>, firstSportsbookId: string, since: string, event: { id: string, name: string | null, league: string, isLive: boolean } | null, from: { american: number, decimal: number }, to: { american: number, decimal: number } }> } | null };

type Listed_ArbitrageOpportunity_Fragment = { __typename: 'ArbitrageOpportunity', profitPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, legs: Array<{ selection: string, line: number | null, sportsbookId: string, stakePercent: number, price: { american: number, decimal: number } }> };

type Listed_EvOpportunity_Fragment = { __typename: 'EvOpportunity', selection: string, sportsbookId: string, evPercent: number, kellyPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, price: { american: number, decimal: number }, noVigPrice: { american: number, decimal: number } };

type Listed_LowHoldOpportunity_Fragment = { __typename: 'LowHoldOpportunity', holdPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, side1: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } }, side2: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } }, side3: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } } | null };

type Listed_MiddleOpportunity_Fragment = { __typename: 'MiddleOpportunity', expectedValuePercent: number, middleProbability: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, side1: { selection: string, line: number | null, sportsbookId: string, stakePercent: number, oddsAgeSeconds: number, deepLinkUrl: string | null, fairOrImplied: number, price: { american: number, decimal: number } }, side2: { selection: string, line: number | null, sportsbookId: string, stakePercent: number, oddsAgeSeconds: number, deepLinkUrl: string | null, fairOrImplied: number, price: { american: number, decimal: number } } };

export type ListedFragment =
  | Listed_ArbitrageOpportunity_Fragment
  | Listed_EvOpportunity_Fragment
  | Listed_LowHoldOpportunity_Fragment
  | Listed_MiddleOpportunity_Fragment
;

export type LowHoldBetFragment = { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } };

export type MiddleBetFragment = { selection: string, line: number | null, sportsbookId: string, stakePercent: number, oddsAgeSeconds: number, deepLinkUrl: string | null, fairOrImplied: number, price: { american: number, decimal: number } };

export type LiveOpportunitiesSubscriptionVariables = Exact<{
  minEvPercent?: number | null | undefined;
  minProfitPercent?: number | null | undefined;
}>;


export type LiveOpportunitiesSubscription = { liveOpportunities:
    | { __typename: 'FeedStatus', state: FeedState, message: string | null, code: string | null }
    | { __typename: 'OpportunitiesDetected', kind: OpportunityKind, isSnapshot: boolean, opportunities: Array<
        | { __typename: 'ArbitrageOpportunity', profitPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, legs: Array<{ selection: string, line: number | null, sportsbookId: string, stakePercent: number, price: { american: number, decimal: number } }> }
        | { __typename: 'EvOpportunity', selection: string, sportsbookId: string, evPercent: number, kellyPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, price: { american: number, decimal: number }, noVigPrice: { american: number, decimal: number } }
        | { __typename: 'LowHoldOpportunity', holdPercent: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, side1: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } }, side2: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } }, side3: { selection: string, line: number | null, sportsbookIds: Array<string>, fairProbability: number | null, deepLinks: Array<{ sportsbookId: string, url: string | null }>, price: { american: number, decimal: number } } | null }
        | { __typename: 'MiddleOpportunity', expectedValuePercent: number, middleProbability: number, id: string, eventId: string, eventName: string, sport: string, league: string, marketType: string, line: number | null, isLive: boolean | null, detectedAt: string, side1: { selection: string, line: number | null, sportsbookId: string, stakePercent: number, oddsAgeSeconds: number, deepLinkUrl: string | null, fairOrImplied: number, price: { american: number, decimal: number } }, side2: { selection: string, line: number | null, sportsbookId: string, stakePercent: number, oddsAgeSeconds: number, deepLinkUrl: string | null, fairOrImplied: number, price: { american: number, decimal: number } } }
      > }
    | { __typename: 'OpportunitiesExpired', kind: OpportunityKind, ids: Array<string> }
   | null };

export type PastPointsFragment = { points: Array<{ at: string, price: { decimal: number } | null }> };

export type EventPastQueryVariables = Exact<{
  id: string;
  market: string;
  daysAgo: string;
  dayAgo: string;
}>;


export type EventPastQuery = { historyCoverage: { gaps: Array<{ from: string, to: string }> } | null, event: { odds: Array<{ key: string, opening: { at: string, line: number | null, isFirstSeen: boolean, price: { american: number, decimal: number } | null } | null, early: { points: Array<{ at: string, price: { decimal: number } | null }> } | null, recent: { points: Array<{ at: string, price: { decimal: number } | null }> } | null }> | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PriceFormatsFragmentDoc = new TypedDocumentString(`
    fragment PriceFormats on Price {
  american
  decimal
}
    `, {"fragmentName":"PriceFormats"}) as unknown as TypedDocumentString<PriceFormatsFragment, unknown>;
export const BoardPriceFragmentDoc = new TypedDocumentString(`
    fragment BoardPrice on Odds {
  key
  eventId
  sportsbookId
  marketType
  selection
  selectionType
  line
  isLive
  lastSeenAt
  price {
    ...PriceFormats
  }
}
    fragment PriceFormats on Price {
  american
  decimal
}`, {"fragmentName":"BoardPrice"}) as unknown as TypedDocumentString<BoardPriceFragment, unknown>;
export const StreamedPriceFragmentDoc = new TypedDocumentString(`
    fragment StreamedPrice on Odds {
  ...BoardPrice
  id
  changedAt
  playerName
}
    fragment PriceFormats on Price {
  american
  decimal
}
fragment BoardPrice on Odds {
  key
  eventId
  sportsbookId
  marketType
  selection
  selectionType
  line
  isLive
  lastSeenAt
  price {
    ...PriceFormats
  }
}`, {"fragmentName":"StreamedPrice"}) as unknown as TypedDocumentString<StreamedPriceFragment, unknown>;
export const EventSummaryFragmentDoc = new TypedDocumentString(`
    fragment EventSummary on Event {
  id
  name
  sport
  league
  homeTeam
  awayTeam
  startTime
  isLive
  gameState {
    homeScore
    awayScore
    period
    clock
  }
}
    `, {"fragmentName":"EventSummary"}) as unknown as TypedDocumentString<EventSummaryFragment, unknown>;
export const MiddleBetFragmentDoc = new TypedDocumentString(`
    fragment MiddleBet on MiddleSide {
  selection
  line
  sportsbookId
  fairOrImplied: fairProbability
  stakePercent
  oddsAgeSeconds
  deepLinkUrl
  price {
    ...PriceFormats
  }
}
    fragment PriceFormats on Price {
  american
  decimal
}`, {"fragmentName":"MiddleBet"}) as unknown as TypedDocumentString<MiddleBetFragment, unknown>;
export const LowHoldBetFragmentDoc = new TypedDocumentString(`
    fragment LowHoldBet on LowHoldSide {
  selection
  line
  sportsbookIds
  fairProbability
  deepLinks {
    sportsbookId
    url
  }
  price {
    ...PriceFormats
  }
}
    fragment PriceFormats on Price {
  american
  decimal
}`, {"fragmentName":"LowHoldBet"}) as unknown as TypedDocumentString<LowHoldBetFragment, unknown>;
export const ListedFragmentDoc = new TypedDocumentString(`
    fragment Listed on Opportunity {
  __typename
  id
  eventId
  eventName
  sport
  league
  marketType
  line
  isLive
  detectedAt
  ... on EvOpportunity {
    selection
    sportsbookId
    evPercent
    kellyPercent
    price {
      ...PriceFormats
    }
    noVigPrice {
      ...PriceFormats
    }
  }
  ... on ArbitrageOpportunity {
    profitPercent
    legs {
      selection
      line
      sportsbookId
      stakePercent
      price {
        ...PriceFormats
      }
    }
  }
  ... on MiddleOpportunity {
    expectedValuePercent
    middleProbability
    side1 {
      ...MiddleBet
    }
    side2 {
      ...MiddleBet
    }
  }
  ... on LowHoldOpportunity {
    holdPercent
    side1 {
      ...LowHoldBet
    }
    side2 {
      ...LowHoldBet
    }
    side3 {
      ...LowHoldBet
    }
  }
}
    fragment PriceFormats on Price {
  american
  decimal
}
fragment LowHoldBet on LowHoldSide {
  selection
  line
  sportsbookIds
  fairProbability
  deepLinks {
    sportsbookId
    url
  }
  price {
    ...PriceFormats
  }
}
fragment MiddleBet on MiddleSide {
  selection
  line
  sportsbookId
  fairOrImplied: fairProbability
  stakePercent
  oddsAgeSeconds
  deepLinkUrl
  price {
    ...PriceFormats
  }
}`, {"fragmentName":"Listed"}) as unknown as TypedDocumentString<ListedFragment, unknown>;
export const PastPointsFragmentDoc = new TypedDocumentString(`
    fragment PastPoints on PriceHistory {
  points {
    at
    price {
      decimal
    }
  }
}
    `, {"fragmentName":"PastPoints"}) as unknown as TypedDocumentString<PastPointsFragment, unknown>;
export const AccountDocument = {"__meta__":{"hash":"sha256:e1a9ad05387a4a70451643a533fe8244f2d054158e108715d1db7010adaa4594"}} as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const BoardEventsDocument = {"__meta__":{"hash":"sha256:b81d178ee732da638a1719d5e206d4ae86b69a20ba1ce2d06850dd1aadb957bc"}} as unknown as TypedDocumentString<BoardEventsQuery, BoardEventsQueryVariables>;
export const PolledOddsDocument = {"__meta__":{"hash":"sha256:89d9731fe4885dd0d1d325544cbc6f5f7b5b73b325c00684bd15b6611a45526e"}} as unknown as TypedDocumentString<PolledOddsQuery, PolledOddsQueryVariables>;
export const LiveOddsDocument = {"__meta__":{"hash":"sha256:f3a8a052c8b320cbbc11ea35e70f69f6bc0c49eb19c01eaa7b15d4f6a946108a"}} as unknown as TypedDocumentString<LiveOddsSubscription, LiveOddsSubscriptionVariables>;
export const BetLinkDocument = {"__meta__":{"hash":"sha256:a3949b072c43eb0e6c1df20cdc6c744b68d4b4cc5e7065a97234ec8149933dd0"}} as unknown as TypedDocumentString<BetLinkQuery, BetLinkQueryVariables>;
export const CatalogueDocument = {"__meta__":{"hash":"sha256:33cfe4616a2197a22073d997d99956458c5bd36bbea2438f72da63fc32d3b144"}} as unknown as TypedDocumentString<CatalogueQuery, CatalogueQueryVariables>;
export const EventPageDocument = {"__meta__":{"hash":"sha256:de57c844f8c84ecad1e84f8638a0f4ff09705d837796d32f04a66f89c606bad2"}} as unknown as TypedDocumentString<EventPageQuery, EventPageQueryVariables>;
export const BetLinkByKeyDocument = {"__meta__":{"hash":"sha256:fdf40a495ee8a5fe4ca65876000bfd9681a296f0bd88ebad1d9aa2991f58626b"}} as unknown as TypedDocumentString<BetLinkByKeyQuery, BetLinkByKeyQueryVariables>;
export const PolledEventDocument = {"__meta__":{"hash":"sha256:e6a69728f8fd34d5d3ff08d92d2decdf1f0978fc4a65aeb8f9026610c008b6a2"}} as unknown as TypedDocumentString<PolledEventQuery, PolledEventQueryVariables>;
export const MoversDocument = {"__meta__":{"hash":"sha256:fe0b604ba881ee4094606c78e04e67403e5d3918307fbb71560de94b0bae9188"}} as unknown as TypedDocumentString<MoversQuery, MoversQueryVariables>;
export const LiveOpportunitiesDocument = {"__meta__":{"hash":"sha256:21eb3c11abf798a5d947abf72fdbaa016099fa065d7fb0675e71899b032c5742"}} as unknown as TypedDocumentString<LiveOpportunitiesSubscription, LiveOpportunitiesSubscriptionVariables>;
export const EventPastDocument = {"__meta__":{"hash":"sha256:4b6110f9c52a8c4bcb7fb49369e176492b4745405d9bbc942e5485d1851e1bea"}} as unknown as TypedDocumentString<EventPastQuery, EventPastQueryVariables>;