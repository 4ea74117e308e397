import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { EventModel as EventModelModel } from '../models/event.ts';
import type { OddsModel as OddsModelModel } from '../models/odds.ts';
import type { SportsbookModel as SportsbookModelModel } from '../models/sportsbook.ts';
import type { ComparisonModel as ComparisonModelModel } from '../models/comparison.ts';
import type { ApiKeyModel as ApiKeyModelModel, CreatedApiKeyModel as CreatedApiKeyModelModel } from '../models/api-key.ts';
import type { DeepLinkModel as DeepLinkModelModel } from '../models/deep-link.ts';
import type { GameStateModel as GameStateModelModel } from '../models/game-state.ts';
import type { EvModel as EvModelModel, ArbitrageModel as ArbitrageModelModel, MiddleModel as MiddleModelModel } from '../models/opportunity.ts';
import type { OddsSnapshotPayload as OddsSnapshotPayloadModel, OddsUpdatePayload as OddsUpdatePayloadModel } from '../live/odds-lane.ts';
import type { DetectedPayload as DetectedPayloadModel } from '../live/opportunity-lane.ts';
import type { LowHoldModel as LowHoldModelModel } from '../models/low-hold.ts';
import type { SplitsModel as SplitsModelModel, SplitsHistoryModel as SplitsHistoryModelModel } from '../models/splits.ts';
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

/** A key of the account, without its secret. */
export type ApiKey = {
  __typename?: 'ApiKey';
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The key's id, `key_…`. */
  id: Scalars['ID']['output'];
  /** Whether it is accepted. */
  isActive: Scalars['Boolean']['output'];
  /** The secret with all but its first and last characters hidden. */
  maskedKey: Scalars['String']['output'];
  /** The name given to it; null where it has none. */
  name: Maybe<Scalars['String']['output']>;
  /** The tier that it gives. */
  tier: Tier;
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** One bet of an arbitrage. */
export type ArbitrageLeg = {
  __typename?: 'ArbitrageLeg';
  /** The price. */
  price: Price;
  /** What is bet on. */
  selection: Scalars['String']['output'];
  /** The id of the sportsbook with the price. */
  sportsbookId: Scalars['ID']['output'];
  /** This bet's share of all stakes together, in percent. */
  stakePercent: Scalars['Float']['output'];
};

/** Prices on all sides of a market, at several sportsbooks, that together pay whichever side wins. */
export type ArbitrageOpportunity = Opportunity & {
  __typename?: 'ArbitrageOpportunity';
  /** When it was found. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The event's name, to show. */
  eventName: Scalars['String']['output'];
  /** Stable id: the same for as long as it is open. */
  id: Scalars['ID']['output'];
  /** The sum of the sides' implied probabilities; below 1. */
  impliedProbabilitySum: Scalars['Float']['output'];
  /** Whether the event is in play; null where upstream does not tell. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug. */
  league: Scalars['String']['output'];
  /** The bets to place, one a side. */
  legs: Array<ArbitrageLeg>;
  /** The line; null in markets without one, and where the sides have lines of their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The profit in percent of all stakes together, whichever side wins. */
  profitPercent: Scalars['Float']['output'];
  /** Sport slug. */
  sport: Scalars['String']['output'];
};

/** A key that was just made. */
export type CreatedApiKey = {
  __typename?: 'CreatedApiKey';
  /** The key, read from the account after it was made; null where that failed: the secret is good all the same. */
  apiKey: Maybe<ApiKey>;
  /** The secret: keep it now, it is not shown again. */
  secret: Scalars['String']['output'];
};

/** A link that takes a person to a bet at a sportsbook. */
export type DeepLink = {
  __typename?: 'DeepLink';
  /** The id of the odds or of the opportunity to which it leads. */
  oddsId: Scalars['ID']['output'];
  /** The redirect's path at the upstream service; null where there is none: the sportsbook has no links, the odds are gone, or the id is unknown. */
  path: Maybe<Scalars['String']['output']>;
  /** The redirect's whole address, for a browser; null where there is no path. */
  url: Maybe<Scalars['String']['output']>;
};

/** A key that was just deleted. */
export type DeletedApiKey = {
  __typename?: 'DeletedApiKey';
  /** The id it had. */
  id: Scalars['ID']['output'];
};

/** A price better than fair: betting it pays on average. */
export type EvOpportunity = Opportunity & {
  __typename?: 'EvOpportunity';
  /** The away team; null where the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** How many sportsbooks price the selection. */
  bookCount: Scalars['Int']['output'];
  /** How sure upstream is, 0 to 100. */
  confidence: Scalars['Float']['output'];
  /** When it was found. */
  detectedAt: Scalars['DateTime']['output'];
  /** The expected value in percent of the stake: (fair probability x decimal odds - 1) x 100. */
  evPercent: Scalars['Float']['output'];
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The event's name, to show. */
  eventName: Scalars['String']['output'];
  /** The home team; null where the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** Stable id: the same for as long as it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null where upstream does not tell. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** The share of the bankroll to stake by Kelly's criterion, in percent. */
  kellyPercent: Scalars['Float']['output'];
  /** League slug. */
  league: Scalars['String']['output'];
  /** The line; null in markets without one, and where the sides have lines of their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The fair price, without margin. */
  noVigPrice: Price;
  /** The price. */
  price: Price;
  /** What is bet on. */
  selection: Scalars['String']['output'];
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** The sportsbook with the price; null where it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook with the price. */
  sportsbookId: Scalars['ID']['output'];
  /** When the event starts; null where upstream does not tell. */
  startTime: Maybe<Scalars['DateTime']['output']>;
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
  /**
   * Score and clock merged from all sportsbooks, second by second, matched by league and both teams; null where there is none. One upstream request
   * a sport. Tier: enterprise.
   */
  liveGameState: Maybe<GameState>;
  /**
   * Markets of this event with little margin that are open now, the lowest hold first. All events share
   * the same upstream requests. Tier: pro and above.
   */
  lowHoldOpportunities: Maybe<Array<LowHoldOpportunity>>;
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
  /**
   * How the public bets on this event, one entry a source; an empty list where no source covers it.
   * One upstream request for about a hundred events. Tier: any.
   */
  splits: Maybe<Array<Splits>>;
  /**
   * How the public's bets on this event developed over the last 48 hours. Null where the event is
   * unknown. One upstream request for each event. Tier: any.
   */
  splitsHistory: Maybe<SplitsHistory>;
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


/** A sporting event, or a market without two teams such as an outright, the same across sportsbooks. */
export type EventSplitsArgs = {
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A sporting event, or a market without two teams such as an outright, the same across sportsbooks. */
export type EventSplitsHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
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
  /** League slugs in any case, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only those still to come. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Text to look for in team and event names. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Sport slugs in any case, for instance `basketball`; `ice_hockey`, `american_football` and `association_football` are understood. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids in any case: only events on which at least one of them has odds. */
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
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`, in any case and mixed as you like; `h2h`, `spreads`, `totals` and `outrights` of other odds APIs are understood. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds to return, for instance 200. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds to return, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** Selection types in any case, for instance `home`, `away`, `over`, `under`, `draw`. */
  selectionTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids in any case. One above the caller's tier is `TIER_RESTRICTED`. */
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
  /** The event's id there. Two sportsbooks may use the same one, for different events too. */
  eventId: Scalars['ID']['output'];
  /** The sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** What can happen to a stream. */
export type FeedState =
  /** Upstream has opened the stream; a snapshot follows. */
  | 'CONNECTED'
  /** A problem that passes, reported by upstream or seen in what it sent; the stream goes on. */
  | 'NOTICE'
  /** All that upstream knows has come: what is shown is right. */
  | 'READY'
  /** The stream is being opened anew; what is shown stays until it is known better. */
  | 'RECONNECTING'
  /** Upstream has been silent for a minute: what is shown may be old. */
  | 'STALE';

/**
 * What a stream tells of itself. Prices shown may be old from `STALE` or `RECONNECTING` to `READY`. Who
 * joins a stream that is in order is told nothing of it.
 */
export type FeedStatus = {
  __typename?: 'FeedStatus';
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Why: an error code where the stream is `STALE`, or `RECONNECTING` after trouble; the code of a `NOTICE`; null otherwise. */
  code: Maybe<Scalars['String']['output']>;
  /** What happened in words; null where there is nothing to add. */
  message: Maybe<Scalars['String']['output']>;
  /** What happened. */
  state: FeedState;
};

/**
 * Score and clock of an event, merged from the sportsbooks that report them. Fields that do not apply
 * to the sport, or that no sportsbook reports, are null.
 */
export type GameState = {
  __typename?: 'GameState';
  /** The away side's score. */
  awayScore: Maybe<Scalars['Float']['output']>;
  /** The away team. */
  awayTeam: Scalars['String']['output'];
  /** How many sportsbooks report on the event. */
  bookCount: Scalars['Int']['output'];
  /** Corners of the away side: soccer. */
  cornersAway: Maybe<Scalars['Float']['output']>;
  /** Corners of the home side: soccer. */
  cornersHome: Maybe<Scalars['Float']['output']>;
  /** Upstream's key of the event in the list of game states. */
  eventKey: Scalars['ID']['output'];
  /** Fouls of the away side: basketball. */
  foulsAway: Maybe<Scalars['Float']['output']>;
  /** Fouls of the home side: basketball. */
  foulsHome: Maybe<Scalars['Float']['output']>;
  /** The game clock, for instance `5:42` or `82:15`; null in sports that are played without one, and where no sportsbook shows it. */
  gameClock: Maybe<Scalars['String']['output']>;
  /** The period, for instance `Q2`, `1H`, `P3` or `9th`. */
  gamePeriod: Maybe<Scalars['String']['output']>;
  /** The home side's score. */
  homeScore: Scalars['Float']['output'];
  /** The home team. */
  homeTeam: Scalars['String']['output'];
  /** Whether the event is in play. */
  isLive: Scalars['Boolean']['output'];
  /** The last play in words: football, basketball. */
  lastPlay: Maybe<Scalars['String']['output']>;
  /** League slug. */
  league: Scalars['String']['output'];
  /** Which side has the ball, `home` or `away`: football, basketball. */
  possession: Maybe<Scalars['String']['output']>;
  /** Which side has a power play, `home` or `away`: hockey. */
  powerPlay: Maybe<Scalars['String']['output']>;
  /** The id of the sportsbook whose report leads. */
  primaryBook: Scalars['String']['output'];
  /** Red cards of the away side: soccer. */
  redCardsAway: Maybe<Scalars['Float']['output']>;
  /** Red cards of the home side: soccer. */
  redCardsHome: Maybe<Scalars['Float']['output']>;
  /** Which side serves, `home` or `away`: tennis. */
  server: Maybe<Scalars['String']['output']>;
  /** Sets won by the away side: tennis. */
  setsAway: Maybe<Scalars['Float']['output']>;
  /** Sets won by the home side: tennis. */
  setsHome: Maybe<Scalars['Float']['output']>;
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** Yellow cards of the away side: soccer. */
  yellowCardsAway: Maybe<Scalars['Float']['output']>;
  /** Yellow cards of the home side: soccer. */
  yellowCardsHome: Maybe<Scalars['Float']['output']>;
};

/**
 * What a subscription is about. Conditions add up; the values of one list are alternatives. An empty
 * list is the same as leaving it out.
 */
export type LiveFilter = {
  /** Canonical event ids. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs in any case, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`, in any case and mixed as you like; `h2h`, `spreads`, `totals` and `outrights` of other odds APIs are understood. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs in any case, for instance `basketball`; `ice_hockey`, `american_football` and `association_football` are understood. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids in any case; one above the caller's tier is refused (`TIER_RESTRICTED`). */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** What `liveOdds` delivers. */
export type LiveOddsEvent = FeedStatus | OddsRemoval | OddsSnapshot | OddsUpdate;

/** What `liveOpportunities` delivers. */
export type LiveOpportunityEvent = FeedStatus | OpportunitiesDetected | OpportunitiesExpired;

/** A sport with live game state. */
export type LiveSport = {
  __typename?: 'LiveSport';
  /** How many events have a state. */
  eventCount: Scalars['Int']['output'];
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** For how many seconds the states hold without news. */
  ttlSeconds: Scalars['Int']['output'];
};

/**
 * Which low-hold opportunities to list. Conditions add up; the values of one list are alternatives. An
 * empty list is the same as leaving it out.
 */
export type LowHoldFilter = {
  /** League slugs in any case, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only those still to come. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`, in any case and mixed as you like; `h2h`, `spreads`, `totals` and `outrights` of other odds APIs are understood. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest hold to return, in percent, 0 to 100; 5 where left out. */
  maxHoldPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Sport slugs in any case, for instance `basketball`; `ice_hockey`, `american_football` and `association_football` are understood. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The ids of the sportsbooks that are considered, in any case: best prices and hold are those of these alone. All of the caller's tier where left out. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A market whose margin, taken at the best price of each side, is small. */
export type LowHoldOpportunity = Opportunity & {
  __typename?: 'LowHoldOpportunity';
  /** The away team; null where the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** How sure upstream is, 0 to 100; null where it does not tell, as on a stream. */
  confidence: Maybe<Scalars['Float']['output']>;
  /** When it was found. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The event's name, to show. */
  eventName: Scalars['String']['output'];
  /** Live score and clock; null unless the event is live and has a score. */
  gameState: Maybe<EventGameState>;
  /** The hold in percent: (sum of implied probabilities of all sides - 1) x 100; above 0. */
  holdPercent: Scalars['Float']['output'];
  /** The home team; null where the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** Stable id: the same for as long as it is open. */
  id: Scalars['ID']['output'];
  /** Whether the line is not the market's main one; null where upstream does not tell, as on a stream. */
  isAlternateLine: Maybe<Scalars['Boolean']['output']>;
  /** Whether the event is in play; null where upstream does not tell. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** Whether it is a player prop. */
  isPlayerProp: Scalars['Boolean']['output'];
  /** League slug. */
  league: Scalars['String']['output'];
  /** The line; null in markets without one, and where the sides have lines of their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The age of the oldest price in it, in seconds; null where upstream does not tell, as on a stream. */
  oddsAgeSeconds: Maybe<Scalars['Float']['output']>;
  /** The player, on player props; null elsewhere. */
  playerName: Maybe<Scalars['String']['output']>;
  /** Whether prices may have moved since it was found; null where upstream does not tell, as on a stream. */
  possiblyStale: Maybe<Scalars['Boolean']['output']>;
  /** One side at its best price. */
  side1: LowHoldSide;
  /** The other side at its best price. */
  side2: LowHoldSide;
  /** The third side at its best price; null in markets of two. */
  side3: Maybe<LowHoldSide>;
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** The ids of all sportsbooks that take part. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** When the event starts; null where upstream does not tell. */
  startTime: Maybe<Scalars['DateTime']['output']>;
  /** What is counted, on player props; null elsewhere. */
  statCategory: Maybe<Scalars['String']['output']>;
};

/** A page of low-hold opportunities. */
export type LowHoldOpportunityConnection = {
  __typename?: 'LowHoldOpportunityConnection';
  /** The opportunities with their cursors. */
  edges: Array<LowHoldOpportunityEdge>;
  /** The opportunities alone. */
  nodes: Array<LowHoldOpportunity>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many opportunities match the filter, over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A low-hold opportunity in a list, with its place there. */
export type LowHoldOpportunityEdge = {
  __typename?: 'LowHoldOpportunityEdge';
  /** Its place in the list, for `after`. */
  cursor: Scalars['String']['output'];
  /** The opportunity. */
  node: LowHoldOpportunity;
};

/** One side of a low-hold opportunity. */
export type LowHoldSide = {
  __typename?: 'LowHoldSide';
  /** A link to the bet for each sportsbook. */
  deepLinks: Array<SportsbookLink>;
  /** The probability with the margin taken out, 0.0 to 1.0; null where no sportsbook's prices tell what is fair. */
  fairProbability: Maybe<Scalars['Float']['output']>;
  /** The line; null in markets without one. */
  line: Maybe<Scalars['Float']['output']>;
  /** The best price. */
  price: Price;
  /** What is bet on. */
  selection: Scalars['String']['output'];
  /** The ids of the sportsbooks with the best price. */
  sportsbookIds: Array<Scalars['ID']['output']>;
};

/** The order of low-hold opportunities. */
export type LowHoldSort =
  /** The lowest hold first. */
  | 'HOLD'
  /** By market type. */
  | 'MARKET'
  /** By sport. */
  | 'SPORT';

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

/** Two bets on opposite sides with lines so far apart that results in between win both. */
export type MiddleOpportunity = Opportunity & {
  __typename?: 'MiddleOpportunity';
  /** When it was found. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The event's name, to show. */
  eventName: Scalars['String']['output'];
  /** The expected value, in percent of all stakes together. */
  expectedValuePercent: Scalars['Float']['output'];
  /** Stable id: the same for as long as it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null where upstream does not tell. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug. */
  league: Scalars['String']['output'];
  /** The line; null in markets without one, and where the sides have lines of their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The results that win both bets. */
  middleNumbers: Array<Scalars['Float']['output']>;
  /** The probability of a result that wins both bets, 0.0 to 1.0. */
  middleProbability: Scalars['Float']['output'];
  /** How far the lines lie apart. */
  middleSize: Scalars['Float']['output'];
  /** How good upstream finds it, 0 to 100. */
  qualityScore: Scalars['Float']['output'];
  /** One bet. */
  side1: MiddleSide;
  /** The other bet. */
  side2: MiddleSide;
  /** Sport slug. */
  sport: Scalars['String']['output'];
};

/** One bet of a middle. */
export type MiddleSide = {
  __typename?: 'MiddleSide';
  /** The address of a link to the bet, http or https; null where the sportsbook has none. */
  deepLinkUrl: Maybe<Scalars['String']['output']>;
  /** The probability with the margin taken out, 0.0 to 1.0. */
  fairProbability: Scalars['Float']['output'];
  /** The line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The age of the price, in seconds. */
  oddsAgeSeconds: Scalars['Float']['output'];
  /** The price. */
  price: Price;
  /** What is bet on. */
  selection: Scalars['String']['output'];
  /** The id of the sportsbook with the price. */
  sportsbookId: Scalars['ID']['output'];
  /** This bet's share of both stakes, in percent. */
  stakePercent: Scalars['Float']['output'];
};

/** Splits of the bets on the winner. */
export type MoneylineSplits = {
  __typename?: 'MoneylineSplits';
  /** American odds on the away team. */
  awayAmerican: Scalars['Float']['output'];
  /** Shares of the tickets. */
  betShare: SideShares;
  /** Shares of the money. */
  handleShare: SideShares;
  /** American odds on the home team. */
  homeAmerican: Scalars['Float']['output'];
};

/** All that can be changed: the keys of the caller's own account. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Makes a new key for the account. Its secret is shown in this one answer. Tier: any. */
  createApiKey: Maybe<CreatedApiKey>;
  /** Deletes a key for good. The key that the request came with cannot be deleted. Tier: any. */
  deleteApiKey: Maybe<DeletedApiKey>;
  /**
   * Gives a key a new secret, shown in this one answer; the old one is refused from now on. Rotating
   * the key that the request came with is allowed. Tier: any.
   */
  rotateApiKey: Maybe<RotatedApiKey>;
};


/** All that can be changed: the keys of the caller's own account. */
export type MutationCreateApiKeyArgs = {
  name: Scalars['String']['input'];
};


/** All that can be changed: the keys of the caller's own account. */
export type MutationDeleteApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** All that can be changed: the keys of the caller's own account. */
export type MutationRotateApiKeyArgs = {
  id: Scalars['ID']['input'];
};

/** One price on one selection at one sportsbook. */
export type Odds = {
  __typename?: 'Odds';
  /** The away team as this sportsbook names it; null where it names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** When this price last changed; null where the source does not tell. */
  changedAt: Maybe<Scalars['DateTime']['output']>;
  /**
   * The link that takes a person to this bet at the sportsbook; null where the sportsbook has none. Up
   * to 500 links take one upstream request. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
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
  /** When this price was last seen at the sportsbook. In `liveOdds` it may be before `changedAt`: streams do not tell when a price was seen again. */
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


/** One price on one selection at one sportsbook. */
export type OddsDeepLinkArgs = {
  state?: Scalars['String']['input'];
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
  /** League slugs in any case, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only those still to come. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Market types, for instance `moneyline`, or the categories `main`, `spread`, `total`, `props`, in any case and mixed as you like; `h2h`, `spreads`, `totals` and `outrights` of other odds APIs are understood. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds to return, for instance 200. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds to return, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** Sport slugs in any case, for instance `basketball`; `ice_hockey`, `american_football` and `association_football` are understood. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids in any case. One above the caller's tier is `TIER_RESTRICTED`. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Prices that sportsbooks took down, or that the account no longer sees. */
export type OddsRemoval = {
  __typename?: 'OddsRemoval';
  /** Names this place, for `after`. */
  cursor: Scalars['String']['output'];
  /** The ids of the prices. */
  ids: Array<Scalars['ID']['output']>;
};

/**
 * A part of the whole matching board at one moment. The part with `offset` 0 replaces all that the
 * subscriber held.
 */
export type OddsSnapshot = {
  __typename?: 'OddsSnapshot';
  /** Names this place, for `after`. */
  cursor: Scalars['String']['output'];
  /** Whether the snapshot is whole with this part. */
  isLast: Scalars['Boolean']['output'];
  /** The prices of this part. */
  odds: Array<Odds>;
  /** How many prices of the snapshot came before this part. */
  offset: Scalars['Int']['output'];
  /** How many prices the whole snapshot holds. */
  total: Scalars['Int']['output'];
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

/**
 * Prices that changed or are new: whole and merged, to upsert by `id`. What streams do not tell of a
 * change, `lastSeenAt`, `publicBetShare` and `maxBet`, is as of when upstream last told of the whole price.
 */
export type OddsUpdate = {
  __typename?: 'OddsUpdate';
  /** How many changes a newer one overtook, so that they are not told; those before a return with `after` are not counted. */
  conflated: Scalars['Int']['output'];
  /** Names this place, for `after`. */
  cursor: Scalars['String']['output'];
  /** The prices in their newest state. */
  odds: Array<Odds>;
};

/** Opportunities of one kind that are open. */
export type OpportunitiesDetected = {
  __typename?: 'OpportunitiesDetected';
  /** True: all of this kind that are open now, in place of what the subscriber held. False: new or changed ones. */
  isSnapshot: Scalars['Boolean']['output'];
  /** Their kind. */
  kind: OpportunityKind;
  /** The opportunities, to upsert by `id`. */
  opportunities: Array<Opportunity>;
};

/** Opportunities of one kind that are over. */
export type OpportunitiesExpired = {
  __typename?: 'OpportunitiesExpired';
  /** Their ids; some may be unknown to the subscriber. */
  ids: Array<Scalars['ID']['output']>;
  /** Their kind. */
  kind: OpportunityKind;
};

/** Something that prices of several sportsbooks make possible together. */
export type Opportunity = {
  /** When it was found. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The event's name, to show. */
  eventName: Scalars['String']['output'];
  /** Stable id: the same for as long as it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null where upstream does not tell. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug. */
  league: Scalars['String']['output'];
  /** The line; null in markets without one, and where the sides have lines of their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** Sport slug. */
  sport: Scalars['String']['output'];
};

/** The kinds of opportunities. */
export type OpportunityKind =
  /** Prices on all sides that pay whichever wins. */
  | 'ARBITRAGE'
  /** A price better than fair. */
  | 'EV'
  /** A market with little margin. */
  | 'LOW_HOLD'
  /** Two bets with lines so far apart that results in between win both. */
  | 'MIDDLE';

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
  /** Decimal odds: the payout for a stake of 1, the stake included; computed from the American odds where upstream sends none. */
  decimal: Scalars['Float']['output'];
  /** Implied probability, 0.0 to 1.0, margin included: as upstream sends it, else 1 / decimal. */
  probability: Scalars['Float']['output'];
};

/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type Query = {
  __typename?: 'Query';
  /** The keys of the caller's account, without their secrets. Tier: any. */
  apiKeys: Maybe<Array<ApiKey>>;
  /**
   * Links that take a person to bets at sportsbooks: one entry for each id, in their order. Up to 500
   * ids. Tier: hobby and above.
   */
  deepLinks: Maybe<Array<DeepLink>>;
  /** One event by its id; null where there is none of that id. Tier: any. */
  event: Maybe<Event>;
  /** Events that are upcoming or live, page by page. Tier: any. */
  events: Maybe<EventConnection>;
  /**
   * Score and clock of a sport's events, merged from all sportsbooks; an empty list where there are
   * none. Tier: enterprise.
   */
  gameStates: Maybe<Array<GameState>>;
  /** The sports with live game state. Tier: enterprise. */
  liveSports: Maybe<Array<LiveSport>>;
  /**
   * Markets whose bookmakers' margin, taken at the best price of each side, is small; page by page.
   * Tier: pro and above.
   */
  lowHoldOpportunities: Maybe<LowHoldOpportunityConnection>;
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
  /** How the public bets, event by event and source by source, page by page. Tier: any. */
  splits: Maybe<SplitsConnection>;
  /** One sportsbook by its id; null where there is none of that id. Tier: any. */
  sportsbook: Maybe<Sportsbook>;
  /**
   * The sportsbooks that the service lists for the caller; `requiresTier` tells which tier sees the
   * odds of each. Tier: any.
   */
  sportsbooks: Maybe<Array<Sportsbook>>;
  /** Who asks: the account behind the key that came with the request, and what it may do. Tier: any. */
  viewer: Maybe<Viewer>;
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryDeepLinksArgs = {
  ids: Array<Scalars['ID']['input']>;
  state?: Scalars['String']['input'];
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
export type QueryGameStatesArgs = {
  league?: InputMaybe<Scalars['String']['input']>;
  live?: InputMaybe<Scalars['Boolean']['input']>;
  sport: Scalars['String']['input'];
};


/** All that can be asked. A field that fails is null with an error of its own; its siblings stand. */
export type QueryLowHoldOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LowHoldFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<LowHoldSort>;
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
export type QuerySplitsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SplitsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
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

/** A key that just got a new secret. */
export type RotatedApiKey = {
  __typename?: 'RotatedApiKey';
  /** The key. */
  apiKey: ApiKey;
  /** Whether the old secret is refused already. */
  previousKeyRevoked: Scalars['Boolean']['output'];
  /** When the new secret came into force. */
  rotatedAt: Scalars['DateTime']['output'];
  /** The new secret: keep it now, it is not shown again. */
  secret: Scalars['String']['output'];
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

/** Shares of two teams, each 0.0 to 1.0. */
export type SideShares = {
  __typename?: 'SideShares';
  /** The away team's share. */
  away: Scalars['Float']['output'];
  /** The home team's share. */
  home: Scalars['Float']['output'];
};

/** The direction of a sort. */
export type SortDirection =
  /** Smallest, earliest or alphabetically first comes first. */
  | 'ASC'
  /** Largest, latest or alphabetically last comes first. */
  | 'DESC';

/** How the public bets on an event, as one source reports it: handle is the money, bets are the tickets. */
export type Splits = {
  __typename?: 'Splits';
  /** The away team; null where the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** The event; null where it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** When this was last collected; about every five minutes. */
  fetchedAt: Scalars['DateTime']['output'];
  /** The home team; null where the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** League slug. */
  league: Scalars['String']['output'];
  /** Bets on the winner. */
  moneyline: MoneylineSplits;
  /** Sport slug. */
  sport: Scalars['String']['output'];
  /** The sportsbook that is the source; null where it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook that is the source. */
  sportsbookId: Scalars['ID']['output'];
  /** Bets against the spread. */
  spread: SpreadSplits;
  /** Bets on the total. */
  total: TotalSplits;
};

/** A page of splits. */
export type SplitsConnection = {
  __typename?: 'SplitsConnection';
  /** The splits with their cursors. */
  edges: Array<SplitsEdge>;
  /** The splits alone. */
  nodes: Array<Splits>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many splits match the filter, over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Splits in a list, with their place there. */
export type SplitsEdge = {
  __typename?: 'SplitsEdge';
  /** Their place in the list, for `after`. */
  cursor: Scalars['String']['output'];
  /** The splits. */
  node: Splits;
};

/**
 * Which splits to list. Conditions add up; the values of one list are alternatives. An empty list is
 * the same as leaving it out.
 */
export type SplitsFilter = {
  /** Canonical event ids. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs in any case, for instance `nba`. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs in any case, for instance `basketball`; `ice_hockey`, `american_football` and `association_football` are understood. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Ids of the sportsbooks that are the sources, in any case. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** How the public's bets on an event developed. */
export type SplitsHistory = {
  __typename?: 'SplitsHistory';
  /** What was recorded, the oldest first. */
  entries: Array<SplitsHistoryEntry>;
  /** When the newest entry was recorded; null where there is none. */
  newest: Maybe<Scalars['DateTime']['output']>;
  /** When the oldest entry was recorded; null where there is none. */
  oldest: Maybe<Scalars['DateTime']['output']>;
  /** The ids of the sportsbooks that entries come from. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** How many entries there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** One record of an event's splits at one source. */
export type SplitsHistoryEntry = {
  __typename?: 'SplitsHistoryEntry';
  /** Bets on the winner. */
  moneyline: MoneylineSplits;
  /** When it was recorded. */
  recordedAt: Scalars['DateTime']['output'];
  /** The id of the sportsbook that is the source. */
  sportsbookId: Scalars['ID']['output'];
  /** Bets against the spread. */
  spread: SpreadSplits;
  /** Bets on the total. */
  total: TotalSplits;
};

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
  /** Only sportsbooks that serve at least one of these regions: `US`, `UK`, `EU`, `AU`, `GLOBAL`, in any case. An empty list is the same as none. */
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

/** A sportsbook's link to a bet. */
export type SportsbookLink = {
  __typename?: 'SportsbookLink';
  /** The sportsbook. */
  sportsbookId: Scalars['ID']['output'];
  /** The link's address, http or https; null where the sportsbook has none. */
  url: Maybe<Scalars['String']['output']>;
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

/** Splits of the bets against the spread. */
export type SpreadSplits = {
  __typename?: 'SpreadSplits';
  /** The away team's line. */
  awayLine: Scalars['Float']['output'];
  /** Shares of the tickets. */
  betShare: SideShares;
  /** Shares of the money. */
  handleShare: SideShares;
  /** The home team's line. */
  homeLine: Scalars['Float']['output'];
};

/**
 * All that is told as it happens. A subscription that ends with an error ends for the reason that a new
 * one would be refused for.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /**
   * Prices as they change: first the whole matching board, then whole, merged prices to upsert by `id`.
   * Real time. Tier: hobby and above, with streaming enabled on the account.
   */
  liveOdds: Maybe<LiveOddsEvent>;
  /**
   * Opportunities as they come and go: first what is open, then what is new and what is over. Real
   * time. Tier: hobby and above, with streaming enabled on the account.
   */
  liveOpportunities: Maybe<LiveOpportunityEvent>;
};


/**
 * All that is told as it happens. A subscription that ends with an error ends for the reason that a new
 * one would be refused for.
 */
export type SubscriptionLiveOddsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  chunkSize?: InputMaybe<Scalars['Int']['input']>;
  conflateMs?: InputMaybe<Scalars['Int']['input']>;
  filter?: InputMaybe<LiveFilter>;
};


/**
 * All that is told as it happens. A subscription that ends with an error ends for the reason that a new
 * one would be refused for.
 */
export type SubscriptionLiveOpportunitiesArgs = {
  filter?: InputMaybe<LiveFilter>;
  kinds?: InputMaybe<Array<OpportunityKind>>;
  minEvPercent?: InputMaybe<Scalars['Float']['input']>;
  minProfitPercent?: InputMaybe<Scalars['Float']['input']>;
};

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

/** Shares of over and under, each 0.0 to 1.0. */
export type TotalShares = {
  __typename?: 'TotalShares';
  /** The share of the over. */
  over: Scalars['Float']['output'];
  /** The share of the under. */
  under: Scalars['Float']['output'];
};

/** Splits of the bets on the total. */
export type TotalSplits = {
  __typename?: 'TotalSplits';
  /** Shares of the tickets. */
  betShare: TotalShares;
  /** Shares of the money. */
  handleShare: TotalShares;
  /** The total that is bet over or under. */
  line: Scalars['Float']['output'];
};

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

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  LiveOddsEvent:
    | ( FeedStatus )
    | ( OddsRemoval )
    | ( OddsSnapshotPayloadModel )
    | ( OddsUpdatePayloadModel )
  ;
  LiveOpportunityEvent:
    | ( FeedStatus )
    | ( DetectedPayloadModel )
    | ( OpportunitiesExpired )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Opportunity:
    | ( ArbitrageModelModel )
    | ( EvModelModel )
    | ( LowHoldModelModel )
    | ( MiddleModelModel )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<ApiKeyModelModel>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ArbitrageLeg: ResolverTypeWrapper<ArbitrageLeg>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ArbitrageOpportunity: ResolverTypeWrapper<ArbitrageModelModel>;
  CreatedApiKey: ResolverTypeWrapper<CreatedApiKeyModelModel>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeepLink: ResolverTypeWrapper<DeepLinkModelModel>;
  DeletedApiKey: ResolverTypeWrapper<DeletedApiKey>;
  EvOpportunity: ResolverTypeWrapper<EvModelModel>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Event: ResolverTypeWrapper<EventModelModel>;
  EventConnection: ResolverTypeWrapper<Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['EventEdge']>, nodes: Array<ResolversTypes['Event']> }>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventFilter: EventFilter;
  EventGameState: ResolverTypeWrapper<EventGameState>;
  EventOddsFilter: EventOddsFilter;
  EventStatus: EventStatus;
  ExternalId: ResolverTypeWrapper<ExternalId>;
  FeedState: FeedState;
  FeedStatus: ResolverTypeWrapper<FeedStatus>;
  GameState: ResolverTypeWrapper<GameStateModelModel>;
  LiveFilter: LiveFilter;
  LiveOddsEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['LiveOddsEvent']>;
  LiveOpportunityEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['LiveOpportunityEvent']>;
  LiveSport: ResolverTypeWrapper<LiveSport>;
  LowHoldFilter: LowHoldFilter;
  LowHoldOpportunity: ResolverTypeWrapper<LowHoldModelModel>;
  LowHoldOpportunityConnection: ResolverTypeWrapper<Omit<LowHoldOpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['LowHoldOpportunityEdge']>, nodes: Array<ResolversTypes['LowHoldOpportunity']> }>;
  LowHoldOpportunityEdge: ResolverTypeWrapper<Omit<LowHoldOpportunityEdge, 'node'> & { node: ResolversTypes['LowHoldOpportunity'] }>;
  LowHoldSide: ResolverTypeWrapper<LowHoldSide>;
  LowHoldSort: LowHoldSort;
  MarketComparison: ResolverTypeWrapper<MarketComparison>;
  MiddleOpportunity: ResolverTypeWrapper<MiddleModelModel>;
  MiddleSide: ResolverTypeWrapper<MiddleSide>;
  MoneylineSplits: ResolverTypeWrapper<MoneylineSplits>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Odds: ResolverTypeWrapper<OddsModelModel>;
  OddsChanges: ResolverTypeWrapper<Omit<OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsComparison: ResolverTypeWrapper<ComparisonModelModel>;
  OddsConnection: ResolverTypeWrapper<Omit<OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['OddsEdge']>, nodes: Array<ResolversTypes['Odds']> }>;
  OddsEdge: ResolverTypeWrapper<Omit<OddsEdge, 'node'> & { node: ResolversTypes['Odds'] }>;
  OddsFilter: OddsFilter;
  OddsRemoval: ResolverTypeWrapper<OddsRemoval>;
  OddsSnapshot: ResolverTypeWrapper<OddsSnapshotPayloadModel>;
  OddsSort: OddsSort;
  OddsSortField: OddsSortField;
  OddsUpdate: ResolverTypeWrapper<OddsUpdatePayloadModel>;
  OpportunitiesDetected: ResolverTypeWrapper<DetectedPayloadModel>;
  OpportunitiesExpired: ResolverTypeWrapper<OpportunitiesExpired>;
  Opportunity: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Opportunity']>;
  OpportunityKind: OpportunityKind;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Price: ResolverTypeWrapper<Price>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  RotatedApiKey: ResolverTypeWrapper<Omit<RotatedApiKey, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  SelectionComparison: ResolverTypeWrapper<SelectionComparison>;
  SideShares: ResolverTypeWrapper<SideShares>;
  SortDirection: SortDirection;
  Splits: ResolverTypeWrapper<SplitsModelModel>;
  SplitsConnection: ResolverTypeWrapper<Omit<SplitsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['SplitsEdge']>, nodes: Array<ResolversTypes['Splits']> }>;
  SplitsEdge: ResolverTypeWrapper<Omit<SplitsEdge, 'node'> & { node: ResolversTypes['Splits'] }>;
  SplitsFilter: SplitsFilter;
  SplitsHistory: ResolverTypeWrapper<SplitsHistoryModelModel>;
  SplitsHistoryEntry: ResolverTypeWrapper<SplitsHistoryEntry>;
  Sportsbook: ResolverTypeWrapper<SportsbookModelModel>;
  SportsbookFilter: SportsbookFilter;
  SportsbookHold: ResolverTypeWrapper<SportsbookHold>;
  SportsbookLink: ResolverTypeWrapper<SportsbookLink>;
  SportsbookPrice: ResolverTypeWrapper<SportsbookPrice>;
  SportsbookStatus: SportsbookStatus;
  SpreadSplits: ResolverTypeWrapper<SpreadSplits>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Tier: Tier;
  TotalShares: ResolverTypeWrapper<TotalShares>;
  TotalSplits: ResolverTypeWrapper<TotalSplits>;
  Viewer: ResolverTypeWrapper<ViewerModelModel>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: ApiKeyModelModel;
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  String: Scalars['String']['output'];
  ArbitrageLeg: ArbitrageLeg;
  Float: Scalars['Float']['output'];
  ArbitrageOpportunity: ArbitrageModelModel;
  CreatedApiKey: CreatedApiKeyModelModel;
  DateTime: Scalars['DateTime']['output'];
  DeepLink: DeepLinkModelModel;
  DeletedApiKey: DeletedApiKey;
  EvOpportunity: EvModelModel;
  Int: Scalars['Int']['output'];
  Event: EventModelModel;
  EventConnection: Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['EventEdge']>, nodes: Array<ResolversParentTypes['Event']> };
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventFilter: EventFilter;
  EventGameState: EventGameState;
  EventOddsFilter: EventOddsFilter;
  ExternalId: ExternalId;
  FeedStatus: FeedStatus;
  GameState: GameStateModelModel;
  LiveFilter: LiveFilter;
  LiveOddsEvent: ResolversUnionTypes<ResolversParentTypes>['LiveOddsEvent'];
  LiveOpportunityEvent: ResolversUnionTypes<ResolversParentTypes>['LiveOpportunityEvent'];
  LiveSport: LiveSport;
  LowHoldFilter: LowHoldFilter;
  LowHoldOpportunity: LowHoldModelModel;
  LowHoldOpportunityConnection: Omit<LowHoldOpportunityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['LowHoldOpportunityEdge']>, nodes: Array<ResolversParentTypes['LowHoldOpportunity']> };
  LowHoldOpportunityEdge: Omit<LowHoldOpportunityEdge, 'node'> & { node: ResolversParentTypes['LowHoldOpportunity'] };
  LowHoldSide: LowHoldSide;
  MarketComparison: MarketComparison;
  MiddleOpportunity: MiddleModelModel;
  MiddleSide: MiddleSide;
  MoneylineSplits: MoneylineSplits;
  Mutation: Record<PropertyKey, never>;
  Odds: OddsModelModel;
  OddsChanges: Omit<OddsChanges, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsComparison: ComparisonModelModel;
  OddsConnection: Omit<OddsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['OddsEdge']>, nodes: Array<ResolversParentTypes['Odds']> };
  OddsEdge: Omit<OddsEdge, 'node'> & { node: ResolversParentTypes['Odds'] };
  OddsFilter: OddsFilter;
  OddsRemoval: OddsRemoval;
  OddsSnapshot: OddsSnapshotPayloadModel;
  OddsSort: OddsSort;
  OddsUpdate: OddsUpdatePayloadModel;
  OpportunitiesDetected: DetectedPayloadModel;
  OpportunitiesExpired: OpportunitiesExpired;
  Opportunity: ResolversInterfaceTypes<ResolversParentTypes>['Opportunity'];
  PageInfo: PageInfo;
  Price: Price;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  RotatedApiKey: Omit<RotatedApiKey, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  SelectionComparison: SelectionComparison;
  SideShares: SideShares;
  Splits: SplitsModelModel;
  SplitsConnection: Omit<SplitsConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['SplitsEdge']>, nodes: Array<ResolversParentTypes['Splits']> };
  SplitsEdge: Omit<SplitsEdge, 'node'> & { node: ResolversParentTypes['Splits'] };
  SplitsFilter: SplitsFilter;
  SplitsHistory: SplitsHistoryModelModel;
  SplitsHistoryEntry: SplitsHistoryEntry;
  Sportsbook: SportsbookModelModel;
  SportsbookFilter: SportsbookFilter;
  SportsbookHold: SportsbookHold;
  SportsbookLink: SportsbookLink;
  SportsbookPrice: SportsbookPrice;
  SpreadSplits: SpreadSplits;
  Subscription: Record<PropertyKey, never>;
  TotalShares: TotalShares;
  TotalSplits: TotalSplits;
  Viewer: ViewerModelModel;
};

export type TierDirectiveArgs = {
  atLeast: Tier;
};

export type TierDirectiveResolver<Result, Parent, ContextType = OperationContext, Args = TierDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maskedKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ArbitrageLegResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ArbitrageLeg'] = ResolversParentTypes['ArbitrageLeg']> = {
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stakePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ArbitrageOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['ArbitrageOpportunity'] = ResolversParentTypes['ArbitrageOpportunity']> = {
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  impliedProbabilitySum?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isLive?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legs?: Resolver<Array<ResolversTypes['ArbitrageLeg']>, ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  profitPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CreatedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['CreatedApiKey'] = ResolversParentTypes['CreatedApiKey']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeepLinkResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeepLink'] = ResolversParentTypes['DeepLink']> = {
  oddsId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeletedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['DeletedApiKey'] = ResolversParentTypes['DeletedApiKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type EvOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['EvOpportunity'] = ResolversParentTypes['EvOpportunity']> = {
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  evPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  homeTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  kellyPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  noVigPrice?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  startTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

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
  liveGameState?: Resolver<Maybe<ResolversTypes['GameState']>, ParentType, ContextType>;
  lowHoldOpportunities?: Resolver<Maybe<Array<ResolversTypes['LowHoldOpportunity']>>, ParentType, ContextType>;
  markets?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  odds?: Resolver<Maybe<Array<ResolversTypes['Odds']>>, ParentType, ContextType, Partial<EventOddsArgs>>;
  splits?: Resolver<Maybe<Array<ResolversTypes['Splits']>>, ParentType, ContextType, Partial<EventSplitsArgs>>;
  splitsHistory?: Resolver<Maybe<ResolversTypes['SplitsHistory']>, ParentType, ContextType, Partial<EventSplitsHistoryArgs>>;
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
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type FeedStatusResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['FeedStatus'] = ResolversParentTypes['FeedStatus']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['FeedState'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type GameStateResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['GameState'] = ResolversParentTypes['GameState']> = {
  awayScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  awayTeam?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bookCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cornersAway?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  cornersHome?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  eventKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  foulsAway?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  foulsHome?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  gameClock?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gamePeriod?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homeScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  homeTeam?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastPlay?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  possession?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  powerPlay?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  primaryBook?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  redCardsAway?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  redCardsHome?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  server?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  setsAway?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  setsHome?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  yellowCardsAway?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  yellowCardsHome?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  confidence?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gameState?: Resolver<Maybe<ResolversTypes['EventGameState']>, ParentType, ContextType>;
  holdPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  homeTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isAlternateLine?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isLive?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isPlayerProp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  oddsAgeSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  playerName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  possiblyStale?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  side1?: Resolver<ResolversTypes['LowHoldSide'], ParentType, ContextType>;
  side2?: Resolver<ResolversTypes['LowHoldSide'], ParentType, ContextType>;
  side3?: Resolver<Maybe<ResolversTypes['LowHoldSide']>, ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  startTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  statCategory?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  deepLinks?: Resolver<Array<ResolversTypes['SportsbookLink']>, ParentType, ContextType>;
  fairProbability?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  selection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbookIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type MarketComparisonResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MarketComparison'] = ResolversParentTypes['MarketComparison']> = {
  bestHoldPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  holdBySportsbook?: Resolver<Array<ResolversTypes['SportsbookHold']>, ParentType, ContextType>;
  marketType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selections?: Resolver<Array<ResolversTypes['SelectionComparison']>, ParentType, ContextType>;
};

export type MiddleOpportunityResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['MiddleOpportunity'] = ResolversParentTypes['MiddleOpportunity']> = {
  detectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expectedValuePercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isLive?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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
  deepLinkUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fairProbability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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
  createApiKey?: Resolver<Maybe<ResolversTypes['CreatedApiKey']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'name'>>;
  deleteApiKey?: Resolver<Maybe<ResolversTypes['DeletedApiKey']>, ParentType, ContextType, RequireFields<MutationDeleteApiKeyArgs, 'id'>>;
  rotateApiKey?: Resolver<Maybe<ResolversTypes['RotatedApiKey']>, ParentType, ContextType, RequireFields<MutationRotateApiKeyArgs, 'id'>>;
};

export type OddsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Odds'] = ResolversParentTypes['Odds']> = {
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deepLink?: Resolver<Maybe<ResolversTypes['DeepLink']>, ParentType, ContextType, RequireFields<OddsDeepLinkArgs, 'state'>>;
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

export type OddsRemovalResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['OddsRemoval'] = ResolversParentTypes['OddsRemoval']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
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
  apiKeys?: Resolver<Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  deepLinks?: Resolver<Maybe<Array<ResolversTypes['DeepLink']>>, ParentType, ContextType, RequireFields<QueryDeepLinksArgs, 'ids' | 'state'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'first'>>;
  gameStates?: Resolver<Maybe<Array<ResolversTypes['GameState']>>, ParentType, ContextType, RequireFields<QueryGameStatesArgs, 'sport'>>;
  liveSports?: Resolver<Maybe<Array<ResolversTypes['LiveSport']>>, ParentType, ContextType>;
  lowHoldOpportunities?: Resolver<Maybe<ResolversTypes['LowHoldOpportunityConnection']>, ParentType, ContextType, RequireFields<QueryLowHoldOpportunitiesArgs, 'first' | 'sort'>>;
  odds?: Resolver<Maybe<ResolversTypes['OddsConnection']>, ParentType, ContextType, RequireFields<QueryOddsArgs, 'first'>>;
  oddsChanges?: Resolver<Maybe<ResolversTypes['OddsChanges']>, ParentType, ContextType, RequireFields<QueryOddsChangesArgs, 'first' | 'since'>>;
  splits?: Resolver<Maybe<ResolversTypes['SplitsConnection']>, ParentType, ContextType, RequireFields<QuerySplitsArgs, 'first'>>;
  sportsbook?: Resolver<Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType, RequireFields<QuerySportsbookArgs, 'id'>>;
  sportsbooks?: Resolver<Maybe<Array<ResolversTypes['Sportsbook']>>, ParentType, ContextType, Partial<QuerySportsbooksArgs>>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RotatedApiKeyResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['RotatedApiKey'] = ResolversParentTypes['RotatedApiKey']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  previousKeyRevoked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rotatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type SideSharesResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SideShares'] = ResolversParentTypes['SideShares']> = {
  away?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  home?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SplitsResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['Splits'] = ResolversParentTypes['Splits']> = {
  awayTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  fetchedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  homeTeam?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  league?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  moneyline?: Resolver<ResolversTypes['MoneylineSplits'], ParentType, ContextType>;
  sport?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sportsbook?: Resolver<Maybe<ResolversTypes['Sportsbook']>, ParentType, ContextType>;
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
  newest?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldest?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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

export type SportsbookLinkResolvers<ContextType = OperationContext, ParentType extends ResolversParentTypes['SportsbookLink'] = ResolversParentTypes['SportsbookLink']> = {
  sportsbookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  liveOdds?: SubscriptionResolver<Maybe<ResolversTypes['LiveOddsEvent']>, "liveOdds", ParentType, ContextType, RequireFields<SubscriptionLiveOddsArgs, 'chunkSize' | 'conflateMs'>>;
  liveOpportunities?: SubscriptionResolver<Maybe<ResolversTypes['LiveOpportunityEvent']>, "liveOpportunities", ParentType, ContextType, RequireFields<SubscriptionLiveOpportunitiesArgs, 'minEvPercent' | 'minProfitPercent'>>;
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
  canStream?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  dataDelaySeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oddsBatchLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rateLimit?: Resolver<Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  ArbitrageLeg?: ArbitrageLegResolvers<ContextType>;
  ArbitrageOpportunity?: ArbitrageOpportunityResolvers<ContextType>;
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
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: PriceResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RotatedApiKey?: RotatedApiKeyResolvers<ContextType>;
  SelectionComparison?: SelectionComparisonResolvers<ContextType>;
  SideShares?: SideSharesResolvers<ContextType>;
  Splits?: SplitsResolvers<ContextType>;
  SplitsConnection?: SplitsConnectionResolvers<ContextType>;
  SplitsEdge?: SplitsEdgeResolvers<ContextType>;
  SplitsHistory?: SplitsHistoryResolvers<ContextType>;
  SplitsHistoryEntry?: SplitsHistoryEntryResolvers<ContextType>;
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
