export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
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
export type Event = Node & {
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
  /** The event's global id, for `Query.node`. */
  nodeId: Scalars['ID']['output'];
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
  /** Makes a new key for the account. Its secret is shown in this one answer. Tier: any, but not for viewers. */
  createApiKey: Maybe<CreatedApiKey>;
  /** Deletes a key for good. The key that the request came with cannot be deleted. Tier: any, but not for viewers. */
  deleteApiKey: Maybe<DeletedApiKey>;
  /**
   * Gives a key a new secret, shown in this one answer; the old one is refused from now on. Rotating
   * the key that the request came with is allowed. Tier: any, but not for viewers.
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

/** An object that can be refetched by a global id. Relay's compiler needs `nodeInterfaceIdField: "nodeId"`. */
export type Node = {
  /**
   * An id that is unique among all objects of this graph, for `Query.node`. Opaque: other fields and other
   * services use `id`, which is the upstream's.
   */
  nodeId: Scalars['ID']['output'];
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
  /** The keys of the caller's account, without their secrets. Tier: any, but not for viewers. */
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
   * An object by its global id, for clients such as Relay that refetch objects one by one. Null if there is no
   * such object. Tier: any.
   */
  node: Maybe<Node>;
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
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
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
export type Sportsbook = Node & {
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
  /** The sportsbook's global id, for `Query.node`. */
  nodeId: Scalars['ID']['output'];
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
