import type { GraphQLResolveInfo } from 'graphql';
import type { ComparedPrice } from '../../contract/odds/compare-markets.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { EventOddsFilter } from '../../generated/schema-types.ts';
import type {
  OddsBoardReader,
  OddsPageQuery,
  PricedEvent,
} from '../../live/board/odds-board-reader.ts';
import {
  eventBatchLoader,
  eventOddsMatcher,
  listedEventOddsLoader,
} from '../../loaders/event-odds.ts';
import { metrics } from '../../observability/metrics.ts';
import type { OperationContext } from '../context.ts';
import type { NameKind } from '../names/name-kinds.ts';
import { ON_BOARD } from './carried-fields.ts';
import { selectedFields } from './selection.ts';

/** The field of a price that has its name of each kind. */
const BOARD_FIELDS = {
  sports: 'sport',
  leagues: 'league',
  sportsbooks: 'sportsbook',
  markets: 'market_type',
} as const satisfies Partial<Record<NameKind, string>>;

/** No field of `Odds` is selected. */
const NOTHING = () => new Set<string>();

/** An event's prices from the caller's live board; null unless it has all fields of `Odds` that are selected. */
export function eventOddsFromBoard(
  eventId: string,
  filter: EventOddsFilter,
  context: OperationContext,
  selected: () => ReadonlySet<string>,
): Promise<Odds[] | null> | null {
  if (!hasBoard(context)) return null; // Without a promise for each event: most callers have none.
  const { sportsbooks: sportsbook, markets: market } = filter;
  return readBoard(
    context,
    selected,
    (board) =>
      board.ofEvent(eventId, { sportsbook, market })?.filter(eventOddsMatcher(filter)) ?? null,
  );
}

/** The fields of `Odds` that a comparison reads, by what is selected below it. `path` leads to its selections. */
export function comparedFields(info: GraphQLResolveInfo, path: readonly string[]): Set<string> {
  const forBestSeenAt = selectedFields(info, path).has('bestSeenAt') ? ['lastSeenAt'] : [];
  return new Set([...selectedFields(info, [...path, 'prices']), ...forBestSeenAt]);
}

/**
 * An event's prices for a comparison: from the caller's live board, or in a batch with those of other events; those of
 * players, whom batches don't name, from the list of prices. Resolves when they may be compared (see `ExecutionSlices`).
 */
export async function eventPrices(
  eventId: string,
  filter: EventOddsFilter,
  context: OperationContext,
  selected: () => ReadonlySet<string>,
): Promise<readonly ComparedPrice[]> {
  const onBoard = await eventOddsFromBoard(eventId, filter, context, selected);
  const prices = onBoard ?? (await readPrices(eventId, filter, context));
  await context.slices?.wait(prices.length);
  return prices;
}

async function readPrices(
  eventId: string,
  filter: EventOddsFilter,
  { loaders }: OperationContext,
): Promise<readonly ComparedPrice[]> {
  if (filter.players?.length) return loaders.of(listedEventOddsLoader, filter).load(eventId);
  return (await loaders.of(eventBatchLoader, filter).load(eventId))?.odds ?? [];
}

/** The first page of `Query.odds` from the caller's board; null without one that can tell, or if there are more pages. */
export async function oddsPageFromBoard(
  spec: OddsPageQuery,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<OddsPage | null> {
  if (spec.sort?.endsWith('last_seen_at')) return null;
  const selected = () =>
    selectedFields(info, ['nodes']).union(selectedFields(info, ['edges', 'node']));
  return readBoard(context, selected, (board) => board.page(spec));
}

/** All events with prices, from the caller's live board; null unless it is sure to agree with upstream. */
export function pricedEventsFromBoard(context: OperationContext): Promise<PricedEvent[] | null> {
  return readBoard(context, NOTHING, (board) => board.pricedEvents());
}

/** All names of a kind that prices on the board have, in lower case; null without a board that has all prices. */
export async function namesFromBoard(
  kind: keyof typeof BOARD_FIELDS,
  context: OperationContext,
): Promise<Iterable<string> | null> {
  const board = await boardFor(context, NOTHING);
  return board?.values(BOARD_FIELDS[kind]) ?? null;
}

function hasBoard(context: OperationContext): boolean {
  return context.services.live.boardBackedOdds(context.requireCredential()) !== null;
}

/** The caller's board; null without one, if it lacks a selected field, or if the caller gets delayed data. */
async function boardFor(
  context: OperationContext,
  selected: () => ReadonlySet<string>,
): Promise<OddsBoardReader | null> {
  const { live, upstream } = context.services;
  const credential = context.requireCredential();
  if (!hasBoard(context) || !selected().isSubsetOf(ON_BOARD)) return null;
  const tier = await context.scope.tier();
  const { dataDelaySeconds } = upstream.accounts.of(credential);
  if (dataDelaySeconds !== 0) return null;
  const board = live.boardBackedOdds(credential); // The stream may have ended in the meantime.
  return board?.tier === tier ? board : null; // Another tier sees other sportsbooks.
}

/** What `read` finds on the caller's board; null without one. What is found counts as a cached response of upstream. */
async function readBoard<Found>(
  context: OperationContext,
  selected: () => ReadonlySet<string>,
  read: (board: OddsBoardReader) => Found | null,
): Promise<Found | null> {
  const board = await boardFor(context, selected);
  const found = board && read(board);
  if (found === null) return null;
  context.usage.cached += 1;
  metrics.upstream_responses_shared_total.inc({ from: 'board' });
  recordBoardRead(context);
  return found;
}

/** Records that the operation read a board: such data stays fresh for as long as prices from upstream. */
export function recordBoardRead({ usage, services }: OperationContext): void {
  const now = services.clock.monotonic();
  usage.recordRead(now, now + ROUTES.odds.freshForMs);
}
