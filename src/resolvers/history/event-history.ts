import type { RequireFields } from '../../generated/resolver-types.ts';
import type {
  EventClosingOddsArgs,
  EventLineMovementArgs,
  EventOddsAtArgs,
  HistoricOdds,
  LineMovement,
} from '../../generated/schema-types.ts';
import {
  closingBoardLoader,
  lineMovementLoader,
  pastBoardLoader,
} from '../../loaders/history/boards.ts';
import { pastNow } from '../../loaders/history/historic-series.ts';
import type { EventModel } from '../../models/event.ts';
import type { OperationContext } from '../context.ts';
import { closingOdds, historicOdds, pricePoint } from './past-prices.ts';
import { pastRange, pastTime } from './past-range.ts';

/** Resolves `Event.lineMovement`. */
export async function eventLineMovement(
  { id }: EventModel,
  args: RequireFields<EventLineMovementArgs, 'resolution'>,
  { loaders, scope }: OperationContext,
): Promise<LineMovement[]> {
  const { market, resolution } = args;
  const sportsbooks = args.sportsbooks ?? [];
  const range = pastRange(args, loaders.of(pastNow));
  await refuseBooks(scope, sportsbooks);
  const query = { market, sportsbooks, ...range, resolution };
  const movements = await loaders.of(lineMovementLoader, query).load(id);
  return movements.map(({ sportsbook, marketType, player, sides, isFirst }) => ({
    sportsbookId: sportsbook,
    marketType,
    playerName: player,
    sides: sides.map(({ series, points }) => ({
      selection: series.selection,
      selectionType: series.selectionType,
      points: points.map((point) => pricePoint(point, resolution)),
    })),
    firstToMove: isFirst,
  }));
}

/** Resolves `Event.oddsAt`. */
export async function eventOddsAt(
  { id }: EventModel,
  { time, filter }: EventOddsAtArgs,
  { loaders, scope }: OperationContext,
): Promise<HistoricOdds[] | null> {
  const at = pastTime('time', time, loaders.of(pastNow));
  await refuseBooks(scope, filter?.sportsbooks);
  const board = await loaders.of(pastBoardLoader, at, filter ?? {}).load(id);
  return board?.map(({ series, point }) => historicOdds(series, point)) ?? null;
}

/** Resolves `Event.closingOdds`. */
export async function eventClosingOdds(
  event: EventModel,
  { filter }: EventClosingOddsArgs,
  { loaders, scope }: OperationContext,
): Promise<HistoricOdds[] | null> {
  const now = loaders.of(pastNow);
  await refuseBooks(scope, filter?.sportsbooks);
  const board = await loaders.of(closingBoardLoader, filter ?? {}).load(event.id);
  const isDue = Date.parse(event.startTime) <= now;
  const closed = board.filter(({ closing }) => isDue || !closing.isProvisional);
  return isDue || closed.length > 0
    ? closed.map((series) => closingOdds(series, series.closing))
    : null;
}

/** Throws `TIER_RESTRICTED` if a caller names a sportsbook that its tier does not include. */
async function refuseBooks(
  { past, tier }: OperationContext['scope'],
  sportsbooks: readonly string[] | null | undefined,
): Promise<void> {
  if (!sportsbooks || sportsbooks.length === 0) return;
  (await past().booksFor(await tier())).refuseAbove(sportsbooks);
}
