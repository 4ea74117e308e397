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
   * A date and time in ISO 8601, for instance `2026-07-14T19:00:00Z`. In responses it is written as
   * the source sent it, with `Z` if that has no zone: seconds can be missing, and fractions can have up to nine digits.
   * Arguments must have a date, a time and a zone (`Z` or an offset such as `+02:00`).
   */
  DateTime: { input: string; output: string; }
  _FieldSet: { input: string; output: string; }
};

/** An API key of the account, without its secret. */
export type ApiKey = {
  __typename?: 'ApiKey';
  /** When the key was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The id of the key, such as `key_1a2b`. */
  id: Scalars['ID']['output'];
  /** Whether requests with this key are accepted. */
  isActive: Scalars['Boolean']['output'];
  /** The secret with everything but its first and last characters masked. */
  maskedKey: Scalars['String']['output'];
  /** The display name of the key; null if it has none. */
  name: Maybe<Scalars['String']['output']>;
  /** The subscription tier of requests with this key. */
  tier: Tier;
  /** When the key was last rotated or changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** One bet of an arbitrage. */
export type ArbitrageLeg = {
  __typename?: 'ArbitrageLeg';
  /**
   * A link that opens this bet at the sportsbook; its `url` is null if no leg has one. Upstream does not say which legs have:
   * at a sportsbook without links, the URL answers with 404. Takes one
   * upstream request for up to 500 links. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
  /** The line of this bet in points, goals or games; null in markets without a line, and in handicaps if the selection is not one of the teams in the event's name. */
  line: Maybe<Scalars['Float']['output']>;
  /** The age of the price in seconds, as `EvOpportunity.oddsAgeSeconds`. */
  oddsAgeSeconds: Maybe<Scalars['Float']['output']>;
  /** The price of the bet. */
  price: Price;
  /** The outcome to bet on: a team or a player, whose name may be followed by `Over` or `Under`, or one of these alone. */
  selection: Scalars['String']['output'];
  /** The id of the sportsbook that offers the price. */
  sportsbookId: Scalars['ID']['output'];
  /** The share of all stakes that goes on this bet, in percent. */
  stakePercent: Scalars['Float']['output'];
};


/** One bet of an arbitrage. */
export type ArbitrageLegDeepLinkArgs = {
  state?: Scalars['String']['input'];
};

/** Bets on all sides of a market, at several sportsbooks, that together guarantee a profit. */
export type ArbitrageOpportunity = Opportunity & {
  __typename?: 'ArbitrageOpportunity';
  /**
   * What the opportunity rests on: the prices of all sportsbooks on its bets and on the other sides of the same market at
   * the same lines, with the best and the fair price of each. Null if no sportsbook offers them any more. Read in batches
   * with `Event.comparison`: one upstream request for up to `viewer.oddsBatchLimit` events, and one for the list of events.
   */
  comparison: Maybe<MarketComparison>;
  /** When the opportunity was detected. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The display name of the event, usually its two teams. */
  eventName: Scalars['String']['output'];
  /** The id of the opportunity: unique among those of its kind, and stable while it is open. */
  id: Scalars['ID']['output'];
  /** The sum of the implied probabilities of all sides. Below 1.0. */
  impliedProbabilitySum: Scalars['Float']['output'];
  /** Whether the event is in play; null if the source does not say. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The bets to place, one for each side. */
  legs: Array<ArbitrageLeg>;
  /** The line of the market in points, goals or games: in handicaps that of the home side, and the away side has the opposite one; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The guaranteed profit in percent of all stakes together. */
  profitPercent: Scalars['Float']['output'];
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
};

/**
 * A bet that was placed, at the odds that it was placed at: either `american` or `decimal`. Without these, its closing price
 * is answered alone.
 */
export type BetInput = {
  /** American odds, such as -110 or 150. */
  american?: InputMaybe<Scalars['Float']['input']>;
  /** Decimal odds, above 1. */
  decimal?: InputMaybe<Scalars['Float']['input']>;
  /** The id of the event. */
  eventId: Scalars['ID']['input'];
  /** The handicap or total of the bet; left out, or 0, in markets without a line. */
  line?: InputMaybe<Scalars['Float']['input']>;
  /** The market type, for instance `point_spread`, or a category such as `spread`, as in `EventOddsFilter.markets`, but not `props`: of a category, the type that closed at the line of the bet, or else nearest to it. */
  marketType: Scalars['String']['input'];
  /** When the bet was placed. If given, `coverage` begins then, and a bet that was placed in play is not compared. */
  placedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The player whom the bet is about, as `Odds.playerName` has it. Needed only where a selection such as `Over` is offered on several players. */
  playerName?: InputMaybe<Scalars['String']['input']>;
  /** The outcome, as `Odds.selection` has it, in any case. */
  selection: Scalars['String']['input'];
  /** The side, as `Odds.selectionType` has it. Needed only where a selection has the same name on several sides. */
  selectionType?: InputMaybe<Scalars['String']['input']>;
  /** The id of the sportsbook, case-insensitive. One above the caller's tier is refused with `TIER_RESTRICTED`. */
  sportsbookId: Scalars['ID']['input'];
};

/**
 * What a bet was worth against the market at its close. The closing price is the best forecast there is, since all that was
 * known before the event is in it: who beats it in the long run wins. Source: Joseph Buchdahl, "Squares & Sharps, Suckers &
 * Sharks" (2016).
 */
export type ClosingLineValue = {
  __typename?: 'ClosingLineValue';
  /**
   * The closing price of the bet at its sportsbook: at the line of the bet, if it closed there, too, and otherwise at the
   * closing line nearest to it. A price that had been taken off the board counts only if no other on the bet was listed when
   * play began. Null if none is recorded.
   */
  closing: Maybe<PriceSnapshot>;
  /**
   * By how much the bet pays more than the closing price, in percent: (decimal of the bet / closing decimal - 1) x 100.
   * Above 0 if the bet beat the close, 0 if it has the closing odds, rounded or not. Null unless `isComparable`, and for a
   * bet without odds.
   */
  clvPercent: Maybe<Scalars['Float']['output']>;
  /** When the board was watched, from when the bet was placed (else from the opening, else from the beginning of all records) until play began; null for a bet in play, and if nothing at all is recorded. */
  coverage: Maybe<Coverage>;
  /**
   * The fair (no-vig) closing price of the same selection and line as `closing`: from the closing prices of all sportsbooks
   * that listed it when play began, and that the caller's tier can see, by the power method, as
   * `SelectionComparison.fairPrice`. Null if none of these priced every side.
   */
  fairClosing: Maybe<Price>;
  /**
   * The expected value of the bet if the fair closing probability is right, in percent of the stake: (decimal of the bet x
   * fair closing probability - 1) x 100. Null unless `isComparable`, and without a fair price or odds of the bet.
   */
  fairClvPercent: Maybe<Scalars['Float']['output']>;
  /**
   * Whether the closing price is known, and that of the same bet: at the same line, and later than the bet. A price at another
   * line is the price of another bet, and the closing price is no measure of a bet whose `placedAt` is in play.
   */
  isComparable: Scalars['Boolean']['output'];
  /** Whether the closing price may still change, because play has not been seen to begin. */
  isProvisional: Scalars['Boolean']['output'];
  /**
   * The closing line minus the line of the bet, in points, goals or games: 0 if it did not move. Whether that is good for
   * the bet depends on its side: above 0 it is for an over, below 0 for an under or a team. An over at 220.5 gained by a
   * closing line of 221.5, a team at -3.5 by one of -4.5. Null without lines, and for a bet in play.
   */
  lineDelta: Maybe<Scalars['Float']['output']>;
  /**
   * The field of the bet that is not found in what is recorded: `eventId`, `marketType`, `sportsbookId`, `selection`,
   * `selectionType` or `playerName`, the first of them of which there is no price together with those before. Null if the bet
   * is found.
   */
  unmatched: Maybe<Scalars['String']['output']>;
};

/** When the board was watched, within a range of time. A gap is a time in which it was not: prices may have changed unseen. */
export type Coverage = {
  __typename?: 'Coverage';
  /** Where the range begins. */
  from: Scalars['DateTime']['output'];
  /** The times within the range in which the board was not watched, the earliest first. The first 1,000. */
  gaps: Array<HistoryGap>;
  /** Whether the board was watched during the whole range. */
  isComplete: Scalars['Boolean']['output'];
  /** Where the range ends. */
  to: Scalars['DateTime']['output'];
};

/** A new API key. */
export type CreatedApiKey = {
  __typename?: 'CreatedApiKey';
  /** The key, read from the account after it was created; null if that failed, in which case the secret is valid nevertheless. */
  apiKey: Maybe<ApiKey>;
  /** The secret to send as `X-API-Key`. Store it: it is not shown again. */
  secret: Scalars['String']['output'];
};

/** A link that opens a bet at its sportsbook. */
export type DeepLink = {
  __typename?: 'DeepLink';
  /** The id of the odds or the opportunity that the link is for. */
  oddsId: Scalars['ID']['output'];
  /** The path of the redirect at the upstream service; null if the sportsbook has no links, the odds are gone, or the id is unknown. */
  path: Maybe<Scalars['String']['output']>;
  /** The absolute URL of the redirect, to open in a browser; null if `path` is null. */
  url: Maybe<Scalars['String']['output']>;
};

/** A deleted API key. */
export type DeletedApiKey = {
  __typename?: 'DeletedApiKey';
  /** The id of the deleted key. */
  id: Scalars['ID']['output'];
};

/** A price above the fair price, so the bet has a positive expected value. */
export type EvOpportunity = Opportunity & {
  __typename?: 'EvOpportunity';
  /** The away team; null if the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** The number of sportsbooks that price the selection. */
  bookCount: Scalars['Int']['output'];
  /**
   * What the opportunity rests on: the prices of all sportsbooks on its bets and on the other sides of the same market at
   * the same lines, with the best and the fair price of each. Null if no sportsbook offers them any more. Read in batches
   * with `Event.comparison`: one upstream request for up to `viewer.oddsBatchLimit` events, and one for the list of events.
   */
  comparison: Maybe<MarketComparison>;
  /** Upstream's confidence in the opportunity, 0 to 100. */
  confidence: Scalars['Float']['output'];
  /**
   * A link that opens this bet at the sportsbook; its `url` is null if the sportsbook has none. Takes one
   * upstream request for up to 500 links. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
  /** When the opportunity was detected. */
  detectedAt: Scalars['DateTime']['output'];
  /** The expected value in percent of the stake: (fair probability x decimal odds - 1) x 100. */
  evPercent: Scalars['Float']['output'];
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The display name of the event, usually its two teams. */
  eventName: Scalars['String']['output'];
  /** The home team; null if the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** The id of the opportunity: unique among those of its kind, and stable while it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null if the source does not say. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** The share of the bankroll to stake by the full Kelly criterion, in percent. */
  kellyPercent: Scalars['Float']['output'];
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The line of the selection in points, goals or games, negative for the favorite of a handicap; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The fair (no-vig) price, as upstream computes it by a method of its own. `SelectionComparison.fairPrice` is computed here, by default with the power method, which takes more off longshots: where the two disagree, compare `fairPrice(method: MULTIPLICATIVE)`. */
  noVigPrice: Price;
  /**
   * The seconds since upstream last saw the price at the sportsbook; how long it has stood is another matter. Null if the sportsbook no longer
   * offers it. Read in batches with `Event.odds`: one upstream request for up to `viewer.oddsBatchLimit` events.
   */
  oddsAgeSeconds: Maybe<Scalars['Float']['output']>;
  /**
   * Whether the price may be out of date or a mistake: true if `evPercent` is above 10. Prices that follow the market seldom
   * pay that much, so most of these are gone when one bets on them. `oddsAgeSeconds` says how old the price is. Never null:
   * its type is that of the other opportunities' field, so that they can be selected together.
   */
  possiblyStale: Maybe<Scalars['Boolean']['output']>;
  /** The price on offer. */
  price: Price;
  /** The outcome to bet on: a team or a player, whose name may be followed by `Over` or `Under`, or one of these alone. */
  selection: Scalars['String']['output'];
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The sportsbook that offers the price; null if it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook that offers the price. */
  sportsbookId: Scalars['ID']['output'];
  /** When the event starts; null if the source does not say. */
  startTime: Maybe<Scalars['DateTime']['output']>;
};


/** A price above the fair price, so the bet has a positive expected value. */
export type EvOpportunityDeepLinkArgs = {
  state?: Scalars['String']['input'];
};

/** A sporting event. Outrights, which have no two teams, are events as well. */
export type Event = Node & {
  __typename?: 'Event';
  /** The away team; null if the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** The number of sportsbooks with odds on the event, among those that the caller's tier can see. */
  bookCount: Scalars['Int']['output'];
  /**
   * The board of this event when play began: the last price before that of every bet that was listed then. Null before the
   * scheduled start, and if nothing is known because the board was not watched when play began; until play is seen to begin,
   * what stood at the scheduled start. The events of one operation are read together, with no upstream request.
   * Tier: pro and above.
   */
  closingOdds: Maybe<Array<HistoricOdds>>;
  /**
   * The prices of this event at all sportsbooks side by side, with the best price of each selection, its fair
   * price and the hold of each market; null if there are none. Computed from the prices that `odds` of the same
   * events reads, in the same batches: one upstream request for up to `viewer.oddsBatchLimit` events, and none
   * beyond that of `odds` with the same `sportsbooks` and `markets`. Tier: any; naming a sportsbook above the
   * tier is refused with `TIER_RESTRICTED`.
   */
  comparison: Maybe<OddsComparison>;
  /** The id of this event at each sportsbook that uses an id of its own. */
  externalIds: Array<ExternalId>;
  /**
   * Score and clock as the list of events has them, at no request and on every tier; null unless the event is live and has
   * a score. Take it for lists and scoreboards. `liveGameState` is fresher and knows more, on the tier enterprise.
   */
  gameState: Maybe<EventGameState>;
  /** The home team; null if the source names none, as for outrights. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** The canonical event id, the same for all sportsbooks and identical to the id upstream. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play. */
  isLive: Scalars['Boolean']['output'];
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /**
   * How the line of a market moved: the main line of each sportsbook, and the prices of its sides over time; of each market
   * type, the sportsbook that moved first comes first. A spread or total is set so that both sides are about equally likely
   * (source: Raymond D. Sauer, "The Economics of Wagering Markets", Journal of Economic Literature 36, 1998): the main line
   * is the one whose two sides are nearest to even, that is, whose implied probabilities (1 / decimal) differ least; after
   * each change it is determined anew. In markets on players or teams, there is an entry for each of them. An empty list
   * if nothing is recorded. The events of one operation are read together, with no upstream request. Tier: pro and above.
   */
  lineMovement: Maybe<Array<LineMovement>>;
  /**
   * Score and clock, merged from all sportsbooks every second and matched to this event by league and both
   * teams; null if there is no match. Take it where each second or the details of the sport count; for a score in a list,
   * `gameState` costs nothing. Takes one upstream request for each sport. Tier: enterprise.
   */
  liveGameState: Maybe<GameState>;
  /**
   * The open low-hold opportunities of this event with a hold of up to 5 percent, lowest hold first. All events of an
   * operation share the same upstream requests, which reach the 5,200 lowest holds in their leagues: of more, the rest is
   * missing. Tier: pro and above.
   */
  lowHoldOpportunities: Maybe<Array<LowHoldOpportunity>>;
  /** The market types with odds, such as `moneyline`, sorted alphabetically. */
  markets: Array<Scalars['String']['output']>;
  /** A display name: `Away @ Home`, or the only team or title that the source names, or, as for many outrights, the league and what it is about, such as `NBA: Championship Winner`. Null if the source names none of these. */
  name: Maybe<Scalars['String']['output']>;
  /** The event's global id, for `Query.node`. */
  nodeId: Scalars['ID']['output'];
  /**
   * All prices on this event that the caller's tier can see; an empty list if there are none. Prices of
   * several events are read in batches: one upstream request for up to `viewer.oddsBatchLimit` events.
   * Batches lack some fields of `Odds`, such as `id` and `changedAt`, whose descriptions say so; selecting one of
   * them takes one upstream request for every 200 prices. Tier: any; naming a sportsbook above the tier is refused
   * with `TIER_RESTRICTED`.
   */
  odds: Maybe<Array<Odds>>;
  /**
   * The board of this event as it stood at a time: every price that was listed then. Null if the board was not watched at
   * that time: `historyCoverage` says when it was. The events of one operation are read together, with no upstream
   * request. Tier: pro and above.
   */
  oddsAt: Maybe<Array<HistoricOdds>>;
  /**
   * The latest betting splits of this event, one entry for each source; an empty list if no source covers
   * the event. Takes one upstream request for about a hundred events. Tier: any.
   */
  splits: Maybe<Array<Splits>>;
  /**
   * The betting splits of this event over the last 48 hours; null if the event is unknown. Takes one
   * upstream request for each event. Tier: any.
   */
  splitsHistory: Maybe<SplitsHistory>;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The ids of the sportsbooks with odds on the event, sorted alphabetically. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** The sportsbooks with odds on the event; null if they could not be read. */
  sportsbooks: Maybe<Array<Sportsbook>>;
  /** The scheduled start of the event. */
  startTime: Scalars['DateTime']['output'];
  /** Whether the event is upcoming or live. */
  status: EventStatus;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventClosingOddsArgs = {
  filter?: InputMaybe<EventOddsFilter>;
  lines?: MarketLines;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventComparisonArgs = {
  lines?: MarketLines;
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  players?: InputMaybe<Array<Scalars['String']['input']>>;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventLineMovementArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  market: Scalars['String']['input'];
  resolution?: HistoryResolution;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventOddsArgs = {
  filter?: InputMaybe<EventOddsFilter>;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventOddsAtArgs = {
  filter?: InputMaybe<EventOddsFilter>;
  time: Scalars['DateTime']['input'];
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventSplitsArgs = {
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A sporting event. Outrights, which have no two teams, are events as well. */
export type EventSplitsHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A page of events. */
export type EventConnection = {
  __typename?: 'EventConnection';
  /** The events of this page with their cursors. */
  edges: Array<EventEdge>;
  /** The events of this page without cursors. */
  nodes: Array<Event>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of events that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of events, with its cursor. */
export type EventEdge = {
  __typename?: 'EventEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: Event;
};

/**
 * Filter for events. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type EventFilter = {
  /** Only events that start on this day in UTC, as `YYYY-MM-DD`. */
  date?: InputMaybe<Scalars['String']['input']>;
  /** True: only events with a live score. */
  hasScore?: InputMaybe<Scalars['Boolean']['input']>;
  /** League slugs, case-insensitive: `nba`, `nfl`, `mlb`, `nhl`, `ncaab`, `ncaaf`, `epl`, `la_liga`, `serie_a`, `atp`, `wta` and others. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only events that have not begun. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events with odds on one of these market types or categories, as in `OddsFilter.markets`. It takes as many requests as `outrights`. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * True: only outrights and other events without two teams. False: only events of two teams. Both by default.
   * Upstream doesn't filter by this, so it takes one upstream request for every 200 events under the rest of the filter.
   */
  outrights?: InputMaybe<Scalars['Boolean']['input']>;
  /** Text to search for in team and event names; not in those of players: see `EventOddsFilter.players`. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids, case-insensitive: only events with odds from at least one of them. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Only events that start at this time or later. Needs `startsBefore`. Takes one upstream request, whatever the page, for
   * up to 200 events under the rest of the filter, such as those of a league: tonight's games are among them. If there are
   * many more, it takes one or more for each day in UTC between the two times.
   */
  startsAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only events that start before this time, which must be after `startsAfter` by at most 8 days. */
  startsBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /**
   * Part of a team's name, such as `lakers` or `76ers` (rarely a nickname such as Sixers), or of an alias that upstream knows,
   * case-insensitive. `hawks` is also part of Blackhawks: a league tells them apart.
   */
  team?: InputMaybe<Scalars['String']['input']>;
};

/** The score and clock of a live event, from the list of events. */
export type EventGameState = {
  __typename?: 'EventGameState';
  /** The score of the away side, in the unit of `scoreType`; null if the source has none. */
  awayScore: Maybe<Scalars['Float']['output']>;
  /** The game clock, for instance `5:42`; null in sports without one. */
  clock: Maybe<Scalars['String']['output']>;
  /** The score of the home side, in the unit of `scoreType`. */
  homeScore: Scalars['Float']['output'];
  /** Whether a timeout is in progress; null if it does not apply. */
  isTimeout: Maybe<Scalars['Boolean']['output']>;
  /** A description of the last play; null if the source has none. */
  lastPlay: Maybe<Scalars['String']['output']>;
  /** The period, in the terms of the sport: `Q3`, `2nd`, `3rd Period`. Null before and between periods. */
  period: Maybe<Scalars['String']['output']>;
  /** The side with the ball, `home` or `away`; null if it does not apply. */
  possession: Maybe<Scalars['String']['output']>;
  /** The side with a power play in hockey, `home` or `away`; null if there is none. */
  powerPlay: Maybe<Scalars['String']['output']>;
  /** The unit of the score, for instance `game_points` or `match`. */
  scoreType: Scalars['String']['output'];
};

/**
 * Filter for the prices of one event. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type EventOddsFilter = {
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds, inclusive, for instance 200. Must not be below `minAmerican`. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds, inclusive, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /**
   * Names of players, or parts of names, in any case and without regard to accents, hyphens and full stops; at most 20 names. Only the props of
   * these players match. Batches don't name players, so it takes one upstream request for every 200 prices under the rest
   * of the filter, for instance under `markets: ["props"]`; none while a live subscription's board has them all.
   */
  players?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Selection types such as `home`, `away`, `over`, `under` or `draw`, case-insensitive. */
  selectionTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids, case-insensitive. A sportsbook above the caller's tier is refused with `TIER_RESTRICTED`. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The status of an event. */
export type EventStatus =
  /** The event is in play. */
  | 'LIVE'
  /** A status not known to this version of the graph. */
  | 'OTHER'
  /** The event has not begun. */
  | 'UPCOMING';

/** The id of an event at one sportsbook. */
export type ExternalId = {
  __typename?: 'ExternalId';
  /** The event id that the sportsbook uses. Not unique across sportsbooks: two may use the same id for different events. */
  eventId: Scalars['ID']['output'];
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/**
 * How the margin is removed from the prices of a sportsbook. Source: Clarke, Kovalchik and Ingram,
 * "Adjusting Bookmaker's Odds to Allow for Overround", American Journal of Sports Science 5 (2017).
 */
export type FairPriceMethod =
  /** The fair probability is the implied probability divided by the sum of those of all sides: each loses the same share. */
  | 'MULTIPLICATIVE'
  /** The fair probability is the implied probability to the power of k, with the k for which those of all sides add up to 1. Longshots lose the larger share, as sportsbooks put more margin on them. */
  | 'POWER';

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
 * The status of the upstream stream. From `STALE` or `RECONNECTING` until `READY`, data may be outdated.
 * A client that joins a healthy stream receives no status, unless it resumes: then `READY` follows what has changed.
 */
export type FeedStatus = {
  __typename?: 'FeedStatus';
  /** When the state changed, or when the notice arrived. */
  at: Scalars['DateTime']['output'];
  /** The error code behind `STALE`, `RECONNECTING` or `NOTICE`; null if there is none. */
  code: Maybe<Scalars['String']['output']>;
  /** A message for people; null if the state is self-explanatory. */
  message: Maybe<Scalars['String']['output']>;
  /** The new state of the stream, or `NOTICE`. */
  state: FeedState;
};

/**
 * Score and clock of an event, merged from the sportsbooks that report them. Fields that do not apply
 * to the sport, or that no sportsbook reports, are null.
 */
export type GameState = {
  __typename?: 'GameState';
  /** The score of the away side; null if no sportsbook reports it. */
  awayScore: Maybe<Scalars['Float']['output']>;
  /** The name of the away team. */
  awayTeam: Scalars['String']['output'];
  /** The number of sportsbooks that report on the event. */
  bookCount: Scalars['Int']['output'];
  /** The number of corner kicks of the away side. Soccer only. */
  cornersAway: Maybe<Scalars['Float']['output']>;
  /** The number of corner kicks of the home side. Soccer only. */
  cornersHome: Maybe<Scalars['Float']['output']>;
  /** The key that upstream uses for the event in the list of game states. */
  eventKey: Scalars['ID']['output'];
  /** The number of fouls committed by the away side. Basketball only. */
  foulsAway: Maybe<Scalars['Float']['output']>;
  /** The number of fouls committed by the home side. Basketball only. */
  foulsHome: Maybe<Scalars['Float']['output']>;
  /** The game clock, for instance `5:42` or `82:15`; null in sports without a clock, and if no sportsbook reports it. */
  gameClock: Maybe<Scalars['String']['output']>;
  /** The period, for instance `Q2`, `1H`, `P3` or `9th`; null if no sportsbook reports it. */
  gamePeriod: Maybe<Scalars['String']['output']>;
  /** The score of the home side: points, goals, runs or sets. */
  homeScore: Scalars['Float']['output'];
  /** The name of the home team. */
  homeTeam: Scalars['String']['output'];
  /** Whether the event is in play. */
  isLive: Scalars['Boolean']['output'];
  /** A description of the last play. Football and basketball only. */
  lastPlay: Maybe<Scalars['String']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The side with the ball, `home` or `away`. Football and basketball only. */
  possession: Maybe<Scalars['String']['output']>;
  /** The side with a power play, `home` or `away`. Hockey only. */
  powerPlay: Maybe<Scalars['String']['output']>;
  /** The id of the sportsbook whose report takes precedence. */
  primaryBook: Scalars['String']['output'];
  /** The number of red cards against the away side. Soccer only. */
  redCardsAway: Maybe<Scalars['Float']['output']>;
  /** The number of red cards against the home side. Soccer only. */
  redCardsHome: Maybe<Scalars['Float']['output']>;
  /** The side that serves, `home` or `away`. Tennis only. */
  server: Maybe<Scalars['String']['output']>;
  /** The number of sets that the away side has won. Tennis only. */
  setsAway: Maybe<Scalars['Float']['output']>;
  /** The number of sets that the home side has won. Tennis only. */
  setsHome: Maybe<Scalars['Float']['output']>;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The number of yellow cards against the away side. Soccer only. */
  yellowCardsAway: Maybe<Scalars['Float']['output']>;
  /** The number of yellow cards against the home side. Soccer only. */
  yellowCardsHome: Maybe<Scalars['Float']['output']>;
};

/** A price as it stood at a moment in the past. */
export type HistoricOdds = {
  __typename?: 'HistoricOdds';
  /** When it had changed last. */
  at: Scalars['DateTime']['output'];
  /** Whether the event was in play. */
  isLive: Scalars['Boolean']['output'];
  /** The `key` that the price had then, as in `Odds.key`: it contains the line. */
  key: Scalars['ID']['output'];
  /** The handicap or total; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. An open set. */
  marketType: Scalars['String']['output'];
  /** The name of the player in a player prop; null in other markets. */
  playerName: Maybe<Scalars['String']['output']>;
  /** The odds; null unless the price was open. Of a closing price that was not open, the last ones before, if there were any. */
  price: Maybe<Price>;
  /** The outcome: a team, `Over`, `Under`, a player. */
  selection: Scalars['String']['output'];
  /** The side, such as `home`, `away`, `over` or `under`. An open set. */
  selectionType: Scalars['String']['output'];
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
  /** Whether it could be bet. */
  status: PriceStatus;
};

/** What is recorded of past prices. */
export type HistoryCoverage = {
  __typename?: 'HistoryCoverage';
  /** The times since then in which the board was not watched, the earliest first. The last 1,000. */
  gaps: Array<HistoryGap>;
  /** How many days prices are kept. */
  retentionDays: Scalars['Int']['output'];
  /** Since when prices are recorded, and still kept; null if nothing is recorded yet. */
  since: Maybe<Scalars['DateTime']['output']>;
  /** Until when prices are recorded: a moment ago while the recorder is well. Null if nothing is recorded yet. */
  until: Maybe<Scalars['DateTime']['output']>;
};

/** A time in which the board was not watched. */
export type HistoryGap = {
  __typename?: 'HistoryGap';
  /** Where the gap begins. */
  from: Scalars['DateTime']['output'];
  /** Where the gap ends. */
  to: Scalars['DateTime']['output'];
};

/**
 * How the points of a price are summed up. Intervals begin at whole minutes or hours in UTC; an interval in which nothing
 * changed has no point.
 */
export type HistoryResolution =
  /** The last point of each five minutes, with the lowest and the highest price in them. */
  | 'FIVE_MINUTES'
  /** The last point of each hour, with the lowest and the highest price in it. */
  | 'HOUR'
  /** The last point of each minute, with the lowest and the highest price in it. */
  | 'MINUTE'
  /** Every change. */
  | 'TICK';

/** A league or competition. */
export type League = {
  __typename?: 'League';
  /** The number of upcoming and live events with odds from at least one sportsbook. A slug names one league: if two sports use it, the events of both count. */
  eventCount: Scalars['Int']['output'];
  /** The slug in filters, events and odds, for instance `nba`. */
  id: Scalars['ID']['output'];
  /** A display name, derived from the slug since upstream has none, for instance `NBA`. */
  name: Scalars['String']['output'];
};

/** How the main line of a market moved at one sportsbook. */
export type LineMovement = {
  __typename?: 'LineMovement';
  /**
   * Whether this sportsbook was the first to move, among those of this answer on the same player, team or match: its price
   * or its line became another one than at the start of the range, or than its own first one, before that of any other
   * did. True for several if they moved at the same moment.
   */
  firstToMove: Scalars['Boolean']['output'];
  /** The market type, for instance `point_spread`. */
  marketType: Scalars['String']['output'];
  /** When it first moved, in this sense; at a `resolution` other than `TICK`, the last change in that interval. Null if it did not. */
  movedAt: Maybe<Scalars['DateTime']['output']>;
  /** The player whom the market is about; null in other markets. */
  playerName: Maybe<Scalars['String']['output']>;
  /** The sides of the main line, such as home and away, or over and under. */
  sides: Array<LineMovementSide>;
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** One side of a main line over time. */
export type LineMovementSide = {
  __typename?: 'LineMovementSide';
  /** The first of the points that were open; null if none was. */
  first: Maybe<PricePoint>;
  /** Whether it still stood when the range ended. Else it had been suspended or taken off the board, or its line was no longer the main one. */
  isOpen: Scalars['Boolean']['output'];
  /** The last of them: of a range that ends when play began, the closing price. */
  last: Maybe<PricePoint>;
  /** The points, the earliest first. It begins with the one that stood when the range began. */
  points: Array<PricePoint>;
  /** The outcome, as the sportsbook names it: a team, `Over`, `Under`, a player. */
  selection: Scalars['String']['output'];
  /** The side, such as `home`, `away`, `over` or `under`. An open set. */
  selectionType: Scalars['String']['output'];
};

/**
 * Filter for the data of a subscription. All conditions must match; within a list, at least one value
 * must match. An empty list matches everything.
 */
export type LiveFilter = {
  /** Event ids, as `Event.id` has them. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs, case-insensitive: `nba`, `nfl`, `mlb`, `nhl`, `ncaab`, `ncaaf`, `epl`, `la_liga`, `serie_a`, `atp`, `wta` and others. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids, case-insensitive. A sportsbook above the caller's tier is refused with `TIER_RESTRICTED`. An opportunity matches only if each of its bets can be placed at one of these sportsbooks. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A message of `liveOdds`. */
export type LiveOddsEvent = FeedStatus | OddsRemoval | OddsSnapshot | OddsUpdate;

/** A message of `liveOpportunities`. */
export type LiveOpportunityEvent = FeedStatus | OpportunitiesDetected | OpportunitiesExpired;

/** A sport for which live game state is available. */
export type LiveSport = {
  __typename?: 'LiveSport';
  /** The number of events with a game state. */
  eventCount: Scalars['Int']['output'];
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The number of seconds after which a game state without updates expires; negative if the source does not know it. */
  ttlSeconds: Scalars['Int']['output'];
};

/**
 * Filter for low-hold opportunities. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type LowHoldFilter = {
  /** League slugs such as `nba`, case-insensitive. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only events that have not begun. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest hold in percent, 0 to 100. 5 by default. */
  maxHoldPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids, case-insensitive: best prices and holds are computed from these sportsbooks only. All that the caller's tier can see by default. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A market with a low hold at the best price of each side. */
export type LowHoldOpportunity = Opportunity & {
  __typename?: 'LowHoldOpportunity';
  /** The away team; null if the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /**
   * What the opportunity rests on: the prices of all sportsbooks on its bets and on the other sides of the same market at
   * the same lines, with the best and the fair price of each. Null if no sportsbook offers them any more. Read in batches
   * with `Event.comparison`: one upstream request for up to `viewer.oddsBatchLimit` events, and one for the list of events.
   */
  comparison: Maybe<MarketComparison>;
  /** Upstream's confidence in the opportunity, 0 to 100; null if the source does not report it, as in some messages of the stream. */
  confidence: Maybe<Scalars['Float']['output']>;
  /** When the opportunity was detected. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The display name of the event, usually its two teams. */
  eventName: Scalars['String']['output'];
  /** Score and clock; null unless the event is live and has a score in a known form. */
  gameState: Maybe<EventGameState>;
  /** The hold in percent: (sum of the implied probabilities of all sides - 1) x 100. Above 0: below it is an arbitrage, and no low hold. */
  holdPercent: Scalars['Float']['output'];
  /** The home team; null if the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** The id of the opportunity: unique among those of its kind, and stable while it is open. */
  id: Scalars['ID']['output'];
  /** Whether this is an alternate line rather than the main line; null if the source does not report it, as in some messages of the stream. */
  isAlternateLine: Maybe<Scalars['Boolean']['output']>;
  /** Whether the event is in play; null if the source does not say. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** Whether the market is a player prop. */
  isPlayerProp: Scalars['Boolean']['output'];
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The line of the market in points, goals or games: in handicaps that of the home side, and the away side has the opposite one; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The age of the oldest price when upstream sent the opportunity, in seconds; null if the source does not report it, as in some messages of the stream. */
  oddsAgeSeconds: Maybe<Scalars['Float']['output']>;
  /** The name of the player in a player prop; null in other markets. */
  playerName: Maybe<Scalars['String']['output']>;
  /** Whether prices may have moved since the detection; null if the source does not report it, as in some messages of the stream. */
  possiblyStale: Maybe<Scalars['Boolean']['output']>;
  /** The first side of the market at its best price. */
  side1: LowHoldSide;
  /** The second side of the market at its best price. */
  side2: LowHoldSide;
  /** The third side at its best price, such as the draw; null in markets with two sides. */
  side3: Maybe<LowHoldSide>;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The ids of all sportsbooks that offer the best price of any side. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** When the event starts; null if the source does not say. */
  startTime: Maybe<Scalars['DateTime']['output']>;
  /** The statistic of a player prop, for instance `points`; null in other markets. */
  statCategory: Maybe<Scalars['String']['output']>;
};

/** A page of low hold opportunities. */
export type LowHoldOpportunityConnection = {
  __typename?: 'LowHoldOpportunityConnection';
  /** The low hold opportunities of this page with their cursors. */
  edges: Array<LowHoldOpportunityEdge>;
  /** The low hold opportunities of this page without cursors. */
  nodes: Array<LowHoldOpportunity>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of low hold opportunities that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of low hold opportunities, with its cursor. */
export type LowHoldOpportunityEdge = {
  __typename?: 'LowHoldOpportunityEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: LowHoldOpportunity;
};

/** One side of a low-hold opportunity. */
export type LowHoldSide = {
  __typename?: 'LowHoldSide';
  /**
   * A link that opens this bet at the first of these sportsbooks that has one; its `url` is null if none has. Upstream tells
   * the sides apart by sportsbook alone: of two sides with the same one both have the same link, which opens the event or
   * either of the bets. Takes one
   * upstream request for up to 500 links, where `deepLinks` takes none. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
  /** The links that open the bet at these sportsbooks, without a US state: `deepLink` leads to the site of a state. */
  deepLinks: Array<SportsbookLink>;
  /** The fair (no-vig) probability, 0.0 to 1.0; null if it cannot be derived from any sportsbook's prices. */
  fairProbability: Maybe<Scalars['Float']['output']>;
  /** The line of this side in points, goals or games; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The age of the price at the first of these sportsbooks, in seconds, as `EvOpportunity.oddsAgeSeconds`. */
  oddsAgeSeconds: Maybe<Scalars['Float']['output']>;
  /** The best price of this side. */
  price: Price;
  /** The outcome to bet on: a team or a player, whose name may be followed by `Over` or `Under`, or one of these alone. */
  selection: Scalars['String']['output'];
  /** The ids of the sportsbooks that offer the best price. */
  sportsbookIds: Array<Scalars['ID']['output']>;
};


/** One side of a low-hold opportunity. */
export type LowHoldSideDeepLinkArgs = {
  state?: Scalars['String']['input'];
};

/** The order of low-hold opportunities. */
export type LowHoldSort =
  /** By hold, lowest first. */
  | 'HOLD'
  /** By market type, alphabetically. */
  | 'MARKET'
  /** By sport slug, alphabetically. */
  | 'SPORT';

/** One market of an event, compared across sportsbooks. */
export type MarketComparison = {
  __typename?: 'MarketComparison';
  /**
   * The hold at the best price of each selection across sportsbooks, in percent:
   * (sum of implied probabilities - 1) x 100. Below 0 it is an arbitrage. Of a market with several lines, that of the line that
   * most sportsbooks price on every side. Sportsbooks that `fairPrice` leaves out are left out. Null if no sportsbooks together
   * price every side, and in props and team totals of several players or teams, each of which has a hold of its own:
   * `comparison(players: …)` has that of one player.
   */
  bestHoldPercent: Maybe<Scalars['Float']['output']>;
  /**
   * The hold of each sportsbook that prices every side of the market: at the same line as `bestHoldPercent`, or the next one
   * that it does price. Empty if `bestHoldPercent` is null for several players or teams.
   */
  holdBySportsbook: Array<SportsbookHold>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /**
   * The selections of the market with their prices, best first. A price stands under a selection only if it is the same
   * bet: where sportsbooks use one name for several, each has a selection of its own. So "Draw & No" is not "Draw", though
   * "Kane Yes" is "Kane", and the home team to advance, at a sportsbook whose prices leave no room for a draw, follows as
   * a second selection after the home team to win. Before the event, prices that imply odds 2.9 times apart or more, and
   * probabilities three points or more, such as 2.2 and 26 on a player to score, are of different bets: they are in
   * different selections with the same name, line and selection type. What most sportsbooks price comes first; of as many,
   * what pays less. Names of teams and players are the same only if they agree up to case, accents, hyphens, full stops and
   * connecting words: "P.J." is "PJ" and "Bodø" is "Bodo", but "H. Kane" is not "Harry Kane". A draw is one by its
   * selection type alone: "Reg Time: Tie" of the type `other` has a selection of its own.
   */
  selections: Array<SelectionComparison>;
};

/** Which lines of a market are listed. */
export type MarketLines =
  /** Every line that a sportsbook offers. */
  | 'ALL'
  /**
   * The main line of each sportsbook: the one whose two sides are nearest to even, as in `Event.lineMovement`. Where
   * sportsbooks differ, the line that most of them have comes first; of a comparison's markets, the one that most of them
   * price. A sportsbook's price at a line that is not its main one is left out, although it may be the best there: `ALL`
   * compares all sportsbooks at each line.
   */
  | 'MAIN';

/** Two bets on opposite sides whose lines leave a gap: results inside the gap win both bets. */
export type MiddleOpportunity = Opportunity & {
  __typename?: 'MiddleOpportunity';
  /**
   * What the opportunity rests on: the prices of all sportsbooks on its bets and on the other sides of the same market at
   * the same lines, with the best and the fair price of each. Null if no sportsbook offers them any more. Read in batches
   * with `Event.comparison`: one upstream request for up to `viewer.oddsBatchLimit` events, and one for the list of events.
   */
  comparison: Maybe<MarketComparison>;
  /** When the opportunity was detected. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The display name of the event, usually its two teams. */
  eventName: Scalars['String']['output'];
  /** The expected value in percent of both stakes together. */
  expectedValuePercent: Scalars['Float']['output'];
  /** The id of the opportunity: unique among those of its kind, and stable while it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null if the source does not say. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** Always null: each side of a middle has its own line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The results that win both bets, in the unit of the lines. */
  middleNumbers: Array<Scalars['Float']['output']>;
  /** The probability of a result that wins both bets, 0.0 to 1.0. */
  middleProbability: Scalars['Float']['output'];
  /** The distance between the two lines, in points, goals or games. */
  middleSize: Scalars['Float']['output'];
  /** Upstream's rating of the opportunity, 0 to 100. */
  qualityScore: Scalars['Float']['output'];
  /** The first of the two bets. */
  side1: MiddleSide;
  /** The second of the two bets. */
  side2: MiddleSide;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
};

/** One bet of a middle. */
export type MiddleSide = {
  __typename?: 'MiddleSide';
  /**
   * A link that opens this bet at the sportsbook; its `url` is null if the sportsbook has none. Takes one
   * upstream request for up to 500 links, where `deepLinkUrl` takes none. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
  /** The URL that opens the bet at the sportsbook, http or https, without a US state: `deepLink` leads to the site of a state. Null if the sportsbook has no link. */
  deepLinkUrl: Maybe<Scalars['String']['output']>;
  /**
   * The fair (no-vig) probability, 0.0 to 1.0; the price's implied probability, which includes the margin, if the
   * source has no fair one.
   */
  fairProbability: Scalars['Float']['output'];
  /** The line of this bet in points, goals or games; null if the source has none. */
  line: Maybe<Scalars['Float']['output']>;
  /** The age of the price when upstream sent it with the opportunity, in seconds. */
  oddsAgeSeconds: Scalars['Float']['output'];
  /** The price of the bet. */
  price: Price;
  /** The outcome to bet on: a team or a player, whose name may be followed by `Over` or `Under`, or one of these alone. */
  selection: Scalars['String']['output'];
  /** The id of the sportsbook that offers the price. */
  sportsbookId: Scalars['ID']['output'];
  /** The share of both stakes that goes on this bet, in percent. */
  stakePercent: Scalars['Float']['output'];
};


/** One bet of a middle. */
export type MiddleSideDeepLinkArgs = {
  state?: Scalars['String']['input'];
};

/** Betting splits of the moneyline. */
export type MoneylineSplits = {
  __typename?: 'MoneylineSplits';
  /** The American odds of the away team. */
  awayAmerican: Scalars['Float']['output'];
  /** The share of the bets on each side. */
  betShare: SideShares;
  /** The share of the handle on each side. */
  handleShare: SideShares;
  /** The American odds of the home team. */
  homeAmerican: Scalars['Float']['output'];
};

/** Mutations of the API keys of the caller's account. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Creates an API key for the account. The secret is returned only in this response. Tier: any, except viewers. */
  createApiKey: Maybe<CreatedApiKey>;
  /** Deletes a key permanently. The key of the request itself cannot be deleted. Tier: any, except viewers. */
  deleteApiKey: Maybe<DeletedApiKey>;
  /**
   * Replaces the secret of a key. The new secret is returned only in this response, and the old one stops
   * working. The key of the request itself can be rotated. Tier: any, except viewers.
   */
  rotateApiKey: Maybe<RotatedApiKey>;
};


/** Mutations of the API keys of the caller's account. */
export type MutationCreateApiKeyArgs = {
  name: Scalars['String']['input'];
};


/** Mutations of the API keys of the caller's account. */
export type MutationDeleteApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** Mutations of the API keys of the caller's account. */
export type MutationRotateApiKeyArgs = {
  id: Scalars['ID']['input'];
};

/** An object that can be refetched by a global id. Relay's compiler needs `nodeInterfaceIdField: "nodeId"`. */
export type Node = {
  /**
   * An id that is unique among all objects of this graph, for `Query.node`. Opaque: other fields and other
   * services use `id`, which is upstream's id.
   */
  nodeId: Scalars['ID']['output'];
};

/** The price of one selection at one sportsbook. */
export type Odds = {
  __typename?: 'Odds';
  /** The away team as this sportsbook names it; null if it names none. Not in batches: see `Event.odds`. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** When this price last changed; null if the source does not report it. Not in batches: see `Event.odds`. */
  changedAt: Maybe<Scalars['DateTime']['output']>;
  /**
   * The price that stood when play began; until then a provisional one, which stands now or stood at the scheduled start.
   * Of a price that had been taken off the board before play, the last one before. Null if none was recorded before play.
   * Takes no upstream request. Tier: pro and above.
   */
  closing: Maybe<PriceSnapshot>;
  /**
   * A link that opens this bet at the sportsbook; its `url` is null if the sportsbook has none. Takes one
   * upstream request for up to 500 links. Not in batches: see `Event.odds`. Tier: hobby and above.
   */
  deepLink: Maybe<DeepLink>;
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The scheduled start of the event according to this sportsbook. Not in batches: see `Event.odds`. */
  eventStartTime: Scalars['DateTime']['output'];
  /**
   * How this price got where it is: its recorded points, in the order of time. Null if it was never recorded. A price is
   * followed while its line moves; where a sportsbook offers several lines of one bet at once, each is followed on its
   * own. The prices of one operation are read together, with no upstream request. Tier: pro and above.
   */
  history: Maybe<PriceHistory>;
  /** The home team as this sportsbook names it; null if it names none. Not in batches: see `Event.odds`. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** Upstream's id. Some feeds repeat ids: know prices by `key`. Not in batches: see `Event.odds`. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play. */
  isLive: Scalars['Boolean']['output'];
  /** A stable identity for client caches, made of event, sportsbook, market, selection, selection type and line: unique where selections name their players. It is the same wherever the price is read, and needs no upstream request. */
  key: Scalars['ID']['output'];
  /** When this price was last seen at the sportsbook. In `liveOdds` it can be before `changedAt`, since streams do not report when a price is seen again. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The handicap or total, in points, goals or games; null in markets without a line, such as the moneyline. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`, `point_spread` or `player_points`. An open set. */
  marketType: Scalars['String']['output'];
  /** The maximum stake in US dollars; null unless the sportsbook publishes it. Not in batches: see `Event.odds`. */
  maxBet: Maybe<Scalars['Float']['output']>;
  /**
   * The first recorded price; null if it was never recorded. It is the opening price only if the board was watched
   * before the sportsbook opened the market: see `isFirstSeen`. Takes no upstream request. Tier: pro and above.
   */
  opening: Maybe<PriceSnapshot>;
  /** The name of the player in a player prop; null in other markets. Not in batches: see `Event.odds`. */
  playerName: Maybe<Scalars['String']['output']>;
  /** The odds in American, decimal and probability format. */
  price: Price;
  /** The share of all bets on this selection, 0.0 to 1.0; null unless the sportsbook publishes it. Not in batches: see `Event.odds`. */
  publicBetShare: Maybe<Scalars['Float']['output']>;
  /** The outcome: a team, `Over`, `Under`, a player. */
  selection: Scalars['String']['output'];
  /** The side, such as `home`, `away`, `over`, `under`, `draw`, `yes` or `2_1`. An open set. */
  selectionType: Scalars['String']['output'];
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The sportsbook that offers the price; null if it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook that offers the price. */
  sportsbookId: Scalars['ID']['output'];
  /** The statistic of a player prop, for instance `points`; null in other markets. Not in batches: see `Event.odds`. */
  statCategory: Maybe<Scalars['String']['output']>;
  /** The status of the event; null if the source does not report it (only `oddsChanges` reports it). Not in batches: see `Event.odds`. */
  status: Maybe<EventStatus>;
};


/** The price of one selection at one sportsbook. */
export type OddsDeepLinkArgs = {
  state?: Scalars['String']['input'];
};


/** The price of one selection at one sportsbook. */
export type OddsHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  resolution?: HistoryResolution;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A page of prices that changed. */
export type OddsChanges = {
  __typename?: 'OddsChanges';
  /** The ids of the sportsbooks whose prices changed. */
  changedSportsbookIds: Array<Scalars['ID']['output']>;
  /** The prices of this page with their cursors. */
  edges: Array<OddsEdge>;
  /** The prices of this page without cursors. */
  nodes: Array<Odds>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The time of this response at the upstream service. Pass that of the first page as the next `since`. */
  serverTime: Scalars['DateTime']['output'];
  /** The number of prices that changed, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** The prices of one event at all sportsbooks, side by side. */
export type OddsComparison = {
  __typename?: 'OddsComparison';
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The markets that are priced, sorted by type; with `lines: MAIN`, the one that most sportsbooks price comes first. */
  markets: Array<MarketComparison>;
};

/** A page of odds. */
export type OddsConnection = {
  __typename?: 'OddsConnection';
  /** The odds of this page with their cursors. */
  edges: Array<OddsEdge>;
  /** The odds of this page without cursors. */
  nodes: Array<Odds>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of odds that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of odds, with its cursor. */
export type OddsEdge = {
  __typename?: 'OddsEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: Odds;
};

/**
 * Filter for prices. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type OddsFilter = {
  /** Event ids, as `Event.id` has them. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs such as `nba`, case-insensitive. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only events in play. False: only events that have not begun. */
  live?: InputMaybe<Scalars['Boolean']['input']>;
  /** Market types such as `moneyline`, or categories; both can be mixed. `main` is exactly `moneyline`, `point_spread` and `total_points`; `spread` has the puck line, run line and set handicap too; `total` has the totals of goals, runs, games and rounds too, and those of a team; `props` has the types that begin with `player_`, so not those of scorers, such as `anytime_goal_scorer`, nor of parts of a game, such as `1st_half_player_points`. Case-insensitive. The aliases `h2h`, `spreads`, `totals` and `outrights` are accepted. */
  markets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The highest American odds, inclusive, for instance 200. Must not be below `minAmerican`. */
  maxAmerican?: InputMaybe<Scalars['Float']['input']>;
  /** The lowest American odds, inclusive, for instance -110. */
  minAmerican?: InputMaybe<Scalars['Float']['input']>;
  /**
   * Names of players, or parts of names, in any case and without regard to accents, hyphens and full stops; at most 20 names. Only the props of
   * these players match. Needs `eventIds`. Upstream doesn't filter by player, so it takes one upstream request for every
   * 200 prices under the rest of the filter, for instance under `markets: ["props"]`; none while a live subscription's
   * board has them all.
   */
  players?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sportsbook ids, case-insensitive. A sportsbook above the caller's tier is refused with `TIER_RESTRICTED`. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Prices that sportsbooks removed, or that the account can no longer see. */
export type OddsRemoval = {
  __typename?: 'OddsRemoval';
  /** The position in the stream after this message. Pass it as `after` to resume here. */
  cursor: Scalars['String']['output'];
  /** The ids of the removed prices. An id is named once for each key that its price may be known by. */
  ids: Array<Scalars['ID']['output']>;
  /** Their `key`s, in the same order: what caches drop that know prices by `key`. */
  keys: Array<Scalars['ID']['output']>;
};

/**
 * A chunk of all matching prices at one point in time. The chunk with `offset` 0 replaces all prices
 * that the client holds.
 */
export type OddsSnapshot = {
  __typename?: 'OddsSnapshot';
  /** The position in the stream after this message. Pass it as `after` to resume here. */
  cursor: Scalars['String']['output'];
  /** Whether this is the last chunk of the snapshot. */
  isLast: Scalars['Boolean']['output'];
  /** The prices of this chunk, `chunkSize` at most. */
  odds: Array<Odds>;
  /** The number of prices of the snapshot in earlier chunks. */
  offset: Scalars['Int']['output'];
  /** The number of prices in the whole snapshot. */
  total: Scalars['Int']['output'];
};

/** The order of a list of prices. */
export type OddsSort = {
  /** Ascending or descending. */
  direction?: SortDirection;
  /** The value to sort by. */
  field: OddsSortField;
};

/** A value that lists of prices can be sorted by. */
export type OddsSortField =
  /** By American odds, as numbers: -110 is below +100. */
  | 'AMERICAN'
  /** By decimal odds. */
  | 'DECIMAL'
  /** By the start of the event. */
  | 'EVENT_START_TIME'
  /** By the time the price was last seen. Prices are seen again while pages are read: ascending, the pages have all prices, some perhaps twice; descending, they leave out those that are seen again meanwhile. */
  | 'LAST_SEEN_AT'
  /** By league slug, alphabetically. */
  | 'LEAGUE'
  /** By implied probability. */
  | 'PROBABILITY'
  /** By sport slug, alphabetically. */
  | 'SPORT'
  /** By sportsbook id, alphabetically. */
  | 'SPORTSBOOK';

/**
 * New and changed prices, each in full, to upsert by `key`. Streams do not repeat `lastSeenAt`, `publicBetShare` and
 * `maxBet` with every change: they are as of the last time upstream sent the complete price.
 */
export type OddsUpdate = {
  __typename?: 'OddsUpdate';
  /** The number of changes that were skipped because a newer one replaced them. Changes before a resumption with `after` are not counted. */
  conflated: Scalars['Int']['output'];
  /** The position in the stream after this message. Pass it as `after` to resume here. */
  cursor: Scalars['String']['output'];
  /** The prices in their latest state. Empty every few minutes, with a new `cursor`, so that a client can still resume after nothing has changed for long. */
  odds: Array<Odds>;
  /** The `key`s that some of these prices had before their lines moved: what caches by `key` drop before they take `odds`. A price whose line moves keeps its `id`. */
  replacedKeys: Array<Scalars['ID']['output']>;
};

/** Open opportunities of one kind. */
export type OpportunitiesDetected = {
  __typename?: 'OpportunitiesDetected';
  /** True: these are all open opportunities of this kind and replace those that the client holds. False: these are new or changed. */
  isSnapshot: Scalars['Boolean']['output'];
  /** The kind of all these opportunities. */
  kind: OpportunityKind;
  /** The opportunities, to upsert by `kind` and `id`. */
  opportunities: Array<Opportunity>;
};

/** Opportunities of one kind that have expired. */
export type OpportunitiesExpired = {
  __typename?: 'OpportunitiesExpired';
  /** The ids of the opportunities. Most may be of some that the client never received, below its minimum for example: don't count them. */
  ids: Array<Scalars['ID']['output']>;
  /** The kind of all these opportunities. */
  kind: OpportunityKind;
};

/**
 * A bet in the bettor's favor, or a combination of bets, found by comparing the prices of several sportsbooks.
 * Give `confidence`, `fairProbability` and `oddsAgeSeconds` aliases if you select them of several kinds: some may be null.
 */
export type Opportunity = {
  /**
   * What the opportunity rests on: the prices of all sportsbooks on its bets and on the other sides of the same market at
   * the same lines, with the best and the fair price of each. Null if no sportsbook offers them any more. Read in batches
   * with `Event.comparison`: one upstream request for up to `viewer.oddsBatchLimit` events, and one for the list of events.
   */
  comparison: Maybe<MarketComparison>;
  /** When the opportunity was detected. */
  detectedAt: Scalars['DateTime']['output'];
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** The display name of the event, usually its two teams. */
  eventName: Scalars['String']['output'];
  /** The id of the opportunity: unique among those of its kind, and stable while it is open. */
  id: Scalars['ID']['output'];
  /** Whether the event is in play; null if the source does not say. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** The line of the bet (EV) or of the market (arbitrage and low hold; in handicaps, the home side's) in points, goals or games; null in markets without a line and in middles, whose sides have their own. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
};

/** A page of opportunities. */
export type OpportunityConnection = {
  __typename?: 'OpportunityConnection';
  /** The opportunities of this page with their cursors. */
  edges: Array<OpportunityEdge>;
  /** The opportunities of this page without cursors. */
  nodes: Array<Opportunity>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of opportunities that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of opportunities, with its cursor. */
export type OpportunityEdge = {
  __typename?: 'OpportunityEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: Opportunity;
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

/** The position of a page in its list, as defined by Relay's Cursor Connections specification. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item on this page, to pass as `after` for the next page; null if the page is empty and no other follows. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there are more items after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are items before this page. Only forward pagination is supported: there is no `before`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item on this page; null if the page is empty. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** The odds of one price in the three common formats. */
export type Price = {
  __typename?: 'Price';
  /** American odds: +150 wins 150 on a stake of 100, -110 wins 100 on a stake of 110. 0, with 1 as decimal odds, is a suspended price: nobody can bet at it. */
  american: Scalars['Float']['output'];
  /** Decimal odds: the payout for a stake of 1, including the stake. Computed from the American odds if upstream sends none, and in recorded prices, where the decimals beyond the second may differ from those of the price that was recorded. */
  decimal: Scalars['Float']['output'];
  /** Implied probability including the vig, 0.0 to 1.0: as upstream sends it, or 1 / decimal, as in recorded prices. */
  probability: Scalars['Float']['output'];
};

/** The recorded points of one price, within a range of time. */
export type PriceHistory = {
  __typename?: 'PriceHistory';
  /** The price that stood when play began, as in `Odds.closing`. */
  closing: Maybe<PriceSnapshot>;
  /** When the board was watched in this range: between points outside of it, the price may have changed unseen. */
  coverage: Coverage;
  /** The first recorded price, also if it is before the range; null if there is none. */
  opening: Maybe<PriceSnapshot>;
  /** The position of this page in the range. */
  pageInfo: PageInfo;
  /** The points of this page, the earliest first. The first page begins with the point that stood when the range began, at the time when it came. */
  points: Array<PricePoint>;
};

/** A selection whose price moved, at one line. */
export type PriceMove = {
  __typename?: 'PriceMove';
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event. */
  eventId: Scalars['ID']['output'];
  /** The sportsbook that moved first; one of them if several moved at the same moment. */
  firstSportsbookId: Scalars['ID']['output'];
  /** The price when the window began: that of the mean implied probability at the sportsbooks that moved. */
  from: Price;
  /** The handicap or total; null in markets without a line. The move is that of the price at this line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The market type, for instance `moneyline`. */
  marketType: Scalars['String']['output'];
  /** The implied probability of `to` minus that of `from`, in percentage points. Above 0 if the selection has become likelier, and its price shorter. */
  movePercent: Scalars['Float']['output'];
  /** The name of the player in a player prop; null in other markets. */
  playerName: Maybe<Scalars['String']['output']>;
  /** The outcome, as the first sportsbook that moved names it. */
  selection: Scalars['String']['output'];
  /** The side, such as `home`, `away`, `over` or `under`. An open set. */
  selectionType: Scalars['String']['output'];
  /** When the first of them began to move. */
  since: Scalars['DateTime']['output'];
  /** The sportsbooks whose price moved in this direction by `minMovePercent` at least, the first to move first. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** The price now, in the same way. */
  to: Price;
};

/** A page of price moves. */
export type PriceMoveConnection = {
  __typename?: 'PriceMoveConnection';
  /** The price moves of this page with their cursors. */
  edges: Array<PriceMoveEdge>;
  /** The price moves of this page without cursors. */
  nodes: Array<PriceMove>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of price moves that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of price moves, with its cursor. */
export type PriceMoveEdge = {
  __typename?: 'PriceMoveEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: PriceMove;
};

/** A price at one moment. It stood until the next point. */
export type PricePoint = {
  __typename?: 'PricePoint';
  /** When it changed, as upstream says; when it was first seen, if upstream does not say it. */
  at: Scalars['DateTime']['output'];
  /** The highest open price among the changes of the interval; null at `TICK`, and without any. */
  high: Maybe<Price>;
  /** Whether the event was in play. */
  isLive: Scalars['Boolean']['output'];
  /** The handicap or total; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The lowest open price among the changes of the interval; null at `TICK`, and without any. */
  low: Maybe<Price>;
  /** The odds; null unless the price was open. */
  price: Maybe<Price>;
  /** Whether it could be bet. */
  status: PriceStatus;
};

/** A price at a moment that matters: the opening, or when play began. */
export type PriceSnapshot = {
  __typename?: 'PriceSnapshot';
  /** When this price had come; of a closing price, that is before play began. */
  at: Scalars['DateTime']['output'];
  /** Whether it is only the first that was seen, so that the market may have opened at another price: the board was not watched before, or the sportsbook listed the bet before under another id. False for a closing. */
  isFirstSeen: Scalars['Boolean']['output'];
  /** Whether it may still change, since it is not certain yet when play began. False for an opening. */
  isProvisional: Scalars['Boolean']['output'];
  /** The handicap or total; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The odds; of a closing price that could not be bet, the last ones before. Null if there are none. */
  price: Maybe<Price>;
  /** Whether it could be bet at that moment. */
  wasOpen: Scalars['Boolean']['output'];
};

/** Whether a price could be bet. */
export type PriceStatus =
  /** It could be bet. */
  | 'OPEN'
  /** The sportsbook had taken it off the board. */
  | 'REMOVED'
  /** The sportsbook did not take bets on it for the moment. */
  | 'SUSPENDED';

/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type Query = {
  __typename?: 'Query';
  /** The API keys of the caller's account, without their secrets. Tier: any, except viewers. */
  apiKeys: Maybe<Array<ApiKey>>;
  /**
   * Whether bets beat the market: each bet against the closing price, that which stood when play began. One answer for each
   * bet, in order; its `closing` is null if none is recorded, and then `coverage` says why it may be missing. Takes no
   * upstream request. Tier: pro and above.
   */
  closingLineValue: Maybe<Array<ClosingLineValue>>;
  /**
   * Links that open bets at their sportsbooks: one entry for each id, in the same order. Tier: hobby and
   * above.
   */
  deepLinks: Maybe<Array<DeepLink>>;
  /** One event by its id; null if no listed event has this id. Tier: any. */
  event: Maybe<Event>;
  /** Upcoming and live events, as a connection. Tier: any. */
  events: Maybe<EventConnection>;
  /**
   * The game state of all events of a sport, merged from all sportsbooks; an empty list if the sport has
   * none. Tier: enterprise.
   */
  gameStates: Maybe<Array<GameState>>;
  /**
   * What is recorded of past prices: since when, how long it is kept, and when the board was not watched. Takes no
   * upstream request. Null with `FEATURE_NOT_AVAILABLE` on a server that records nothing. Tier: pro and above.
   */
  historyCoverage: Maybe<HistoryCoverage>;
  /** The sports for which live game state is available. Tier: enterprise. */
  liveSports: Maybe<Array<LiveSport>>;
  /**
   * Markets with a low hold at the best price of each side, as a connection. The list changes within seconds, and pages are
   * cut from it as it is when they are read: one may repeat rows of the one before and miss others, so read up to 200 in one
   * page, or know them by `id`. Tier: pro and above.
   */
  lowHoldOpportunities: Maybe<LowHoldOpportunityConnection>;
  /**
   * An object by its global id, for clients such as Relay that refetch objects one by one. Null if there is no
   * such object. Tier: any.
   */
  node: Maybe<Node>;
  /**
   * Prices across events and sportsbooks, as a connection. Tier: any; naming a sportsbook above the tier
   * is refused with `TIER_RESTRICTED`.
   */
  odds: Maybe<OddsConnection>;
  /**
   * Prices that changed after a point in time, as a connection, for polling. Pass `serverTime` of the
   * first page as the next `since`: a price may change while the others are read. Tier: any.
   */
  oddsChanges: Maybe<OddsChanges>;
  /**
   * The opportunities that are open now, as a connection: grouped by kind, in the order of `OpportunityKind`. By default
   * those of at least 2 % expected value (`minEvPercent`) or 0.5 % profit (`minProfitPercent`).
   * The best of each kind comes first: the highest `evPercent`, `profitPercent` or `expectedValuePercent`, or
   * the lowest `holdPercent`. They are what `liveOpportunities` starts with, read from the account's
   * stream of opportunities. If the stream isn't open, it is opened, which takes one upstream request, and
   * stays open for ten seconds after the last reader. A query waits up to ten seconds for a stream that
   * isn't up to date, then fails with the code of what the stream has failed with, or with `UPSTREAM_TIMEOUT`.
   * A page goes on behind the row of its cursor, whatever has been detected or has expired before it. Only a row that has become
   * better or worse meanwhile may be on two pages or on none. Tier: hobby and above, with streaming enabled on the account.
   */
  opportunities: Maybe<OpportunityConnection>;
  /**
   * The prices that moved most in the last minutes, by implied probability, the largest move first: for each selection and
   * line how far it moved, at which sportsbooks, and which of them was first. The implied probability is 1 / decimal price
   * (source: Erik Štrumbelj, "On determining probability forecasts from betting odds", International Journal of Forecasting
   * 30, 2014); that of several sportsbooks is their mean. Only bets that were offered when the window began are compared, at
   * the same line as now and under whichever id: one that opened within it is left out. A window that begins before anything was recorded begins
   * with the first record. Where some sportsbooks moved up and others down, a move is that of those that moved further in sum. Of more
   * than 20,000 prices that moved, only those that moved furthest count, and `extensions.upstream.hints` says so: narrow
   * `filter` or raise `minMovePercent`. `props`, `live` and the caller's tier don't narrow these prices, only what is listed of
   * them; a type such as `player_points` does. Callers who ask the same within a second share one read. Takes no upstream request, but for a hint on a
   * name that finds nothing. Tier: pro and above.
   */
  priceMoves: Maybe<PriceMoveConnection>;
  /**
   * Events whose prices are recorded, as a connection: those that are over, too, which no other field lists. The latest start
   * comes first. Callers who ask the same within a second share one read. Takes no upstream request, but for a hint on a name
   * that finds nothing. Tier: pro and above.
   */
  recordedEvents: Maybe<RecordedEventConnection>;
  /** Betting splits by event and source, as a connection. Tier: any. */
  splits: Maybe<SplitsConnection>;
  /**
   * The sports that have events with odds, by slug, with their leagues and market types: the values that
   * the filters of other fields take. Only what the caller's tier can see is counted. Read from the
   * caller's live board if there is one, otherwise from the whole list of events: one upstream request
   * for about 190 events, shared with `event`. Fails with `UPSTREAM_UNAVAILABLE` if the list is longer than
   * upstream can be paged through. Tier: any.
   */
  sports: Maybe<Array<Sport>>;
  /** One sportsbook by its id; null if upstream lists none with this id for the caller. Tier: any. */
  sportsbook: Maybe<Sportsbook>;
  /**
   * The sportsbooks that upstream lists for the caller. `requiresTier` is the tier that can see the odds of a sportsbook:
   * those above `viewer.tier` show no prices. Upstream may leave out those of the tier sharp where the caller's is lower.
   * Tier: any.
   */
  sportsbooks: Maybe<Array<Sportsbook>>;
  /** The account of the API key in the request, with its entitlements and limits. Tier: any. */
  viewer: Maybe<Viewer>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryClosingLineValueArgs = {
  bets: Array<BetInput>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryDeepLinksArgs = {
  ids: Array<Scalars['ID']['input']>;
  state?: Scalars['String']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryGameStatesArgs = {
  league?: InputMaybe<Scalars['String']['input']>;
  live?: InputMaybe<Scalars['Boolean']['input']>;
  sport: Scalars['String']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryLowHoldOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LowHoldFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<LowHoldSort>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryOddsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OddsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<OddsSort>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryOddsChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OddsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  since: Scalars['DateTime']['input'];
  sort?: InputMaybe<OddsSort>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LiveFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kinds?: InputMaybe<Array<OpportunityKind>>;
  minEvPercent?: InputMaybe<Scalars['Float']['input']>;
  minProfitPercent?: InputMaybe<Scalars['Float']['input']>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryPriceMovesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LiveFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  live?: InputMaybe<Scalars['Boolean']['input']>;
  minMovePercent?: Scalars['Float']['input'];
  windowMinutes?: Scalars['Int']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QueryRecordedEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<RecordedEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QuerySplitsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SplitsFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QuerySportsbookArgs = {
  id: Scalars['ID']['input'];
};


/** Queries. A field that fails is null with an error of its own and does not affect its siblings. */
export type QuerySportsbooksArgs = {
  filter?: InputMaybe<SportsbookFilter>;
};

/** A rate limit in requests per minute. */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** The number of requests allowed in a window of one minute. */
  limit: Scalars['Int']['output'];
  /** The number of requests left in the current window. */
  remaining: Scalars['Int']['output'];
  /** When the current window ends. */
  resetAt: Scalars['DateTime']['output'];
};

/** An event whose prices are recorded. It may be over. */
export type RecordedEvent = {
  __typename?: 'RecordedEvent';
  /** The away team; null if the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** The board of this event when play began, as `Event.closingOdds`. */
  closingOdds: Maybe<Array<HistoricOdds>>;
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, as `Event.id` has it. */
  eventId: Scalars['ID']['output'];
  /** The home team; null if the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** How the line of a market moved, as `Event.lineMovement`. */
  lineMovement: Maybe<Array<LineMovement>>;
  /** A display name: `Away @ Home`, or the only team or title that the source names. Null if it names none, as for many outrights: `Event.name` tells what those are about as long as they are listed. */
  name: Maybe<Scalars['String']['output']>;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The scheduled start of the event. */
  startTime: Scalars['DateTime']['output'];
  /** When play was seen to begin; null before that, and if nobody watched. */
  startedAt: Maybe<Scalars['DateTime']['output']>;
};


/** An event whose prices are recorded. It may be over. */
export type RecordedEventClosingOddsArgs = {
  filter?: InputMaybe<EventOddsFilter>;
  lines?: MarketLines;
};


/** An event whose prices are recorded. It may be over. */
export type RecordedEventLineMovementArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  inPlay?: Scalars['Boolean']['input'];
  market: Scalars['String']['input'];
  resolution?: HistoryResolution;
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A page of recorded events. */
export type RecordedEventConnection = {
  __typename?: 'RecordedEventConnection';
  /** The recorded events of this page with their cursors. */
  edges: Array<RecordedEventEdge>;
  /** The recorded events of this page without cursors. */
  nodes: Array<RecordedEvent>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of recorded events that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of recorded events, with its cursor. */
export type RecordedEventEdge = {
  __typename?: 'RecordedEventEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: RecordedEvent;
};

/**
 * Filter for recorded events. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type RecordedEventFilter = {
  /** Event ids, as `Event.id` has them. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** True: only events that have begun, those that are over included. False: only events that have not begun. */
  hasBegun?: InputMaybe<Scalars['Boolean']['input']>;
  /** League slugs, case-insensitive: `nba`, `nfl`, `mlb`, `nhl`, `ncaab`, `ncaaf`, `epl`, `la_liga`, `serie_a`, `atp`, `wta` and others. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only events that start at this time or later. Needs `startsBefore`. */
  startsAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only events that start before this time, which must be after `startsAfter` by at most 8 days. */
  startsBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of a team's name, such as `lakers` or `76ers`, in any case and without regard to accents, hyphens and full stops. */
  team?: InputMaybe<Scalars['String']['input']>;
};

/** An API key with a new secret. */
export type RotatedApiKey = {
  __typename?: 'RotatedApiKey';
  /** The key with its new masked secret. */
  apiKey: ApiKey;
  /** Whether the old secret is already refused. */
  previousKeyRevoked: Scalars['Boolean']['output'];
  /** When the new secret became valid. */
  rotatedAt: Scalars['DateTime']['output'];
  /** The new secret. Store it: it is not shown again. */
  secret: Scalars['String']['output'];
};

/** One selection of a market with the price of every sportsbook. */
export type SelectionComparison = {
  __typename?: 'SelectionComparison';
  /** The open one of `prices` with the highest payout; null if none is open. */
  best: Maybe<Price>;
  /**
   * The expected value of a bet at the best price, in percent of the stake, which is by how much the best
   * price is above the fair one: (best.decimal / fairPrice.decimal - 1) x 100. Below 0 if it is worse. More
   * than 20 usually means that the best price is an error, or that of another bet under the same name. Null
   * without a fair price or a best price, if the sportsbook of the best price is left out of the fair one, or if the
   * fair one is of that sportsbook alone.
   */
  bestEvPercent: Maybe<Scalars['Float']['output']>;
  /** When the best price was last seen at its sportsbook; null if none is open. */
  bestSeenAt: Maybe<Scalars['DateTime']['output']>;
  /** The id of the sportsbook with the best price. Suspended prices are listed under `prices`, but are neither best nor worst: null if no price is open. */
  bestSportsbookId: Maybe<Scalars['ID']['output']>;
  /**
   * The fair (no-vig) price: that of a bet without any margin. Computed from the sportsbooks of this
   * comparison that price every side of the market at the same line: each one's margin is removed by
   * `method`, and the fair probability is the mean over these sportsbooks, so those of all sides add up
   * to 1. Sides at the same line are -3.5 and +3.5, or over and under of the same total; a moneyline has
   * a draw if any sportsbook prices it, and always in soccer. A sportsbook whose implied probabilities
   * add up to less than 0.98 is left out, since its sides are not those of one market; one for which they add up to less
   * than 1 at several whole numbers is left out at all of them, since it has "exactly 8" beside over and under 8. Null if no
   * sportsbook prices every side, as in one-sided markets, or if it is not certain which selections
   * together cover every outcome, as in outrights.
   */
  fairPrice: Maybe<Price>;
  /** The line in points, goals or games; null in markets without a line. */
  line: Maybe<Scalars['Float']['output']>;
  /** The price of each sportsbook that offers the selection; with `lines: MAIN`, of each whose main line it is. */
  prices: Array<SportsbookPrice>;
  /** The outcome: a team, `Over`, `Under` or a player. */
  selection: Scalars['String']['output'];
  /** The side, such as `home`, `away`, `over` or `under`. An open set. */
  selectionType: Scalars['String']['output'];
  /** The gap between the best and the worst price: the difference of their implied probabilities, in percentage points. Null if no price is open. It has nothing to do with point spreads. */
  spreadPercent: Maybe<Scalars['Float']['output']>;
  /** The open one of `prices` with the lowest payout; null if none is open. */
  worst: Maybe<Price>;
  /** The id of the sportsbook with the worst open price; null if none is open. */
  worstSportsbookId: Maybe<Scalars['ID']['output']>;
};


/** One selection of a market with the price of every sportsbook. */
export type SelectionComparisonBestEvPercentArgs = {
  method?: FairPriceMethod;
};


/** One selection of a market with the price of every sportsbook. */
export type SelectionComparisonFairPriceArgs = {
  method?: FairPriceMethod;
};

/** The shares of the two teams, each 0.0 to 1.0. */
export type SideShares = {
  __typename?: 'SideShares';
  /** The share of the away team, 0.0 to 1.0. */
  away: Scalars['Float']['output'];
  /** The share of the home team, 0.0 to 1.0. */
  home: Scalars['Float']['output'];
};

/** The direction of a sort order. */
export type SortDirection =
  /** Ascending: the smallest, earliest or alphabetically first comes first. */
  | 'ASC'
  /** Descending: the largest, latest or alphabetically last comes first. */
  | 'DESC';

/** The betting splits of an event, as one source reports them. Handle is the money wagered; bets are the number of tickets. */
export type Splits = {
  __typename?: 'Splits';
  /** The away team; null if the source names none. */
  awayTeam: Maybe<Scalars['String']['output']>;
  /** The event; null if it is no longer listed. */
  event: Maybe<Event>;
  /** The id of the event, the same for all sportsbooks. */
  eventId: Scalars['ID']['output'];
  /** When the splits were collected. They are collected about every five minutes. */
  fetchedAt: Scalars['DateTime']['output'];
  /** The home team; null if the source names none. */
  homeTeam: Maybe<Scalars['String']['output']>;
  /** League slug, for instance `nba`. */
  league: Scalars['String']['output'];
  /** Bets on the winner of the event. */
  moneyline: MoneylineSplits;
  /** Sport slug, for instance `basketball`. */
  sport: Scalars['String']['output'];
  /** The sportsbook that reports the splits; null if it is not listed. */
  sportsbook: Maybe<Sportsbook>;
  /** The id of the sportsbook that reports the splits. */
  sportsbookId: Scalars['ID']['output'];
  /** Bets on the point spread. */
  spread: SpreadSplits;
  /** Bets on over or under. */
  total: TotalSplits;
};

/** A page of splits. */
export type SplitsConnection = {
  __typename?: 'SplitsConnection';
  /** The splits of this page with their cursors. */
  edges: Array<SplitsEdge>;
  /** The splits of this page without cursors. */
  nodes: Array<Splits>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of splits that match the filter, on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An item in a page of splits, with its cursor. */
export type SplitsEdge = {
  __typename?: 'SplitsEdge';
  /** The position of the item in the list; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The item at this position. */
  node: Splits;
};

/**
 * Filter for betting splits. All conditions must match; within a list, at least one value must match.
 * An empty list matches everything.
 */
export type SplitsFilter = {
  /** Event ids, as `Event.id` has them. */
  eventIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** League slugs such as `nba`, case-insensitive. */
  leagues?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sport slugs such as `basketball`, case-insensitive. The aliases `ice_hockey`, `american_football` and `association_football` are accepted. */
  sports?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Ids of the sportsbooks that report the splits, case-insensitive. */
  sportsbooks?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The betting splits of an event over time. */
export type SplitsHistory = {
  __typename?: 'SplitsHistory';
  /** The recorded splits, oldest first. */
  entries: Array<SplitsHistoryEntry>;
  /** When the newest entry was recorded; null if there are no entries. */
  newest: Maybe<Scalars['DateTime']['output']>;
  /** When the oldest entry was recorded; null if there are no entries. */
  oldest: Maybe<Scalars['DateTime']['output']>;
  /** The ids of the sportsbooks that report the entries. */
  sportsbookIds: Array<Scalars['ID']['output']>;
  /** The number of recorded entries, including those beyond `first`. */
  totalCount: Scalars['Int']['output'];
};

/** The betting splits of an event at one time, as one source reported them. */
export type SplitsHistoryEntry = {
  __typename?: 'SplitsHistoryEntry';
  /** Bets on the winner of the event. */
  moneyline: MoneylineSplits;
  /** When the splits were recorded. */
  recordedAt: Scalars['DateTime']['output'];
  /** The id of the sportsbook that reports the splits. */
  sportsbookId: Scalars['ID']['output'];
  /** Bets on the point spread. */
  spread: SpreadSplits;
  /** Bets on over or under. */
  total: TotalSplits;
};

/** A sport with its leagues and market types. */
export type Sport = {
  __typename?: 'Sport';
  /** The number of upcoming and live events with odds from at least one sportsbook. */
  eventCount: Scalars['Int']['output'];
  /** The slug in filters, events and odds, for instance `basketball`. */
  id: Scalars['ID']['output'];
  /** The leagues of these events, sorted by slug. */
  leagues: Array<League>;
  /** The number of these events that are in play. */
  liveEventCount: Scalars['Int']['output'];
  /** The market types with odds on these events, such as `moneyline`, sorted alphabetically. An open set. */
  marketTypes: Array<Scalars['String']['output']>;
  /** A display name, derived from the slug since upstream has none, for instance `Basketball`. */
  name: Scalars['String']['output'];
};

/** A sportsbook, betting exchange or prediction market. */
export type Sportsbook = Node & {
  __typename?: 'Sportsbook';
  /** The display name, for instance `DraftKings`. */
  displayName: Scalars['String']['output'];
  /** The number of events with odds from the sportsbook; 0 while it is unavailable. */
  eventCount: Scalars['Int']['output'];
  /** Whether the sportsbook offers odds on events in play. */
  hasLiveOdds: Scalars['Boolean']['output'];
  /** Whether the sportsbook offers player props. */
  hasPlayerProps: Scalars['Boolean']['output'];
  /** The id in filters and odds, for instance `draftkings`. */
  id: Scalars['ID']['output'];
  /** Whether the sportsbook is considered sharp: low hold, fast price moves, open to informed bettors. */
  isSharp: Scalars['Boolean']['output'];
  /** When the odds of the sportsbook were last collected; null while it is unavailable. */
  lastUpdate: Maybe<Scalars['DateTime']['output']>;
  /** Upstream's name, identical to the id. */
  name: Scalars['String']['output'];
  /** The sportsbook's global id, for `Query.node`. */
  nodeId: Scalars['ID']['output'];
  /** The regions that the sportsbook serves, such as `US`, `UK`, `EU`, `AU` or `GLOBAL`. An open set. */
  regions: Array<Scalars['String']['output']>;
  /** The lowest tier that can see the odds of the sportsbook; null if every tier can. */
  requiresTier: Maybe<Tier>;
  /** Whether the odds of the sportsbook are collected. */
  status: SportsbookStatus;
};

/** Filter for sportsbooks. All conditions must match. */
export type SportsbookFilter = {
  /** True: only sharp sportsbooks. False: only the others. */
  isSharp?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only sportsbooks that serve at least one of these regions: `US`, `UK`, `EU`, `AU` or `GLOBAL`, case-insensitive. An empty list matches everything. */
  regions?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only sportsbooks with this status. */
  status?: InputMaybe<SportsbookStatus>;
};

/** The hold of one sportsbook on a market. */
export type SportsbookHold = {
  __typename?: 'SportsbookHold';
  /** The hold in percent: (sum of implied probabilities - 1) x 100. */
  holdPercent: Scalars['Float']['output'];
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** The link that opens a bet at one sportsbook. */
export type SportsbookLink = {
  __typename?: 'SportsbookLink';
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
  /** The URL, http or https; null if the sportsbook has no link. */
  url: Maybe<Scalars['String']['output']>;
};

/** The price of one sportsbook on a selection. */
export type SportsbookPrice = {
  __typename?: 'SportsbookPrice';
  /** When the price was last seen at the sportsbook. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** The price in American, decimal and probability format. */
  price: Price;
  /** The id of the sportsbook. */
  sportsbookId: Scalars['ID']['output'];
};

/** The status of a sportsbook's odds. */
export type SportsbookStatus =
  /** The odds of the sportsbook are collected. */
  | 'ACTIVE'
  /** The odds of the sportsbook are not collected at the moment. */
  | 'INACTIVE'
  /** A status not known to this version of the graph. */
  | 'OTHER';

/** Betting splits of the point spread. */
export type SpreadSplits = {
  __typename?: 'SpreadSplits';
  /** The handicap of the away team, in points. */
  awayLine: Scalars['Float']['output'];
  /** The share of the bets on each side. */
  betShare: SideShares;
  /** The share of the handle on each side. */
  handleShare: SideShares;
  /** The handicap of the home team, in points. */
  homeLine: Scalars['Float']['output'];
};

/**
 * Live data. A subscription ends with an error once the caller could no longer start it, for instance
 * after the account's tier has changed.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /**
   * Prices in real time: first a snapshot of all matching prices, then each new or changed price, in full,
   * to upsert by `key`. Of prices with the same id, which some feeds have, only the first is there, and none once the id
   * was updated, until the next snapshot: the stream tells prices apart by their ids. `odds` lists all of them. Tier: hobby and above, with streaming enabled on the account.
   */
  liveOdds: Maybe<LiveOddsEvent>;
  /**
   * Opportunities in real time: first all that are open, then those that are detected and those that
   * expire. It can't resume: after a lost connection it starts with all that are open again. Tier: hobby and above, with streaming enabled on the account.
   */
  liveOpportunities: Maybe<LiveOpportunityEvent>;
};


/**
 * Live data. A subscription ends with an error once the caller could no longer start it, for instance
 * after the account's tier has changed.
 */
export type SubscriptionLiveOddsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  chunkSize?: InputMaybe<Scalars['Int']['input']>;
  conflateMs?: InputMaybe<Scalars['Int']['input']>;
  filter?: InputMaybe<LiveFilter>;
};


/**
 * Live data. A subscription ends with an error once the caller could no longer start it, for instance
 * after the account's tier has changed.
 */
export type SubscriptionLiveOpportunitiesArgs = {
  filter?: InputMaybe<LiveFilter>;
  kinds?: InputMaybe<Array<OpportunityKind>>;
  minEvPercent?: InputMaybe<Scalars['Float']['input']>;
  minProfitPercent?: InputMaybe<Scalars['Float']['input']>;
};

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

/** The shares of over and under, each 0.0 to 1.0. */
export type TotalShares = {
  __typename?: 'TotalShares';
  /** The share of the over, 0.0 to 1.0. */
  over: Scalars['Float']['output'];
  /** The share of the under, 0.0 to 1.0. */
  under: Scalars['Float']['output'];
};

/** Betting splits of the total. */
export type TotalSplits = {
  __typename?: 'TotalSplits';
  /** The share of the bets on each side. */
  betShare: TotalShares;
  /** The share of the handle on each side. */
  handleShare: TotalShares;
  /** The total, in points, goals or games. */
  line: Scalars['Float']['output'];
};

/** The account of the API key in the request. */
export type Viewer = {
  __typename?: 'Viewer';
  /**
   * Whether the account can subscribe to live data: false on the free tier and true on enterprise.
   * Otherwise null until a stream has shown whether the account has the streaming add-on.
   */
  canStream: Maybe<Scalars['Boolean']['output']>;
  /** The delay of the account's data in seconds; 0 means real time; 60 on the free tier. */
  dataDelaySeconds: Scalars['Int']['output'];
  /** The maximum number of events in one upstream batch of odds. Longer lists are split into several batches. */
  oddsBatchLimit: Scalars['Int']['output'];
  /** The account's rate limit at the upstream service, as of the last response that reported it; null before that. */
  rateLimit: Maybe<RateLimit>;
  /** The subscription tier of the account; the lowest if upstream's data is ambiguous. */
  tier: Tier;
};
