import type { GraphQLResolveInfo } from 'graphql';
import type { EventOddsFilter } from '../generated/graph.ts';
import type { OddsPageWish, WarmOdds } from '../live/warm-odds.ts';
import { eventOddsMatcher } from '../loaders/event-odds.ts';
import { upstreamShared } from '../metrics.ts';
import { ListedOdds } from '../models/odds.ts';
import { FRESH_MS, type OddsPage } from '../upstream/endpoints.ts';
import type { OperationContext } from './context.ts';
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
export async function warmEventOdds(
  eventId: string,
  filter: EventOddsFilter,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<ListedOdds[] | null> {
  const warm = await warmOdds(context, selectedFields(info));
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
export async function warmOddsPage(
  wish: OddsPageWish,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<OddsPage | null> {
  const selected = selectedFields(info, ['nodes']).union(selectedFields(info, ['edges', 'node']));
  if (wish.sort?.endsWith('last_seen_at')) return null;
  const warm = await warmOdds(context, selected);
  const page = warm?.page(wish) ?? null;
  if (page !== null) noteUse(context);
  return page;
}

/** The board of whoever has one and is shown prices without delay. */
async function warmOdds(
  context: OperationContext,
  selected: ReadonlySet<string>,
): Promise<WarmOdds | null> {
  const { live, upstream } = context.services;
  const credential = context.requireCredential();
  if (live.warmOdds(credential) === null || !selected.isSubsetOf(HELD)) return null;
  const tier = await context.session.tier();
  const { dataDelaySeconds } = upstream.client.facts(credential);
  if (dataDelaySeconds !== 0) return null;
  const warm = live.warmOdds(credential); // The stream may be lost by now.
  return warm?.tier === tier ? warm : null; // Another tier sees other sportsbooks.
}

/** An answer from the board counts as a shared one, and holds as long as one from upstream. */
function noteUse({ ledger, services, session }: OperationContext): void {
  ledger.cached += 1;
  upstreamShared.inc({ from: 'board' });
  const { clock, upstream } = services;
  const facts = upstream.client.facts(session.caller.credential);
  ledger.use(clock.monotonic() + FRESH_MS.odds, facts);
}
