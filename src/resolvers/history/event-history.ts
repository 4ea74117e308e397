import { onMainLines } from '../../contract/odds/main-lines.ts';
import { playerMatcher } from '../../contract/odds/odds-filter.ts';
import type { Teams } from '../../contract/odds/selection-name.ts';
import type { RequireFields } from '../../generated/resolver-types.ts';
import type {
  EventClosingOddsArgs,
  EventLineMovementArgs,
  EventOddsAtArgs,
  HistoricOdds,
  HistoryResolution,
  LineMovement,
  LineMovementSide,
} from '../../generated/schema-types.ts';
import type { SideMovement } from '../../history/questions/line-movement.ts';
import { wirePrice } from '../../history/questions/wire-price.ts';
import { eventOddsMatcher } from '../../loaders/event-odds.ts';
import { closingBoardLoader, pastBoardLoader } from '../../loaders/history/boards.ts';
import { pastNow } from '../../loaders/history/historic-series.ts';
import { lineMovementLoader } from '../../loaders/history/line-movements.ts';
import { coverageLoader } from '../../loaders/history/points.ts';
import type { EventModel } from '../../models/event.ts';
import type { RecordedEventModel } from '../../models/history-views.ts';
import type { OperationContext } from '../context.ts';
import { closingOdds, historicOdds, isoTime, pricePoint } from './past-prices.ts';
import { pastRange, pastTime } from './past-range.ts';

/** Resolves `lineMovement` of present and of recorded events. */
export async function eventLineMovement(
  { id }: Pick<EventModel, 'id'>,
  args: RequireFields<EventLineMovementArgs, 'resolution'>,
  context: OperationContext,
): Promise<LineMovement[]> {
  const { loaders } = context;
  const { market, resolution } = args;
  const sportsbooks = args.sportsbooks ?? [];
  const range = pastRange(args, loaders.of(pastNow));
  const query = { market, sportsbooks, ...range, resolution };
  const movements = await loaders.of(lineMovementLoader, query).load(id);
  await context.turn(); // Those of many events are there at once.
  return movements.map(({ sportsbook, marketType, player, sides, movedAt, isFirst }) => ({
    sportsbookId: sportsbook,
    marketType,
    playerName: player,
    sides: sides.map((side) => movementSide(side, resolution)),
    firstToMove: isFirst,
    movedAt: movedAt === Infinity ? null : isoTime(movedAt),
  }));
}

function movementSide(
  { series, points }: SideMovement,
  resolution: HistoryResolution,
): LineMovementSide {
  const all = points.map((point) => pricePoint(point, resolution));
  const open = all.filter(({ status }) => status === 'OPEN');
  const { selection, selectionType } = series;
  return {
    selection,
    selectionType,
    points: all,
    first: open[0] ?? null,
    last: open.at(-1) ?? null,
    isOpen: all.at(-1)?.status === 'OPEN',
  };
}

/** Resolves `Event.oddsAt`. */
export async function eventOddsAt(
  event: EventModel,
  { time, filter }: EventOddsAtArgs,
  { loaders }: OperationContext,
): Promise<HistoricOdds[] | null> {
  const at = pastTime('time', time, loaders.of(pastNow));
  const { players = null, ...rest } = filter ?? {};
  const board = await loaders.of(pastBoardLoader, at, rest).load(event.id);
  if (board === null) return null;
  const isOfPlayer = playerMatcher(players);
  const teams = teamsOf(event);
  return board
    .filter(({ series, point }) => isOfPlayer({ ...wirePrice(series, point), ...teams }))
    .map(({ series, point }) => historicOdds(series, point));
}

function teamsOf({ homeTeam, awayTeam }: Pick<EventModel, 'homeTeam' | 'awayTeam'>): Teams {
  return { home_team: homeTeam ?? null, away_team: awayTeam ?? null };
}

/** Resolves `closingOdds` of present and of recorded events. */
export async function eventClosingOdds(
  event: Pick<EventModel, 'id' | 'startTime' | 'homeTeam' | 'awayTeam'> &
    Partial<Pick<RecordedEventModel, 'startedAt'>>,
  { filter, lines }: RequireFields<EventClosingOddsArgs, 'lines'>,
  { loaders }: OperationContext,
): Promise<HistoricOdds[] | null> {
  const now = loaders.of(pastNow);
  const { sportsbooks = null, markets = null } = filter ?? {};
  const board = await loaders.of(closingBoardLoader, { sportsbooks, markets }).load(event.id);
  const isDue = Date.parse(event.startTime) <= now;
  const closed = board.filter(({ closing }) => isDue || !closing.isProvisional);
  if (closed.length === 0) {
    if (!isDue) return null;
    // That no bet was listed is known only if the board was watched when play began.
    const playAt = Date.parse(event.startedAt ?? event.startTime);
    const { gaps } = await loaders.of(coverageLoader).load({ from: playAt - 1, to: playAt });
    if (gaps.length > 0) return null;
  }
  const teams = teamsOf(event);
  const prices = closed.map((series) => ({ ...wirePrice(series, series.closing), ...teams }));
  const ofLines = lines === 'MAIN' ? onMainLines(prices) : prices;
  // Filtered last: which line is the main one depends on all prices and sides.
  return ofLines.filter(eventOddsMatcher(filter ?? {})).map(({ series }) => closingOdds(series));
}
