import {
  DEEP_LINK_BATCH_MAX,
  MAX_HOLD_CEILING_PERCENT,
  PAGE_SIZE_MAX,
} from '../../contract/limits.ts';
import { DAY, PATH_SEGMENT, type TextFormat, US_STATE } from './text-formats.ts';

/** The bounds of an argument or input field. Those that do not apply to its type are ignored. */
export interface ArgumentBounds {
  /** Characters of a string, or of each string of a list. */
  readonly lengthMax?: number;
  /** Whether a string may contain commas. By default only items of lists may not: commas separate them upstream. */
  readonly allowsComma?: boolean;
  readonly format?: TextFormat;
  readonly itemsMax?: number;
  /** Characters of all strings of a list together, with a comma between them. */
  readonly listLengthMax?: number;
  /** The range of a number, both ends included. By default only a Float has one, as an Int has its own. */
  readonly min?: number;
  readonly max?: number;
}

export const DEFAULT_BOUNDS = {
  lengthMax: 256,
  itemsMax: 1_000,
  /** A list becomes part of a URL. */
  listLengthMax: 6_000,
  /** Beyond all odds, lines and percentages. */
  min: -1_000_000_000,
  max: 1_000_000_000,
} as const satisfies ArgumentBounds;

/** Bounds of arguments that mean the same at every field, by their names. */
export const BOUNDS_BY_NAME: Readonly<Record<string, ArgumentBounds>> = {
  first: { min: 1, max: PAGE_SIZE_MAX },
  /** A cursor contains upstream's own cursor, whose maximum length upstream does not document. */
  after: { lengthMax: 2_048 },
  state: { format: US_STATE },
  minEvPercent: { min: 0 },
  minProfitPercent: { min: 0 },
};

/** Names of players are compared here with the name in each price. */
const PLAYERS_BOUNDS: ArgumentBounds = { itemsMax: 20, lengthMax: 100, allowsComma: true };

/** Bounds that deviate from the defaults, by schema coordinate. */
export const ARGUMENT_BOUNDS: Readonly<Record<string, ArgumentBounds>> = {
  'EventFilter.date': { format: DAY },
  'Event.comparison(players:)': PLAYERS_BOUNDS,
  'EventOddsFilter.players': PLAYERS_BOUNDS,
  'OddsFilter.players': PLAYERS_BOUNDS,
  'LowHoldFilter.maxHoldPercent': { min: 0, max: MAX_HOLD_CEILING_PERCENT },
  'BetInput.decimal': { min: 1.0001, max: 100_000 },
  'Odds.history(first:)': { min: 1, max: 1_000 },
  'Query.closingLineValue(bets:)': { itemsMax: 200 },
  'Query.priceMoves(minMovePercent:)': { min: 0, max: 100 },
  'Query.priceMoves(windowMinutes:)': { min: 1, max: 1_440 },
  // Routers send one representation for each entity of an answer.
  'Query._entities(representations:)': { itemsMax: 10_000 },
  // Sent in a request body, so neither the length of a URL nor commas matter.
  'Query.deepLinks(ids:)': {
    itemsMax: DEEP_LINK_BATCH_MAX,
    listLengthMax: Number.POSITIVE_INFINITY,
    allowsComma: true,
  },
  'Query.gameStates(league:)': { allowsComma: false },
  'Query.gameStates(sport:)': { format: PATH_SEGMENT },
  'Subscription.liveOdds(after:)': { lengthMax: DEFAULT_BOUNDS.lengthMax },
  'Subscription.liveOdds(chunkSize:)': { min: 1, max: 1_000 },
  'Subscription.liveOdds(conflateMs:)': { min: 0, max: 60_000 },
};
