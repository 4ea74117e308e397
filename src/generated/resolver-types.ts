import type * as Types from './schema-types.ts';
import type { Event, Sportsbook } from './schema-types.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { OddsSnapshotModel, OddsUpdateModel, OddsRemovalModel } from '../live/topics/odds-projection.ts';
import type { OpportunitiesDetectedModel } from '../live/topics/opportunity-projection.ts';
import type { CreatedApiKeyModel } from '../models/api-key.ts';
import type { OddsComparisonModel, MarketComparisonModel, SelectionComparisonModel } from '../models/comparison.ts';
import type { EventModel } from '../models/event.ts';
import type { PriceMoveModel, RecordedEventModel } from '../models/history-views.ts';
import type { LowHoldSideModel, LowHoldOpportunityModel } from '../models/low-hold.ts';
import type { OddsModel } from '../models/odds.ts';
import type { EvOpportunityModel, ArbitrageLegModel, ArbitrageOpportunityModel, MiddleSideModel, MiddleOpportunityModel } from '../models/opportunity.ts';
import type { SplitsModel } from '../models/splits.ts';
import type { SportsbookModel } from '../models/sportsbook.ts';
import type { OperationContext } from '../resolvers/context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Types.Maybe<T> extends T ? Types.Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Types.Maybe<TTypes> | Promise<Types.Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Event: Event;
  Sportsbook: Sportsbook;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Event:
    ( { __typename: 'Event' }
    & GraphQLRecursivePick<FederationTypes['Event'], {"id":true}> );
  Sportsbook:
    ( { __typename: 'Sportsbook' }
    & GraphQLRecursivePick<FederationTypes['Sportsbook'], {"id":true}> );
};

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  LiveOddsEvent:
    | ( Types.FeedStatus )
    | ( OddsRemovalModel )
    | ( OddsSnapshotModel )
    | ( OddsUpdateModel )
  ;
  LiveOpportunityEvent:
    | ( Types.FeedStatus )
    | ( OpportunitiesDetectedModel )
    | ( Types.OpportunitiesExpired )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( EventModel )
    | ( SportsbookModel )
  ;
  Opportunity:
    | ( ArbitrageOpportunityModel )
    | ( EvOpportunityModel )
    | ( LowHoldOpportunityModel )
    | ( MiddleOpportunityModel )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<Types.ApiKey>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
  ArbitrageLeg: ResolverTypeWrapper<ArbitrageLegModel>;
  Float: ResolverTypeWrapper<Types.Scalars['Float']['output']>;
  ArbitrageOpportunity: ResolverTypeWrapper<ArbitrageOpportunityModel>;
  BetInput: Types.BetInput;
  ClosingLineValue: ResolverTypeWrapper<Types.ClosingLineValue>;
  Coverage: ResolverTypeWrapper<Types.Coverage>;
  CreatedApiKey: ResolverTypeWrapper<CreatedApiKeyModel>;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  DeepLink: ResolverTypeWrapper<Types.DeepLink>;
  DeletedApiKey: ResolverTypeWrapper<Types.DeletedApiKey>;
  EvOpportunity: ResolverTypeWrapper<EvOpportunityModel>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  Event: ResolverTypeWrapper<EventModel>;
  EventConnection: ResolverTypeWrapper<Omit<Types.EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['EventEdge']>, nodes: Array<ResolversTypes['Event']> }>;
  EventEdge: ResolverTypeWrapper<Omit<Types.EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventFilter: Types.EventFilter;
  EventGameState: ResolverTypeWrapper<Types.EventGameState>;
  EventOddsFilter: Types.EventOddsFilter;
  EventStatus: Types.EventStatus;
  ExternalId: ResolverTypeWrapper<Types.ExternalId>;
  FairPriceMethod: Types.FairPriceMethod;
  FeedState: Types.FeedState;
  FeedStatus: ResolverTypeWrapper<Types.FeedStatus>;
  GameState: ResolverTypeWrapper<Types.GameState>;
  HistoricOdds: ResolverTypeWrapper<Types.HistoricOdds>;
  HistoryCoverage: ResolverTypeWrapper<Types.HistoryCoverage>;
  HistoryGap: ResolverTypeWrapper<Types.HistoryGap>;
  HistoryResolution: Types.HistoryResolution;
  League: ResolverTypeWrapper<Types.League>;
  LineMovement: ResolverTypeWrapper<Types.LineMovement>;
  LineMovementSide: ResolverTypeWrapper<Types.LineMovementSide>;
  LiveFilter: Types.LiveFilter;
  LiveOddsEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['LiveOddsEvent']>;
  LiveOpportunityEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['LiveOpportunityEvent']>;
  LiveSport: ResolverTypeWrapper<Types.LiveSport>;
  LowHoldFilter: Types.LowHoldFilter;
  LowHoldOpportunity: ResolverTypeWrapper<LowHoldOpportunityModel>;
  LowHoldOpportunityConnection: ResolverTypeWrapper<Omit<Types.LowHoldOpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['LowHoldOpportunityEdge']>, nodes: Array<ResolversTypes['LowHoldOpportunity']> }>;
  LowHoldOpportunityEdge: ResolverTypeWrapper<Omit<Types.LowHoldOpportunityEdge, 'node'> & { node: ResolversTypes['LowHoldOpportunity'] }>;
  LowHoldSide: ResolverTypeWrapper<LowHoldSideModel>;
  LowHoldSort: Types.LowHoldSort;
  MarketComparison: ResolverTypeWrapper<MarketComparisonModel>;
  MarketLines: Types.MarketLines;
  MiddleOpportunity: ResolverTypeWrapper<MiddleOpportunityModel>;
  MiddleSide: ResolverTypeWrapper<MiddleSideModel>;
  MoneylineSplits: ResolverTypeWrapper<Types.MoneylineSplits>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Odds: ResolverTypeWrapper<OddsModel>;
  OddsChanges: ResolverTypeWrapper<Omit<Types.OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsComparison: ResolverTypeWrapper<OddsComparisonModel>;
  OddsConnection: ResolverTypeWrapper<Omit<Types.OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsEdge: ResolverTypeWrapper<Omit<Types.OddsEdge, 'node'> & { node: ResolversTypes['Odds'] }>;
  OddsFilter: Types.OddsFilter;
  OddsRemoval: ResolverTypeWrapper<OddsRemovalModel>;
  OddsSnapshot: ResolverTypeWrapper<OddsSnapshotModel>;
  OddsSort: Types.OddsSort;
  OddsSortField: Types.OddsSortField;
  OddsUpdate: ResolverTypeWrapper<OddsUpdateModel>;
  OpportunitiesDetected: ResolverTypeWrapper<OpportunitiesDetectedModel>;
  OpportunitiesExpired: ResolverTypeWrapper<Types.OpportunitiesExpired>;
  Opportunity: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Opportunity']>;
  OpportunityConnection: ResolverTypeWrapper<Omit<Types.OpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OpportunityEdge']>, nodes: Array<ResolversTypes['Opportunity']> }>;
  OpportunityEdge: ResolverTypeWrapper<Omit<Types.OpportunityEdge, 'node'> & { node: ResolversTypes['Opportunity'] }>;
  OpportunityKind: Types.OpportunityKind;
  PageInfo: ResolverTypeWrapper<Types.PageInfo>;
  Price: ResolverTypeWrapper<Types.Price>;
  PriceHistory: ResolverTypeWrapper<Types.PriceHistory>;
  PriceMove: ResolverTypeWrapper<PriceMoveModel>;
  PriceMoveConnection: ResolverTypeWrapper<Omit<Types.PriceMoveConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['PriceMoveEdge']>, nodes: Array<ResolversTypes['PriceMove']> }>;
  PriceMoveEdge: ResolverTypeWrapper<Omit<Types.PriceMoveEdge, 'node'> & { node: ResolversTypes['PriceMove'] }>;
  PricePoint: ResolverTypeWrapper<Types.PricePoint>;
  PriceSnapshot: ResolverTypeWrapper<Types.PriceSnapshot>;
  PriceStatus: Types.PriceStatus;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<Types.RateLimit>;
  RecordedEvent: ResolverTypeWrapper<RecordedEventModel>;
  RecordedEventConnection: ResolverTypeWrapper<Omit<Types.RecordedEventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['RecordedEventEdge']>, nodes: Array<ResolversTypes['RecordedEvent']> }>;
  RecordedEventEdge: ResolverTypeWrapper<Omit<Types.RecordedEventEdge, 'node'> & { node: ResolversTypes['RecordedEvent'] }>;
  RecordedEventFilter: Types.RecordedEventFilter;
  RotatedApiKey: ResolverTypeWrapper<Types.RotatedApiKey>;
  SelectionComparison: ResolverTypeWrapper<SelectionComparisonModel>;
  SideShares: ResolverTypeWrapper<Types.SideShares>;
  SortDirection: Types.SortDirection;
  Splits: ResolverTypeWrapper<SplitsModel>;
  SplitsConnection: ResolverTypeWrapper<Omit<Types.SplitsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['SplitsEdge']>, nodes: Array<ResolversTypes['Splits']> }>;
  SplitsEdge: ResolverTypeWrapper<Omit<Types.SplitsEdge, 'node'> & { node: ResolversTypes['Splits'] }>;
  SplitsFilter: Types.SplitsFilter;
  SplitsHistory: ResolverTypeWrapper<Types.SplitsHistory>;
  SplitsHistoryEntry: ResolverTypeWrapper<Types.SplitsHistoryEntry>;
  Sport: ResolverTypeWrapper<Types.Sport>;
  Sportsbook: ResolverTypeWrapper<SportsbookModel>;
  SportsbookFilter: Types.SportsbookFilter;
  SportsbookHold: ResolverTypeWrapper<Types.SportsbookHold>;
  SportsbookLink: ResolverTypeWrapper<Types.SportsbookLink>;
  SportsbookPrice: ResolverTypeWrapper<Types.SportsbookPrice>;
  SportsbookStatus: Types.SportsbookStatus;
  SpreadSplits: ResolverTypeWrapper<Types.SpreadSplits>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Tier: Types.Tier;
  TotalShares: ResolverTypeWrapper<Types.TotalShares>;
  TotalSplits: ResolverTypeWrapper<Types.TotalSplits>;
  Viewer: ResolverTypeWrapper<Types.Viewer>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: Types.ApiKey;
  ID: Types.Scalars['ID']['output'];
  String: Types.Scalars['String']['output'];
  ArbitrageLeg: ArbitrageLegModel;
  Float: Types.Scalars['Float']['output'];
  ArbitrageOpportunity: ArbitrageOpportunityModel;
  BetInput: Types.BetInput;
  ClosingLineValue: Types.ClosingLineValue;
  Coverage: Types.Coverage;
  CreatedApiKey: CreatedApiKeyModel;
  DateTime: Types.Scalars['DateTime']['output'];
  DeepLink: Types.DeepLink;
  DeletedApiKey: Types.DeletedApiKey;
  EvOpportunity: EvOpportunityModel;
  Int: Types.Scalars['Int']['output'];
  Event: EventModel;
  EventConnection: Omit<Types.EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['EventEdge']>, nodes: Array<ResolversParentTypes['Event']> };
  EventEdge: Omit<Types.EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventFilter: Types.EventFilter;
  EventGameState: Types.EventGameState;
  EventOddsFilter: Types.EventOddsFilter;
  ExternalId: Types.ExternalId;
  FeedStatus: Types.FeedStatus;
  GameState: Types.GameState;
  HistoricOdds: Types.HistoricOdds;
  HistoryCoverage: Types.HistoryCoverage;
  HistoryGap: Types.HistoryGap;
  League: Types.League;
  LineMovement: Types.LineMovement;
  LineMovementSide: Types.LineMovementSide;
  LiveFilter: Types.LiveFilter;
  LiveOddsEvent: ResolversUnionTypes<ResolversParentTypes>['LiveOddsEvent'];
  LiveOpportunityEvent: ResolversUnionTypes<ResolversParentTypes>['LiveOpportunityEvent'];
  LiveSport: Types.LiveSport;
  LowHoldFilter: Types.LowHoldFilter;
  LowHoldOpportunity: LowHoldOpportunityModel;
  LowHoldOpportunityConnection: Omit<Types.LowHoldOpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['LowHoldOpportunityEdge']>, nodes: Array<ResolversParentTypes['LowHoldOpportunity']> };
  LowHoldOpportunityEdge: Omit<Types.LowHoldOpportunityEdge, 'node'> & { node: ResolversParentTypes['LowHoldOpportunity'] };
  LowHoldSide: LowHoldSideModel;
  MarketComparison: MarketComparisonModel;
  MiddleOpportunity: MiddleOpportunityModel;
  MiddleSide: MiddleSideModel;
  MoneylineSplits: Types.MoneylineSplits;
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Odds: OddsModel;
  OddsChanges: Omit<Types.OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsComparison: OddsComparisonModel;
  OddsConnection: Omit<Types.OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsEdge: Omit<Types.OddsEdge, 'node'> & { node: ResolversParentTypes['Odds'] };
  OddsFilter: Types.OddsFilter;
  OddsRemoval: OddsRemovalModel;
  OddsSnapshot: OddsSnapshotModel;
  OddsSort: Types.OddsSort;
  OddsUpdate: OddsUpdateModel;
  OpportunitiesDetected: OpportunitiesDetectedModel;
  OpportunitiesExpired: Types.OpportunitiesExpired;
  Opportunity: ResolversInterfaceTypes<ResolversParentTypes>['Opportunity'];
  OpportunityConnection: Omit<Types.OpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OpportunityEdge']>, nodes: Array<ResolversParentTypes['Opportunity']> };
  OpportunityEdge: Omit<Types.OpportunityEdge, 'node'> & { node: ResolversParentTypes['Opportunity'] };
  PageInfo: Types.PageInfo;
  Price: Types.Price;
  PriceHistory: Types.PriceHistory;
  PriceMove: PriceMoveModel;
  PriceMoveConnection: Omit<Types.PriceMoveConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['PriceMoveEdge']>, nodes: Array<ResolversParentTypes['PriceMove']> };
  PriceMoveEdge: Omit<Types.PriceMoveEdge, 'node'> & { node: ResolversParentTypes['PriceMove'] };
  PricePoint: Types.PricePoint;
  PriceSnapshot: Types.PriceSnapshot;
  Query: Record<PropertyKey, never>;
  RateLimit: Types.RateLimit;
  RecordedEvent: RecordedEventModel;
  RecordedEventConnection: Omit<Types.RecordedEventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['RecordedEventEdge']>, nodes: Array<ResolversParentTypes['RecordedEvent']> };
  RecordedEventEdge: Omit<Types.RecordedEventEdge, 'node'> & { node: ResolversParentTypes['RecordedEvent'] };
  RecordedEventFilter: Types.RecordedEventFilter;
  RotatedApiKey: Types.RotatedApiKey;
  SelectionComparison: SelectionComparisonModel;
  SideShares: Types.SideShares;
  Splits: SplitsModel;
  SplitsConnection: Omit<Types.SplitsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['SplitsEdge']>, nodes: Array<ResolversParentTypes['Splits']> };
  SplitsEdge: Omit<Types.SplitsEdge, 'node'> & { node: ResolversParentTypes['Splits'] };
  SplitsFilter: Types.SplitsFilter;
  SplitsHistory: Types.SplitsHistory;
  SplitsHistoryEntry: Types.SplitsHistoryEntry;
  Sport: Types.Sport;
  Sportsbook: SportsbookModel;
  SportsbookFilter: Types.SportsbookFilter;
  SportsbookHold: Types.SportsbookHold;
  SportsbookLink: Types.SportsbookLink;
  SportsbookPrice: Types.SportsbookPrice;
  SpreadSplits: Types.SpreadSplits;
  Subscription: Record<PropertyKey, never>;
  TotalShares: Types.TotalShares;
  TotalSplits: Types.TotalSplits;
  Viewer: Types.Viewer;
  Boolean: Types.Scalars['Boolean']['output'];
};

export type TierDirectiveArgs = {
  atLeast: Types.Tier;
  viewers?: Types.Scalars['Boolean']['input'];
};

export type TierDirectiveResolver<Result, Parent, ContextType = OperationContext, Args = TierDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maskedKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ArbitrageLegResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ArbitrageLeg'] = ResolversParentTypes['ArbitrageLeg']> = {
  deepLink?: Resolver<Types.Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<Types.ArbitrageLegDeepLinkArgs, 'state'>>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stakePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ArbitrageOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ArbitrageOpportunity'] = ResolversParentTypes['ArbitrageOpportunity']> = {
  comparison?: Resolver<Types.Maybe<ResolversTypes['MarketComparison']>, ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  impliedProbabilitySum?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isLive?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legs?: Resolver<Array<ResolversTypes['ArbitrageLeg']>, ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  profitPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClosingLineValueResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ClosingLineValue'] = ResolversParentTypes['ClosingLineValue']> = {
  closing?: Resolver<Types.Maybe<ResolversTypes['PriceSnapshot']>, ParentType, ContextType>;
  clvPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverage?: Resolver<Types.Maybe<ResolversTypes['Coverage']>, ParentType, ContextType>;
  fairClosing?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  fairClvPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isComparable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isProvisional?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lineDelta?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unmatched?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CoverageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Coverage'] = ResolversParentTypes['Coverage']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  gaps?: Resolver<Array<ResolversTypes['HistoryGap']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CreatedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CreatedApiKey'] = ResolversParentTypes['CreatedApiKey']> = {
  apiKey?: Resolver<Types.Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeepLinkResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeepLink'] = ResolversParentTypes['DeepLink']> = {
  oddsId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  path?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeletedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeletedApiKey'] = ResolversParentTypes['DeletedApiKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type EvOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EvOpportunity'] = ResolversParentTypes['EvOpportunity']> = {
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comparison?: Resolver<Types.Maybe<ResolversTypes['MarketComparison']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  deepLink?: Resolver<Types.Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<Types.EvOpportunityDeepLinkArgs, 'state'>>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  evPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  kellyPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  noVigPrice?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  possiblyStale?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Types.Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  startTime?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event'], FederationReferenceType extends FederationReferenceTypes['Event'] = FederationReferenceTypes['Event']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Event']> | FederationReferenceType, FederationReferenceType, ContextType>;
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closingOdds?: Resolver<Types.Maybe<Array<ResolversTypes['HistoricOdds']>>, ParentType, ContextType, RequireFields<Types.EventClosingOddsArgs, 'lines'>>;
  comparison?: Resolver<Types.Maybe<ResolversTypes['OddsComparison']>, ParentType, ContextType, RequireFields<Types.EventComparisonArgs, 'lines'>>;
  externalIds?: Resolver<Array<ResolversTypes['ExternalId']>, ParentType, ContextType>;
  gameState?: Resolver<Types.Maybe<ResolversTypes['EventGameState']>, ParentType, ContextType>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lineMovement?: Resolver<Types.Maybe<Array<ResolversTypes['LineMovement']>>, ParentType, ContextType, RequireFields<Types.EventLineMovementArgs, 'market' | 'resolution'>>;
  liveGameState?: Resolver<Types.Maybe<ResolversTypes['GameState']>, ParentType, ContextType>;
  lowHoldOpportunities?: Resolver<Types.Maybe<Array<ResolversTypes['LowHoldOpportunity']>>, ParentType, ContextType>;
  markets?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  odds?: Resolver<Types.Maybe<Array<ResolversTypes['Odds']>>, ParentType, ContextType, Partial<Types.EventOddsArgs>>;
  oddsAt?: Resolver<Types.Maybe<Array<ResolversTypes['HistoricOdds']>>, ParentType, ContextType, RequireFields<Types.EventOddsAtArgs, 'time'>>;
  splits?: Resolver<Types.Maybe<Array<ResolversTypes['Splits']>>, ParentType, ContextType, Partial<Types.EventSplitsArgs>>;
  splitsHistory?: Resolver<Types.Maybe<ResolversTypes['SplitsHistory']>, ParentType, ContextType, Partial<Types.EventSplitsHistoryArgs>>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  sportsbooks?: Resolver<Types.Maybe<Array<ResolversTypes['Sportsbook']>>, ParentType, ContextType>;
  startTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EventStatus'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type EventGameStateResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EventGameState'] = ResolversParentTypes['EventGameState']> = {
  awayScore?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  clock?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homeScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isTimeout?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastPlay?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  period?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  possession?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  powerPlay?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scoreType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExternalIdResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ExternalId'] = ResolversParentTypes['ExternalId']> = {
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type FeedStatusResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FeedStatus'] = ResolversParentTypes['FeedStatus']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['FeedState'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type GameStateResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['GameState'] = ResolversParentTypes['GameState']> = {
  awayScore?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  awayTeam?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cornersAway?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  cornersHome?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  eventKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  foulsAway?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  foulsHome?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  gameClock?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gamePeriod?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homeScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  homeTeam?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastPlay?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  possession?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  powerPlay?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  primaryBook?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  redCardsAway?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  redCardsHome?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  server?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  setsAway?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  setsHome?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  yellowCardsAway?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  yellowCardsHome?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type HistoricOddsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['HistoricOdds'] = ResolversParentTypes['HistoricOdds']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  playerName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PriceStatus'], ParentType, ContextType>;
};

export type HistoryCoverageResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['HistoryCoverage'] = ResolversParentTypes['HistoryCoverage']> = {
  gaps?: Resolver<Array<ResolversTypes['HistoryGap']>, ParentType, ContextType>;
  retentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  since?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  until?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type HistoryGapResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['HistoryGap'] = ResolversParentTypes['HistoryGap']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type LeagueResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['League'] = ResolversParentTypes['League']> = {
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LineMovementResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LineMovement'] = ResolversParentTypes['LineMovement']> = {
  firstToMove?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  movedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  playerName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sides?: Resolver<Array<ResolversTypes['LineMovementSide']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type LineMovementSideResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LineMovementSide'] = ResolversParentTypes['LineMovementSide']> = {
  first?: Resolver<Types.Maybe<ResolversTypes['PricePoint']>, ParentType, ContextType>;
  isOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<Types.Maybe<ResolversTypes['PricePoint']>, ParentType, ContextType>;
  points?: Resolver<Array<ResolversTypes['PricePoint']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LiveOddsEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LiveOddsEvent'] = ResolversParentTypes['LiveOddsEvent']> = {
  __resolveType: TypeResolveFn<'FeedStatus' | 'OddsRemoval' | 'OddsSnapshot' | 'OddsUpdate', ParentType, ContextType>;
};

export type LiveOpportunityEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LiveOpportunityEvent'] = ResolversParentTypes['LiveOpportunityEvent']> = {
  __resolveType: TypeResolveFn<'FeedStatus' | 'OpportunitiesDetected' | 'OpportunitiesExpired', ParentType, ContextType>;
};

export type LiveSportResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LiveSport'] = ResolversParentTypes['LiveSport']> = {
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ttlSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LowHoldOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LowHoldOpportunity'] = ResolversParentTypes['LowHoldOpportunity']> = {
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comparison?: Resolver<Types.Maybe<ResolversTypes['MarketComparison']>, ParentType, ContextType>;
  confidence?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gameState?: Resolver<Types.Maybe<ResolversTypes['EventGameState']>, ParentType, ContextType>;
  holdPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isAlternateLine?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isLive?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isPlayerProp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  playerName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  possiblyStale?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  side1?: Resolver<ResolversTypes['LowHoldSide'], ParentType, ContextType>;
  side2?: Resolver<ResolversTypes['LowHoldSide'], ParentType, ContextType>;
  side3?: Resolver<Types.Maybe<ResolversTypes['LowHoldSide']>, ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  startTime?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  statCategory?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LowHoldOpportunityConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LowHoldOpportunityConnection'] = ResolversParentTypes['LowHoldOpportunityConnection']> = {
  edges?: Resolver<Array<ResolversTypes['LowHoldOpportunityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['LowHoldOpportunity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LowHoldOpportunityEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LowHoldOpportunityEdge'] = ResolversParentTypes['LowHoldOpportunityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LowHoldOpportunity'], ParentType, ContextType>;
};

export type LowHoldSideResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['LowHoldSide'] = ResolversParentTypes['LowHoldSide']> = {
  deepLink?: Resolver<Types.Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<Types.LowHoldSideDeepLinkArgs, 'state'>>;
  deepLinks?: Resolver<Array<ResolversTypes['SportsbookLink']>, ParentType, ContextType>;
  fairProbability?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type MarketComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MarketComparison'] = ResolversParentTypes['MarketComparison']> = {
  bestHoldPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  holdBySportsbook?: Resolver<Array<ResolversTypes['SportsbookHold']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selections?: Resolver<Array<ResolversTypes['SelectionComparison']>, ParentType, ContextType>;
};

export type MiddleOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MiddleOpportunity'] = ResolversParentTypes['MiddleOpportunity']> = {
  comparison?: Resolver<Types.Maybe<ResolversTypes['MarketComparison']>, ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expectedValuePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  middleNumbers?: Resolver<Array<ResolversTypes['Float']>, ParentType, ContextType>;
  middleProbability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  middleSize?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  qualityScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  side1?: Resolver<ResolversTypes['MiddleSide'], ParentType, ContextType>;
  side2?: Resolver<ResolversTypes['MiddleSide'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MiddleSideResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MiddleSide'] = ResolversParentTypes['MiddleSide']> = {
  deepLink?: Resolver<Types.Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<Types.MiddleSideDeepLinkArgs, 'state'>>;
  deepLinkUrl?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fairProbability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stakePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MoneylineSplitsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MoneylineSplits'] = ResolversParentTypes['MoneylineSplits']> = {
  awayAmerican?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  betShare?: Resolver<ResolversTypes['SideShares'], ParentType, ContextType>;
  handleShare?: Resolver<ResolversTypes['SideShares'], ParentType, ContextType>;
  homeAmerican?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApiKey?: Resolver<Types.Maybe<ResolversTypes['CreatedApiKey']>, ParentType, ContextType, RequireFields<Types.MutationCreateApiKeyArgs, 'name'>>;
  deleteApiKey?: Resolver<Types.Maybe<ResolversTypes['DeletedApiKey']>, ParentType, ContextType, RequireFields<Types.MutationDeleteApiKeyArgs, 'id'>>;
  rotateApiKey?: Resolver<Types.Maybe<ResolversTypes['RotatedApiKey']>, ParentType, ContextType, RequireFields<Types.MutationRotateApiKeyArgs, 'id'>>;
};

export type NodeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Event' | 'Sportsbook', ParentType, ContextType>;
};

export type OddsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Odds'] = ResolversParentTypes['Odds']> = {
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  closing?: Resolver<Types.Maybe<ResolversTypes['PriceSnapshot']>, ParentType, ContextType>;
  deepLink?: Resolver<Types.Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<Types.OddsDeepLinkArgs, 'state'>>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventStartTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  history?: Resolver<Types.Maybe<ResolversTypes['PriceHistory']>, ParentType, ContextType, RequireFields<Types.OddsHistoryArgs, 'first' | 'resolution'>>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxBet?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  opening?: Resolver<Types.Maybe<ResolversTypes['PriceSnapshot']>, ParentType, ContextType>;
  playerName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  publicBetShare?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Types.Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  statCategory?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['EventStatus']>, ParentType, ContextType>;
};

export type OddsChangesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsChanges'] = ResolversParentTypes['OddsChanges']> = {
  changedSportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['OddsEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Odds']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  serverTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OddsComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsComparison'] = ResolversParentTypes['OddsComparison']> = {
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  markets?: Resolver<Array<ResolversTypes['MarketComparison']>, ParentType, ContextType>;
};

export type OddsConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsConnection'] = ResolversParentTypes['OddsConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OddsEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Odds']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OddsEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsEdge'] = ResolversParentTypes['OddsEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Odds'], ParentType, ContextType>;
};

export type OddsRemovalResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsRemoval'] = ResolversParentTypes['OddsRemoval']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  keys?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OddsSnapshotResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsSnapshot'] = ResolversParentTypes['OddsSnapshot']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isLast?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  odds?: Resolver<Array<ResolversTypes['Odds']>, ParentType, ContextType>;
  offset?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OddsUpdateResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsUpdate'] = ResolversParentTypes['OddsUpdate']> = {
  conflated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  odds?: Resolver<Array<ResolversTypes['Odds']>, ParentType, ContextType>;
  replacedKeys?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OpportunitiesDetectedResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpportunitiesDetected'] = ResolversParentTypes['OpportunitiesDetected']> = {
  isSnapshot?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['OpportunityKind'], ParentType, ContextType>;
  opportunities?: Resolver<Array<ResolversTypes['Opportunity']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OpportunitiesExpiredResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpportunitiesExpired'] = ResolversParentTypes['OpportunitiesExpired']> = {
  ids?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['OpportunityKind'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Opportunity'] = ResolversParentTypes['Opportunity']> = {
  __resolveType: TypeResolveFn<'ArbitrageOpportunity' | 'EvOpportunity' | 'LowHoldOpportunity' | 'MiddleOpportunity', ParentType, ContextType>;
};

export type OpportunityConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpportunityConnection'] = ResolversParentTypes['OpportunityConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OpportunityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Opportunity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OpportunityEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OpportunityEdge'] = ResolversParentTypes['OpportunityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Opportunity'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PriceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Price'] = ResolversParentTypes['Price']> = {
  american?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decimal?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PriceHistoryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PriceHistory'] = ResolversParentTypes['PriceHistory']> = {
  closing?: Resolver<Types.Maybe<ResolversTypes['PriceSnapshot']>, ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes['Coverage'], ParentType, ContextType>;
  opening?: Resolver<Types.Maybe<ResolversTypes['PriceSnapshot']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  points?: Resolver<Array<ResolversTypes['PricePoint']>, ParentType, ContextType>;
};

export type PriceMoveResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PriceMove'] = ResolversParentTypes['PriceMove']> = {
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  firstSportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  movePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  playerName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
};

export type PriceMoveConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PriceMoveConnection'] = ResolversParentTypes['PriceMoveConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PriceMoveEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['PriceMove']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PriceMoveEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PriceMoveEdge'] = ResolversParentTypes['PriceMoveEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PriceMove'], ParentType, ContextType>;
};

export type PricePointResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PricePoint'] = ResolversParentTypes['PricePoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  high?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  low?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  price?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PriceStatus'], ParentType, ContextType>;
};

export type PriceSnapshotResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PriceSnapshot'] = ResolversParentTypes['PriceSnapshot']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isFirstSeen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isProvisional?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  price?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  wasOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  apiKeys?: Resolver<Types.Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  closingLineValue?: Resolver<Types.Maybe<Array<ResolversTypes['ClosingLineValue']>>, ParentType, ContextType, RequireFields<Types.QueryClosingLineValueArgs, 'bets'>>;
  deepLinks?: Resolver<Types.Maybe<Array<ResolversTypes['DeepLink']>>, ParentType, ContextType, RequireFields<Types.QueryDeepLinksArgs, 'ids' | 'state'>>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<Types.QueryEventArgs, 'id'>>;
  events?: Resolver<Types.Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, RequireFields<Types.QueryEventsArgs, 'first'>>;
  gameStates?: Resolver<Types.Maybe<Array<ResolversTypes['GameState']>>, ParentType, ContextType, RequireFields<Types.QueryGameStatesArgs, 'sport'>>;
  historyCoverage?: Resolver<Types.Maybe<ResolversTypes['HistoryCoverage']>, ParentType, ContextType>;
  liveSports?: Resolver<Types.Maybe<Array<ResolversTypes['LiveSport']>>, ParentType, ContextType>;
  lowHoldOpportunities?: Resolver<Types.Maybe<ResolversTypes['LowHoldOpportunityConnection']>, ParentType, ContextType, RequireFields<Types.QueryLowHoldOpportunitiesArgs, 'first' | 'sort'>>;
  node?: Resolver<Types.Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<Types.QueryNodeArgs, 'id'>>;
  odds?: Resolver<Types.Maybe<ResolversTypes['OddsConnection']>, ParentType, ContextType, RequireFields<Types.QueryOddsArgs, 'first'>>;
  oddsChanges?: Resolver<Types.Maybe<ResolversTypes['OddsChanges']>, ParentType, ContextType, RequireFields<Types.QueryOddsChangesArgs, 'first' | 'since'>>;
  opportunities?: Resolver<Types.Maybe<ResolversTypes['OpportunityConnection']>, ParentType, ContextType, RequireFields<Types.QueryOpportunitiesArgs, 'first' | 'minEvPercent' | 'minProfitPercent'>>;
  priceMoves?: Resolver<Types.Maybe<ResolversTypes['PriceMoveConnection']>, ParentType, ContextType, RequireFields<Types.QueryPriceMovesArgs, 'first' | 'minMovePercent' | 'windowMinutes'>>;
  recordedEvents?: Resolver<Types.Maybe<ResolversTypes['RecordedEventConnection']>, ParentType, ContextType, RequireFields<Types.QueryRecordedEventsArgs, 'first'>>;
  splits?: Resolver<Types.Maybe<ResolversTypes['SplitsConnection']>, ParentType, ContextType, RequireFields<Types.QuerySplitsArgs, 'first'>>;
  sports?: Resolver<Types.Maybe<Array<ResolversTypes['Sport']>>, ParentType, ContextType>;
  sportsbook?: Resolver<Types.Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType, RequireFields<Types.QuerySportsbookArgs, 'id'>>;
  sportsbooks?: Resolver<Types.Maybe<Array<ResolversTypes['Sportsbook']>>, ParentType, ContextType, Partial<Types.QuerySportsbooksArgs>>;
  viewer?: Resolver<Types.Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RecordedEventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RecordedEvent'] = ResolversParentTypes['RecordedEvent']> = {
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  closingOdds?: Resolver<Types.Maybe<Array<ResolversTypes['HistoricOdds']>>, ParentType, ContextType, RequireFields<Types.RecordedEventClosingOddsArgs, 'lines'>>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lineMovement?: Resolver<Types.Maybe<Array<ResolversTypes['LineMovement']>>, ParentType, ContextType, RequireFields<Types.RecordedEventLineMovementArgs, 'inPlay' | 'market' | 'resolution'>>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  startedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RecordedEventConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RecordedEventConnection'] = ResolversParentTypes['RecordedEventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['RecordedEventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['RecordedEvent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RecordedEventEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RecordedEventEdge'] = ResolversParentTypes['RecordedEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RecordedEvent'], ParentType, ContextType>;
};

export type RotatedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RotatedApiKey'] = ResolversParentTypes['RotatedApiKey']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  previousKeyRevoked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rotatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SelectionComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SelectionComparison'] = ResolversParentTypes['SelectionComparison']> = {
  best?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  bestEvPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType, RequireFields<Types.SelectionComparisonBestEvPercentArgs, 'method'>>;
  bestSeenAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  bestSportsbookId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  fairPrice?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType, RequireFields<Types.SelectionComparisonFairPriceArgs, 'method'>>;
  line?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  prices?: Resolver<Array<ResolversTypes['SportsbookPrice']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  spreadPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  worst?: Resolver<Types.Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  worstSportsbookId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type SideSharesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SideShares'] = ResolversParentTypes['SideShares']> = {
  away?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  home?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SplitsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Splits'] = ResolversParentTypes['Splits']> = {
  awayTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  event?: Resolver<Types.Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  fetchedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  homeTeam?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  moneyline?: Resolver<ResolversTypes['MoneylineSplits'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Types.Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  spread?: Resolver<ResolversTypes['SpreadSplits'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['TotalSplits'], ParentType, ContextType>;
};

export type SplitsConnectionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SplitsConnection'] = ResolversParentTypes['SplitsConnection']> = {
  edges?: Resolver<Array<ResolversTypes['SplitsEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Splits']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SplitsEdgeResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SplitsEdge'] = ResolversParentTypes['SplitsEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Splits'], ParentType, ContextType>;
};

export type SplitsHistoryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SplitsHistory'] = ResolversParentTypes['SplitsHistory']> = {
  entries?: Resolver<Array<ResolversTypes['SplitsHistoryEntry']>, ParentType, ContextType>;
  newest?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldest?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SplitsHistoryEntryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SplitsHistoryEntry'] = ResolversParentTypes['SplitsHistoryEntry']> = {
  moneyline?: Resolver<ResolversTypes['MoneylineSplits'], ParentType, ContextType>;
  recordedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  spread?: Resolver<ResolversTypes['SpreadSplits'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['TotalSplits'], ParentType, ContextType>;
};

export type SportResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Sport'] = ResolversParentTypes['Sport']> = {
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  leagues?: Resolver<Array<ResolversTypes['League']>, ParentType, ContextType>;
  liveEventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  marketTypes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SportsbookResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Sportsbook'] = ResolversParentTypes['Sportsbook'], FederationReferenceType extends FederationReferenceTypes['Sportsbook'] = FederationReferenceTypes['Sportsbook']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Sportsbook']> | FederationReferenceType, FederationReferenceType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hasLiveOdds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPlayerProps?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isSharp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastUpdate?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  regions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  requiresTier?: Resolver<Types.Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SportsbookStatus'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SportsbookHoldResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookHold'] = ResolversParentTypes['SportsbookHold']> = {
  holdPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SportsbookLinkResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookLink'] = ResolversParentTypes['SportsbookLink']> = {
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SportsbookPriceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookPrice'] = ResolversParentTypes['SportsbookPrice']> = {
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SpreadSplitsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SpreadSplits'] = ResolversParentTypes['SpreadSplits']> = {
  awayLine?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  betShare?: Resolver<ResolversTypes['SideShares'], ParentType, ContextType>;
  handleShare?: Resolver<ResolversTypes['SideShares'], ParentType, ContextType>;
  homeLine?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  liveOdds?: SubscriptionResolver<Types.Maybe<ResolversTypes['LiveOddsEvent']>, "liveOdds", ParentType, ContextType, RequireFields<Types.SubscriptionLiveOddsArgs, 'chunkSize' | 'conflateMs'>>;
  liveOpportunities?: SubscriptionResolver<Types.Maybe<ResolversTypes['LiveOpportunityEvent']>, "liveOpportunities", ParentType, ContextType, RequireFields<Types.SubscriptionLiveOpportunitiesArgs, 'minEvPercent' | 'minProfitPercent'>>;
};

export type TotalSharesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TotalShares'] = ResolversParentTypes['TotalShares']> = {
  over?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  under?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type TotalSplitsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['TotalSplits'] = ResolversParentTypes['TotalSplits']> = {
  betShare?: Resolver<ResolversTypes['TotalShares'], ParentType, ContextType>;
  handleShare?: Resolver<ResolversTypes['TotalShares'], ParentType, ContextType>;
  line?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  canStream?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  dataDelaySeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oddsBatchLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rateLimit?: Resolver<Types.Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  ArbitrageLeg?: ArbitrageLegResolvers<ContextType>;
  ArbitrageOpportunity?: ArbitrageOpportunityResolvers<ContextType>;
  ClosingLineValue?: ClosingLineValueResolvers<ContextType>;
  Coverage?: CoverageResolvers<ContextType>;
  CreatedApiKey?: CreatedApiKeyResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeepLink?: DeepLinkResolvers<ContextType>;
  DeletedApiKey?: DeletedApiKeyResolvers<ContextType>;
  EvOpportunity?: EvOpportunityResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  EventGameState?: EventGameStateResolvers<ContextType>;
  ExternalId?: ExternalIdResolvers<ContextType>;
  FeedStatus?: FeedStatusResolvers<ContextType>;
  GameState?: GameStateResolvers<ContextType>;
  HistoricOdds?: HistoricOddsResolvers<ContextType>;
  HistoryCoverage?: HistoryCoverageResolvers<ContextType>;
  HistoryGap?: HistoryGapResolvers<ContextType>;
  League?: LeagueResolvers<ContextType>;
  LineMovement?: LineMovementResolvers<ContextType>;
  LineMovementSide?: LineMovementSideResolvers<ContextType>;
  LiveOddsEvent?: LiveOddsEventResolvers<ContextType>;
  LiveOpportunityEvent?: LiveOpportunityEventResolvers<ContextType>;
  LiveSport?: LiveSportResolvers<ContextType>;
  LowHoldOpportunity?: LowHoldOpportunityResolvers<ContextType>;
  LowHoldOpportunityConnection?: LowHoldOpportunityConnectionResolvers<ContextType>;
  LowHoldOpportunityEdge?: LowHoldOpportunityEdgeResolvers<ContextType>;
  LowHoldSide?: LowHoldSideResolvers<ContextType>;
  MarketComparison?: MarketComparisonResolvers<ContextType>;
  MiddleOpportunity?: MiddleOpportunityResolvers<ContextType>;
  MiddleSide?: MiddleSideResolvers<ContextType>;
  MoneylineSplits?: MoneylineSplitsResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Odds?: OddsResolvers<ContextType>;
  OddsChanges?: OddsChangesResolvers<ContextType>;
  OddsComparison?: OddsComparisonResolvers<ContextType>;
  OddsConnection?: OddsConnectionResolvers<ContextType>;
  OddsEdge?: OddsEdgeResolvers<ContextType>;
  OddsRemoval?: OddsRemovalResolvers<ContextType>;
  OddsSnapshot?: OddsSnapshotResolvers<ContextType>;
  OddsUpdate?: OddsUpdateResolvers<ContextType>;
  OpportunitiesDetected?: OpportunitiesDetectedResolvers<ContextType>;
  OpportunitiesExpired?: OpportunitiesExpiredResolvers<ContextType>;
  Opportunity?: OpportunityResolvers<ContextType>;
  OpportunityConnection?: OpportunityConnectionResolvers<ContextType>;
  OpportunityEdge?: OpportunityEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: PriceResolvers<ContextType>;
  PriceHistory?: PriceHistoryResolvers<ContextType>;
  PriceMove?: PriceMoveResolvers<ContextType>;
  PriceMoveConnection?: PriceMoveConnectionResolvers<ContextType>;
  PriceMoveEdge?: PriceMoveEdgeResolvers<ContextType>;
  PricePoint?: PricePointResolvers<ContextType>;
  PriceSnapshot?: PriceSnapshotResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RecordedEvent?: RecordedEventResolvers<ContextType>;
  RecordedEventConnection?: RecordedEventConnectionResolvers<ContextType>;
  RecordedEventEdge?: RecordedEventEdgeResolvers<ContextType>;
  RotatedApiKey?: RotatedApiKeyResolvers<ContextType>;
  SelectionComparison?: SelectionComparisonResolvers<ContextType>;
  SideShares?: SideSharesResolvers<ContextType>;
  Splits?: SplitsResolvers<ContextType>;
  SplitsConnection?: SplitsConnectionResolvers<ContextType>;
  SplitsEdge?: SplitsEdgeResolvers<ContextType>;
  SplitsHistory?: SplitsHistoryResolvers<ContextType>;
  SplitsHistoryEntry?: SplitsHistoryEntryResolvers<ContextType>;
  Sport?: SportResolvers<ContextType>;
  Sportsbook?: SportsbookResolvers<ContextType>;
  SportsbookHold?: SportsbookHoldResolvers<ContextType>;
  SportsbookLink?: SportsbookLinkResolvers<ContextType>;
  SportsbookPrice?: SportsbookPriceResolvers<ContextType>;
  SpreadSplits?: SpreadSplitsResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TotalShares?: TotalSharesResolvers<ContextType>;
  TotalSplits?: TotalSplitsResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = OperationContext> = {
  tier?: TierDirectiveResolver<any, any, ContextType>;
};
