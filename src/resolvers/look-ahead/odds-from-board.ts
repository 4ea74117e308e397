import type { GraphQLResolveInfo } from 'graphql';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { EventOddsFilter } from '../../generated/schema-types.ts';
import type {
  OddsBoardReader,
  OddsPageQuery,
  PricedEvent,
} from '../../live/board/odds-board-reader.ts';
import { eventOddsMatcher } from '../../loaders/event-odds.ts';
import { upstreamShared } from '../../metrics.ts';
import { ListedOdds } from '../../models/odds.ts';
import type { OperationContext } from '../context.ts';
import { selectedFields } from './selection.ts';

/**
 * A live board is the current prices of a caller's upstream stream, in memory. These fields of `Odds` are the
 * same on it as in upstream's lists, or are links to objects with loaders of their own.
 * Streams do not repeat when a price was last seen or how much is bet on it, so `lastSeenAt`,
 * `publicBetShare` and `maxBet` are missing. So are `changedAt` and `status`, which streams and lists
 * report differently.
 */
const ON_BOARD: ReadonlySet<string> = new Set([
  'id',
  'key',
  'eventId',
  'sportsbookId',
  'sport',
  'league',
  'homeTeam',
  'awayTeam',
  'marketType',
  'selection',
  'selectionType',
  'price',
  'line',
  'eventStartTime',
  'isLive',
  'playerName',
  'statCategory',
  'event',
  'sportsbook',
  'deepLink',
  '__typename',
]);

/** An event's prices from the caller's live board; null unless it has everything that is selected. */
export async function eventOddsFromBoard(
  eventId: string,
  filter: EventOddsFilter,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<ListedOdds[] | null> {
  const board = await boardFor(context, selectedFields(info));
  const { sportsbooks: sportsbook, markets: market } = filter;
  const rows = board?.ofEvent(eventId, { sportsbook, market }) ?? null;
  if (rows === null) return null;
  countBoardRead(context);
  const matches = eventOddsMatcher(filter);
  const odds: ListedOdds[] = [];
  for (const wire of rows) if (matches(wire)) odds.push(new ListedOdds(wire));
  return odds;
}

/** The first page of the field `odds` from the board; null also if there is more than one page. */
export async function oddsPageFromBoard(
  spec: OddsPageQuery,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<OddsPage | null> {
  const selected = selectedFields(info, ['nodes']).union(selectedFields(info, ['edges', 'node']));
  if (spec.sort?.endsWith('last_seen_at')) return null;
  const board = await boardFor(context, selected);
  const page = board?.page(spec) ?? null;
  if (page !== null) countBoardRead(context);
  return page;
}

/** All events with prices, from the caller's live board; null unless it is sure to agree with upstream. */
export async function pricedEventsFromBoard(
  context: OperationContext,
): Promise<PricedEvent[] | null> {
  const board = await boardFor(context, new Set());
  const events = board?.pricedEvents() ?? null;
  if (events !== null) countBoardRead(context);
  return events;
}

/** The caller's board; null without one, if it lacks a selected field, or if the caller gets delayed data. */
async function boardFor(
  context: OperationContext,
  selected: ReadonlySet<string>,
): Promise<OddsBoardReader | null> {
  const { live, upstream } = context.services;
  const credential = context.requireCredential();
  if (live.boardBackedOdds(credential) === null || !selected.isSubsetOf(ON_BOARD)) return null;
  const tier = await context.scope.tier();
  const { dataDelaySeconds } = upstream.client.accounts.of(credential);
  if (dataDelaySeconds !== 0) return null;
  const board = live.boardBackedOdds(credential); // The stream may have ended in the meantime.
  return board?.tier === tier ? board : null; // Another tier sees other sportsbooks.
}

/** Counts a read of the board, like every read that takes no upstream request of its own. */
function countBoardRead(context: OperationContext): void {
  context.usage.cached += 1;
  upstreamShared.inc({ from: 'board' });
  recordBoardRead(context);
}

/** Records that the operation read a board: such data stays fresh for as long as prices from upstream. */
export function recordBoardRead({ usage, services, scope }: OperationContext): void {
  const { clock, upstream } = services;
  const accountStatus = upstream.client.accounts.of(scope.caller.credential);
  usage.recordRead(clock.monotonic() + ROUTES.odds.freshForMs, accountStatus);
}
