import type { RequireFields } from '../../generated/resolver-types.ts';
import type {
  EventClosingOddsArgs,
  EventLineMovementArgs,
  EventOddsAtArgs,
  EventOddsFilter,
  HistoricOdds,
  LineMovement,
} from '../../generated/schema-types.ts';
import type { Series } from '../../history/series.ts';
import { eventOddsMatcher } from '../../loaders/event-odds.ts';
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

/** Resolves `lineMovement` of present and of recorded events. */
export async function eventLineMovement(
  { id }: Pick<EventModel, 'id'>,
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
  const board = await loaders.of(pastBoardLoader, at).load(id);
  if (board === null) return null;
  const matches = historicMatcher(filter);
  return board
    .filter(({ series, point }) => matches(series, point.american))
    .map(({ series, point }) => historicOdds(series, point));
}

/** Resolves `closingOdds` of present and of recorded events. */
export async function eventClosingOdds(
  event: Pick<EventModel, 'id' | 'startTime'>,
  { filter }: EventClosingOddsArgs,
  { loaders, scope }: OperationContext,
): Promise<HistoricOdds[] | null> {
  const now = loaders.of(pastNow);
  await refuseBooks(scope, filter?.sportsbooks);
  const board = await loaders.of(closingBoardLoader).load(event.id);
  const isOver = (provisional: boolean) => !provisional || Date.parse(event.startTime) <= now;
  const matches = historicMatcher(filter);
  let hasBegun = isOver(true);
  const odds = board.flatMap((series) => {
    const { closing } = series;
    if (closing === null || !isOver(closing.isProvisional)) return [];
    hasBegun = true;
    return matches(series, closing.american) ? [closingOdds(series, closing)] : [];
  });
  return hasBegun ? odds : null;
}

/** Throws `TIER_RESTRICTED` if a caller names a sportsbook that its tier does not include. */
async function refuseBooks(
  { past, tier }: OperationContext['scope'],
  sportsbooks: readonly string[] | null | undefined,
): Promise<void> {
  if (!sportsbooks || sportsbooks.length === 0) return;
  (await past().booksFor(await tier())).refuseAbove(sportsbooks);
}

/** Tests past prices against the filter of present ones. */
function historicMatcher(filter: EventOddsFilter | null | undefined) {
  const matches = eventOddsMatcher(filter ?? {});
  return (series: Series, american: number): boolean =>
    matches({
      sportsbook: series.sportsbook,
      market_type: series.marketType,
      selection: series.selection,
      selection_type: series.selectionType,
      odds_american: american,
      odds_decimal: 0,
      last_seen_at: '',
    });
}
