import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { EventModel as EventModelModel } from '../models/event.ts';
import type { OddsModel as OddsModelModel } from '../models/odds.ts';
import type { SportsbookModel as SportsbookModelModel } from '../models/sportsbook.ts';
import type { ComparisonModel as ComparisonModelModel } from '../models/comparison.ts';
import type { ViewerModel as ViewerModelModel } from '../models/viewer.ts';
import type { OperationContext } from '../resolvers/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /**
   * A moment in time as ISO 8601, in UTC, for instance `2026-07-14T19:00:00Z`. In answers it is passed
   * on exactly as the source wrote it: seconds may be missing and fractions may reach nanoseconds.
   * As an argument it needs a date, a time and a zone (`Z` or an offset such as `+02:00`).
   */
  DateTime: { input: string; output: string; }
  _FieldSet: { input: string; output: string; }
};

/** A sporting event, or a market without two teams such as an outright, the same across sportsbooks. */
export type Event = {
  __typename?: 'Event';
  /** The away team; null where the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** How many sportsbooks that the caller's tier can see have odds on it. */
  bookCount: Scalars['Int']['output'];
  /**
   * The prices of this event side by side, book against book, with the hold of each market. Null where
   * there are none. One upstream request for each event. Tier: any.
   */
  comparison: Maybe<OddsComparison>;
  /** The id of this event at each sportsbook that has one of its own. */
  externalIds: Array<ExternalId>;
  /** Score and clock as the list of events carries them, on every tier; null unless the event is live and has a score. */
  gameState: Maybe<EventGameState>;
  /** The home team; null where the source names none, as on outrights. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** The canonical event id, the same across sportsbooks; as upstream has it, so that other data can be joined on it. */
  id: Scalars['ID']['output'];
  /** Whether it is being played. */
  isLive: Scalars['Boolean']['output'];
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The market types on offer, sorted, for instance `moneyline`. */
  markets: Array<Scalars['String']['output']>;
  /** A name to show: `Away @ Home`, or the one team that is named; null where none is. */
  name: Maybe<Scalars['String']['output']>;
  /**
   * Every price on this event that the caller's tier may see; an empty list where there is none.
   * Read for many events at once. Asking only for what a batch carries costs one upstream request for
   * as many events as `viewer.oddsBatchLimit`; also asking for one of the prices' `id`, `homeTeam`,
   * `awayTeam`, `eventStartTime`, `changedAt`, `status`, `playerName`, `statCategory`,
   * `publicBetShare` or `maxBet` takes one for every 200 prices. Tier: any; naming a sportsbook above the tier is
   * `TIER_RESTRICTED`.
   */
  odds: Maybe<Array<Odds>>;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The ids of the sportsbooks with odds on it, sorted. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** The sportsbooks with odds on it. Null where they could not be read. */
  sportsbooks: Maybe<Array<Sportsbook>>;
  /** When it starts or started. */
  startTime: Scalars['DateTime']['output'];
  /** Whether it has begun. */
  status: EventStatus;
};


/** A sporting event, or a market without two teams such as an outright, the same across sportsbooks. */
export type EventComparisonArgs = {
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A sporting event, or a market without two teams such as an outright, the same across sportsbooks. */
export type EventOddsArgs = {
  filter?: InputMaybe<EventOddsFilter>;
};

/** A page of events. */
export type EventConnection = {
  __typename?: 'EventConnection';
  /** The events with their cursors. */
  edges: Array<EventEdge>;
  /** The events alone. */
  nodes: Array<Event>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many events match the filter, over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An event in a list, with its place there. */
export type EventEdge = {
  __typename?: 'EventEdge';
  /** The event's place in the list, for `after`. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/**
 * Which events to list. Conditions add up; the values of one list are alternatives. An empty list is
 * the same as leaving it out.
 */
export type EventFilter = {
  /** Only events that start on this day in UTC, `YYYY-MM-DD`. */
  date?: InputMaybe<Scalars['String']['input']>;
  /** True: only events with a live score. */
  hasScore?: InputMaybe<Scalars['Boolean']['input']>;
  /** League slugs, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only those still to come. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Text to look for in team and event names. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Sport slugs, for instance `basketball`. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids: only events on which at least one of them has odds. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Part of a team's name, or a known alias of it; case does not matter. */
  team?: InputMaybe<Scalars['String']['input']>;
};

/** Live score and clock, as the list of events carries them. */
export type EventGameState = {
  __typename?: 'EventGameState';
  /** The away side's score; null where the source has none. */
  awayScore: Maybe<Scalars['Float']['output']>;
  /** The game clock, for instance `5:42`; null in sports without one. */
  clock: Maybe<Scalars['String']['output']>;
  /** The home side's score, in the unit of `scoreType`. */
  homeScore: Scalars['Float']['output'];
  /** Whether a timeout is on; null where it does not apply. */
  isTimeout: Maybe<Scalars['Boolean']['output']>;
  /** The last play in words; null where the source tells none. */
  lastPlay: Maybe<Scalars['String']['output']>;
  /** The period in the sport's own words, for instance `Q3`, `2nd` or `3rd Period`; null between or before periods. */
  period: Maybe<Scalars['String']['output']>;
  /** Which side has the ball, `home` or `away`; null where it does not apply. */
  possession: Maybe<Scalars['String']['output']>;
  /** Which side has a power play in hockey, `home` or `away`; null where there is none. */
  powerPlay: Maybe<Scalars['String']['output']>;
  /** What the score counts, for instance `game_points` or `match`. */
  scoreType: Scalars['String']['output'];
};

/**
 * Which prices of one event to list. Conditions add up; the values of one list are alternatives. An
 * empty list is the same as leaving it out.
 */
export type EventOddsFilter = {
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`; both may be mixed. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds to return, for instance 200. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds to return, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** Selection types, for instance `home`, `away`, `over`, `under`, `draw`. */
  selectionTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids. One above the caller's tier is `TIER_RESTRICTED`. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Whether an event has begun. */
export type EventStatus =
  /** It is being played. */
  | 'LIVE'
  /** A state that this graph does not know yet. */
  | 'OTHER'
  /** It has not begun. */
  | 'UPCOMING';

/** A sportsbook's own id of an event. */
export type ExternalId = {
  __typename?: 'ExternalId';
  /** The event's id there. */
  id: Scalars['ID']['output'];
  /** The sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** One market of an event, book against book. */
export type MarketComparison = {
  __typename?: 'MarketComparison';
  /**
   * The hold over the best price of each selection across books, in percent:
   * (sum of implied probabilities - 1) x 100. Below 0 it is an arbitrage. Null where no set of sides is complete.
   */
  bestHoldPercent: Maybe<Scalars['Float']['output']>;
  /** The hold of each sportsbook that prices every side. */
  holdBySportsbook: Array<SportsbookHold>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** What can be bet on. */
  selections: Array<SelectionComparison>;
};

/** One price on one selection at one sportsbook. */
export type Odds = {
  __typename?: 'Odds';
  /** The away team as this sportsbook names it; null where it names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** When this price last changed; null where the source does not tell. */
  changedAt: Maybe<Scalars['DateTime']['output']>;
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** When the event starts, as this sportsbook has it. */
  eventStartTime: Scalars['DateTime']['output'];
  /** The home team as this sportsbook names it; null where it names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** The upstream's id. Not part of a batch: asking for it inside an event changes how the odds are read (see `Event.odds`). A few real feeds repeat an id; `key` does not repeat. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play. */
  isLive: Scalars['Boolean']['output'];
  /** Names the same price by event, sportsbook, market, selection, selection type and line, wherever it was read: a stable identity for client caches, at no cost. */
  key: Scalars['ID']['output'];
  /** When this price was last seen at the sportsbook. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** League slug. */
  league: Scalars['String']['output'];
  /** The line: the handicap or total; null in markets without one, such as the moneyline. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`, `point_spread`, `player_points`. An open set. */
  marketType: Scalars['String']['output'];
  /** The largest stake taken, in US dollars; null but for the sportsbook that publishes it. */
  maxBet: Maybe<Scalars['Float']['output']>;
  /** The player, on player props; null elsewhere. */
  playerName: Maybe<Scalars['String']['output']>;
  /** The price. */
  price: Price;
  /** The share of all tickets on this selection, 0.0 to 1.0; null but for the sportsbook that publishes it. */
  publicBetShare: Maybe<Scalars['Float']['output']>;
  /** What is bet on: a team, `Over`, `Under`, a player. */
  selection: Scalars['String']['output'];
  /** The side: `home`, `away`, `over`, `under`, and on real boards `draw`, `yes`, `2_1` and more. An open set. */
  selectionType: Scalars['String']['output'];
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** The sportsbook; null where it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
  /** What is counted, on player props, for instance `points`; null elsewhere. */
  statCategory: Maybe<Scalars['String']['output']>;
  /** Whether the event has begun; null where the source does not tell, as outside `oddsChanges`. */
  status: Maybe<EventStatus>;
};

/** A page of prices that changed. */
export type OddsChanges = {
  __typename?: 'OddsChanges';
  /** The ids of the sportsbooks with changes. */
  changedSportsbookIds: Array<Scalars['ID']['output']>;
  /** The prices with their cursors. */
  edges: Array<OddsEdge>;
  /** The prices alone. */
  nodes: Array<Odds>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** The upstream's time of this answer: the next `since`. */
  serverTime: Scalars['DateTime']['output'];
  /** How many prices changed, over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** The prices of one event side by side, book against book. */
export type OddsComparison = {
  __typename?: 'OddsComparison';
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The markets on offer. */
  markets: Array<MarketComparison>;
};

/** A page of prices. */
export type OddsConnection = {
  __typename?: 'OddsConnection';
  /** The prices with their cursors. */
  edges: Array<OddsEdge>;
  /** The prices alone. */
  nodes: Array<Odds>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many prices match the filter, over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A price in a list, with its place there. */
export type OddsEdge = {
  __typename?: 'OddsEdge';
  /** The price's place in the list, for `after`. */
  cursor: Scalars['String']['output'];
  /** The price. */
  node: Odds;
};

/**
 * Which prices to list. Conditions add up; the values of one list are alternatives. An empty list is
 * the same as leaving it out.
 */
export type OddsFilter = {
  /** Canonical event ids. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only those still to come. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`; both may be mixed. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds to return, for instance 200. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds to return, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** Sport slugs, for instance `basketball`. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids. One above the caller's tier is `TIER_RESTRICTED`. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The order of a list of prices. */
export type OddsSort = {
  /** Which way. */
  direction?: SortDirection;
  /** What to sort by. */
  field: OddsSortField;
};

/** What a list of prices can be sorted by. */
export type OddsSortField =
  /** American odds. */
  | 'AMERICAN'
  /** Decimal odds. */
  | 'DECIMAL'
  /** When the event starts. */
  | 'EVENT_START_TIME'
  /** When the price was last seen. */
  | 'LAST_SEEN_AT'
  /** League slug. */
  | 'LEAGUE'
  /** Implied probability. */
  | 'PROBABILITY'
  /** Sport slug. */
  | 'SPORT'
  /** Sportsbook id. */
  | 'SPORTSBOOK';

/** Where a page of a connection stands in the whole list, as Relay's Cursor Connections define it. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item on this page: give it as `after` for the next page; null on an empty page. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether more items follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether items stand before this page. Paging goes forward only: there is no `before`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item on this page; null on an empty page. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** A price in the three usual notations. They always describe the same price. */
export type Price = {
  __typename?: 'Price';
  /** American odds: +150 wins 150 on 100, -110 wins 100 on 110. */
  american: Scalars['Float']['output'];
  /** Decimal odds: the payout for a stake of 1, the stake included. */
  decimal: Scalars['Float']['output'];
  /** Implied probability, 0.0 to 1.0, margin included: as upstream sends it, else 1 / decimal. */
  probability: Scalars['Float']['output'];
};

/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type Query = {
  __typename?: 'Query';
  /** One event by its id; null where there is none of that id. Tier: any. */
  event: Maybe<Event>;
  /** Events that are upcoming or live, page by page. Tier: any. */
  events: Maybe<EventConnection>;
  /**
   * Prices across events and sportsbooks, page by page. Tier: any; naming a sportsbook above the tier
   * is `TIER_RESTRICTED`.
   */
  odds: Maybe<OddsConnection>;
  /**
   * Prices that changed after a moment, page by page: for polling. Take `serverTime` as the next
   * `since`. Tier: any.
   */
  oddsChanges: Maybe<OddsChanges>;
  /** One sportsbook by its id; null where there is none of that id. Tier: any. */
  sportsbook: Maybe<Sportsbook>;
  /**
   * Every sportsbook that the service knows, those above the caller's tier included
   * (`requiresTier` tells). Tier: any.
   */
  sportsbooks: Maybe<Array<Sportsbook>>;
  /** Who asks: the account behind the key that came with the request, and what it may do. Tier: any. */
  viewer: Maybe<Viewer>;
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryOddsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OddsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<OddsSort>;
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryOddsChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OddsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  since: Scalars['DateTime']['input'];
  sort?: InputMaybe<OddsSort>;
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QuerySportsbookArgs = {
  id: Scalars['ID']['input'];
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QuerySportsbooksArgs = {
  filter?: InputMaybe<SportsbookFilter>;
};

/** A budget of requests a minute. */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** Requests allowed in the window. */
  limit: Scalars['Int']['output'];
  /** Requests left in the window. */
  remaining: Scalars['Int']['output'];
  /** When the window ends and the budget is whole again. */
  resetAt: Scalars['DateTime']['output'];
};

/** One selection of a market with every sportsbook's price. */
export type SelectionComparison = {
  __typename?: 'SelectionComparison';
  /** The best price; null where upstream names none. */
  best: Maybe<Price>;
  /** The sportsbook with the best price; null where upstream names none. */
  bestSportsbookId: Maybe<Scalars['ID']['output']>;
  /** The line; null in markets without one. */
  line: Maybe<Scalars['Float']['output']>;
  /** Each sportsbook's price. */
  prices: Array<SportsbookPrice>;
  /** What is bet on: a team, `Over`, `Under`, a player. */
  selection: Scalars['String']['output'];
  /** The side: `home`, `away`, `over`, `under` and more. An open set. */
  selectionType: Scalars['String']['output'];
  /** How far the best and the worst price lie apart: the difference of their implied probabilities, in percent; null where upstream does not tell. */
  spreadPercent: Maybe<Scalars['Float']['output']>;
  /** The worst price; null where upstream names none. */
  worst: Maybe<Price>;
  /** The sportsbook with the worst price; null where upstream names none. */
  worstSportsbookId: Maybe<Scalars['ID']['output']>;
};

/** The direction of a sort. */
export type SortDirection =
  /** Smallest, earliest or alphabetically first comes first. */
  | 'ASC'
  /** Largest, latest or alphabetically last comes first. */
  | 'DESC';

/** A sportsbook, or an exchange or prediction market that is read like one. */
export type Sportsbook = {
  __typename?: 'Sportsbook';
  /** The name to show to people, for instance `DraftKings`. */
  displayName: Scalars['String']['output'];
  /** How many events it has odds on now; 0 while it is unavailable. */
  eventCount: Scalars['Int']['output'];
  /** Whether it offers odds on events in play. */
  hasLiveOdds: Scalars['Boolean']['output'];
  /** Whether it offers player props. */
  hasPlayerProps: Scalars['Boolean']['output'];
  /** The id that filters and odds use, for instance `draftkings`. */
  id: Scalars['ID']['output'];
  /** Whether the trade counts it as sharp: low margin, fast to move, takes informed bets. */
  isSharp: Scalars['Boolean']['output'];
  /** When its odds were last collected; null while it is unavailable. */
  lastUpdate: Maybe<Scalars['DateTime']['output']>;
  /** The upstream's name, the same as the id. */
  name: Scalars['String']['output'];
  /** Where it serves: `US`, `UK`, `EU`, `AU`, `GLOBAL`; more may come. */
  regions: Array<Scalars['String']['output']>;
  /** The lowest tier that sees its odds; null where every tier does. */
  requiresTier: Maybe<Tier>;
  /** Whether its odds are being collected at present. */
  status: SportsbookStatus;
};

/** Which sportsbooks to list. Conditions add up: a sportsbook must meet all that are given. */
export type SportsbookFilter = {
  /** True: only sharp books. False: only the others. */
  isSharp?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only sportsbooks that serve at least one of these regions: `US`, `UK`, `EU`, `AU`, `GLOBAL`. An empty list is the same as none. */
  regions?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only sportsbooks in this state. */
  status?: InputMaybe<SportsbookStatus>;
};

/** A sportsbook's margin on a market. */
export type SportsbookHold = {
  __typename?: 'SportsbookHold';
  /** Its hold in percent: (sum of implied probabilities - 1) x 100. */
  holdPercent: Scalars['Float']['output'];
  /** The sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** A sportsbook's price on a selection. */
export type SportsbookPrice = {
  __typename?: 'SportsbookPrice';
  /** When it was last seen. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** Its price. */
  price: Price;
  /** The sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** Whether a sportsbook is offering odds at present. */
export type SportsbookStatus =
  /** Its odds are being collected. */
  | 'ACTIVE'
  /** It is known, and its odds are not being collected. */
  | 'INACTIVE'
  /** A state that this graph does not know yet. Never a useful filter. */
  | 'OTHER';

/** A subscription tier. Each has all the rights of those before it. */
export type Tier =
  /** Everything, live game state included. */
  | 'ENTERPRISE'
  /** The lowest tier: the fewest sportsbooks, data 60 seconds late, no streams. */
  | 'FREE'
  /** The first paid tier: real-time data and deep links. */
  | 'HOBBY'
  /** A tier that this graph does not know yet. It is treated as the lowest. */
  | 'OTHER'
  /** Adds more sportsbooks and low-hold opportunities. */
  | 'PRO'
  /** Adds the sharp sportsbooks. */
  | 'SHARP';

/** The account behind the key that came with the request. */
export type Viewer = {
  __typename?: 'Viewer';
  /**
   * Whether this account may subscribe to live data: false on the free tier, true on enterprise,
   * otherwise null until a stream has shown whether the account has the streaming add-on.
   */
  canStream: Maybe<Scalars['Boolean']['output']>;
  /** How late this account's data is, in seconds: 0 is real time, 60 on the free tier. */
  dataDelaySeconds: Scalars['Int']['output'];
  /** How many events one upstream batch of odds may name. Longer lists are cut into several batches. */
  oddsBatchLimit: Scalars['Int']['output'];
  /** The request budget of this account at the upstream service, as of its last answer; null until there was one that told it. */
  rateLimit: Maybe<RateLimit>;
  /** The account's subscription tier. Where upstream leaves doubt, the lowest. */
  tier: Tier;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
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
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

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



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Event: ResolverTypeWrapper<EventModelModel>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  EventConnection: ResolverTypeWrapper<Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['EventEdge']>, nodes: Array<ResolversTypes['Event']> }>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventFilter: EventFilter;
  EventGameState: ResolverTypeWrapper<EventGameState>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  EventOddsFilter: EventOddsFilter;
  EventStatus: EventStatus;
  ExternalId: ResolverTypeWrapper<ExternalId>;
  MarketComparison: ResolverTypeWrapper<MarketComparison>;
  Odds: ResolverTypeWrapper<OddsModelModel>;
  OddsChanges: ResolverTypeWrapper<Omit<OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsComparison: ResolverTypeWrapper<ComparisonModelModel>;
  OddsConnection: ResolverTypeWrapper<Omit<OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsEdge: ResolverTypeWrapper<Omit<OddsEdge, 'node'> & { node: ResolversTypes['Odds'] }>;
  OddsFilter: OddsFilter;
  OddsSort: OddsSort;
  OddsSortField: OddsSortField;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Price: ResolverTypeWrapper<Price>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  SelectionComparison: ResolverTypeWrapper<SelectionComparison>;
  SortDirection: SortDirection;
  Sportsbook: ResolverTypeWrapper<SportsbookModelModel>;
  SportsbookFilter: SportsbookFilter;
  SportsbookHold: ResolverTypeWrapper<SportsbookHold>;
  SportsbookPrice: ResolverTypeWrapper<SportsbookPrice>;
  SportsbookStatus: SportsbookStatus;
  Tier: Tier;
  Viewer: ResolverTypeWrapper<ViewerModelModel>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  Event: EventModelModel;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  EventConnection: Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['EventEdge']>, nodes: Array<ResolversParentTypes['Event']> };
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventFilter: EventFilter;
  EventGameState: EventGameState;
  Float: Scalars['Float']['output'];
  EventOddsFilter: EventOddsFilter;
  ExternalId: ExternalId;
  MarketComparison: MarketComparison;
  Odds: OddsModelModel;
  OddsChanges: Omit<OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsComparison: ComparisonModelModel;
  OddsConnection: Omit<OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsEdge: Omit<OddsEdge, 'node'> & { node: ResolversParentTypes['Odds'] };
  OddsFilter: OddsFilter;
  OddsSort: OddsSort;
  PageInfo: PageInfo;
  Price: Price;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  SelectionComparison: SelectionComparison;
  Sportsbook: SportsbookModelModel;
  SportsbookFilter: SportsbookFilter;
  SportsbookHold: SportsbookHold;
  SportsbookPrice: SportsbookPrice;
  Viewer: ViewerModelModel;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type EventResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event'], FederationReferenceType extends FederationReferenceTypes['Event'] = FederationReferenceTypes['Event']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Event']> | FederationReferenceType, FederationReferenceType, ContextType>;
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['OddsComparison']>, ParentType, ContextType, Partial<EventComparisonArgs>>;
  externalIds?: Resolver<Array<ResolversTypes['ExternalId']>, ParentType, ContextType>;
  gameState?: Resolver<Maybe<ResolversTypes['EventGameState']>, ParentType, ContextType>;
  homeTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  markets?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  odds?: Resolver<Maybe<Array<ResolversTypes['Odds']>>, ParentType, ContextType, Partial<EventOddsArgs>>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  sportsbooks?: Resolver<Maybe<Array<ResolversTypes['Sportsbook']>>, ParentType, ContextType>;
  startTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EventStatus'], ParentType, ContextType>;
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
  awayScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  clock?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homeScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isTimeout?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastPlay?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  period?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  possession?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  powerPlay?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scoreType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExternalIdResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ExternalId'] = ResolversParentTypes['ExternalId']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MarketComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MarketComparison'] = ResolversParentTypes['MarketComparison']> = {
  bestHoldPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  holdBySportsbook?: Resolver<Array<ResolversTypes['SportsbookHold']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selections?: Resolver<Array<ResolversTypes['SelectionComparison']>, ParentType, ContextType>;
};

export type OddsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Odds'] = ResolversParentTypes['Odds']> = {
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventStartTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  homeTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxBet?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  playerName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  publicBetShare?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  statCategory?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['EventStatus']>, ParentType, ContextType>;
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

export type PageInfoResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PriceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Price'] = ResolversParentTypes['Price']> = {
  american?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decimal?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'first'>>;
  odds?: Resolver<Maybe<ResolversTypes['OddsConnection']>, ParentType, ContextType, RequireFields<QueryOddsArgs, 'first'>>;
  oddsChanges?: Resolver<Maybe<ResolversTypes['OddsChanges']>, ParentType, ContextType, RequireFields<QueryOddsChangesArgs, 'first' | 'since'>>;
  sportsbook?: Resolver<Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType, RequireFields<QuerySportsbookArgs, 'id'>>;
  sportsbooks?: Resolver<Maybe<Array<ResolversTypes['Sportsbook']>>, ParentType, ContextType, Partial<QuerySportsbooksArgs>>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type SelectionComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SelectionComparison'] = ResolversParentTypes['SelectionComparison']> = {
  best?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  bestSportsbookId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  prices?: Resolver<Array<ResolversTypes['SportsbookPrice']>, ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  spreadPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  worst?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  worstSportsbookId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type SportsbookResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Sportsbook'] = ResolversParentTypes['Sportsbook'], FederationReferenceType extends FederationReferenceTypes['Sportsbook'] = FederationReferenceTypes['Sportsbook']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Sportsbook']> | FederationReferenceType, FederationReferenceType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hasLiveOdds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPlayerProps?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isSharp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastUpdate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  regions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  requiresTier?: Resolver<Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SportsbookStatus'], ParentType, ContextType>;
};

export type SportsbookHoldResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookHold'] = ResolversParentTypes['SportsbookHold']> = {
  holdPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SportsbookPriceResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookPrice'] = ResolversParentTypes['SportsbookPrice']> = {
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  canStream?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  dataDelaySeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oddsBatchLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rateLimit?: Resolver<Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  DateTime?: GraphQLScalarType;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  EventGameState?: EventGameStateResolvers<ContextType>;
  ExternalId?: ExternalIdResolvers<ContextType>;
  MarketComparison?: MarketComparisonResolvers<ContextType>;
  Odds?: OddsResolvers<ContextType>;
  OddsChanges?: OddsChangesResolvers<ContextType>;
  OddsComparison?: OddsComparisonResolvers<ContextType>;
  OddsConnection?: OddsConnectionResolvers<ContextType>;
  OddsEdge?: OddsEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: PriceResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  SelectionComparison?: SelectionComparisonResolvers<ContextType>;
  Sportsbook?: SportsbookResolvers<ContextType>;
  SportsbookHold?: SportsbookHoldResolvers<ContextType>;
  SportsbookPrice?: SportsbookPriceResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

