import type { GraphQLResolveInfo } from 'graphql';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { EventOddsFilter } from '../../generated/schema-types.ts';
import type { BoardBackedOdds, OddsPageQuery } from '../../live/board/board-backed-odds.ts';
import { eventOddsMatcher } from '../../loaders/event-odds.ts';
import { upstreamShared } from '../../metrics.ts';
import { ListedOdds } from '../../models/odds.ts';
import type { OperationContext } from '../context.ts';
import { selectedFields } from './selection.ts';

/**
 * Fields of `Odds` that a live board has as upstream has them, and links that have their own loaders.
 * A stream tells of a change in a price, and not that it was seen again, nor how much is bet on it.
 * It always tells when a price changed, which lists do not.
 */
const HELD: ReadonlySet<string> = new Set([
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

/** An event's prices from the caller's live board; null where it does not hold all that is asked. */
export async function boardBackedEventOdds(
  eventId: string,
  filter: EventOddsFilter,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<ListedOdds[] | null> {
  const warm = await boardBackedOdds(context, selectedFields(info));
  const { sportsbooks: sportsbook, markets: market } = filter;
  const held = warm?.ofEvent(eventId, { sportsbook, market }) ?? null;
  if (held === null) return null;
  noteUse(context);
  const matches = eventOddsMatcher(filter);
  const odds: ListedOdds[] = [];
  for (const wire of held) if (matches(wire)) odds.push(new ListedOdds(wire));
  return odds;
}

/** The same for a first page of `odds`, where that is the only one. */
export async function boardBackedOddsPage(
  spec: OddsPageQuery,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<OddsPage | null> {
  const selected = selectedFields(info, ['nodes']).union(selectedFields(info, ['edges', 'node']));
  if (spec.sort?.endsWith('last_seen_at')) return null;
  const warm = await boardBackedOdds(context, selected);
  const page = warm?.page(spec) ?? null;
  if (page !== null) noteUse(context);
  return page;
}

/** The board of whoever has one and is shown prices without delay. */
async function boardBackedOdds(
  context: OperationContext,
  selected: ReadonlySet<string>,
): Promise<BoardBackedOdds | null> {
  const { live, upstream } = context.services;
  const credential = context.requireCredential();
  if (live.boardBackedOdds(credential) === null || !selected.isSubsetOf(HELD)) return null;
  const tier = await context.scope.tier();
  const { dataDelaySeconds } = upstream.client.accountStatus(credential);
  if (dataDelaySeconds !== 0) return null;
  const warm = live.boardBackedOdds(credential); // The stream may be lost by now.
  return warm?.tier === tier ? warm : null; // Another tier sees other sportsbooks.
}

/** An answer from the board counts as a shared one, and holds as long as one from upstream. */
function noteUse({ usage, services, scope }: OperationContext): void {
  usage.cached += 1;
  upstreamShared.inc({ from: 'board' });
  const { clock, upstream } = services;
  const accountStatus = upstream.client.accountStatus(scope.caller.credential);
  usage.use(clock.monotonic() + ROUTES.odds.freshForMs, accountStatus);
}
