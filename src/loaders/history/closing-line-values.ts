import { marketTypes } from '../../contract/markets.ts';
import { slugOf } from '../../contract/slugs.ts';
import { badUserInput } from '../../errors/errors.ts';
import type { BetInput } from '../../generated/schema-types.ts';
import { ALWAYS } from '../../history/history-store.ts';
import {
  clvPercent,
  fairClvPercent,
  lineDelta,
} from '../../history/questions/closing-line-value.ts';
import {
  type ClosedSeries,
  fairClosings,
  stoodAtClose,
} from '../../history/questions/fair-closing.ts';
import type { Closing, HistoricEvent, Series } from '../../history/series.ts';
import type { LoaderScope } from '../loaders.ts';
import { boundedSeries } from './past.ts';

/** What a bet was worth. Without a recorded closing price, all but the event is null. */
export interface BetValue {
  readonly event: HistoricEvent | null;
  readonly series: Series | null;
  readonly closing: Closing | null;
  readonly fairProbability: number | null;
  readonly clvPercent: number | null;
  readonly fairClvPercent: number | null;
  readonly lineDelta: number | null;
  readonly isComparable: boolean;
  readonly isPlacedInPlay: boolean;
  /** The field of the bet that is not found in what is recorded; null if the bet is found. */
  readonly unmatched: string | null;
}

/** What tells the prices of a market apart, and which field of a bet names it. */
const BET_FIELDS = [
  ['sportsbookId', 'sportsbook'],
  ['selection', 'selection'],
  ['selectionType', 'selectionType'],
  ['playerName', 'player'],
] as const;

const NONE: ReadonlyMap<Series, number> = new Map();

/** The values of bets, in their order: two reads, whatever their number. `decimals` are their odds. */
export async function betValues(
  scope: LoaderScope,
  bets: readonly BetInput[],
  decimals: readonly (number | null)[],
): Promise<BetValue[]> {
  const past = scope.past();
  const books = await past.books.visibleTo(await scope.tier());
  books.refuseAbove([...new Set(bets.map(({ sportsbookId }) => sportsbookId))], 'bets');
  await past.history.settled();
  const eventIds = [...new Set(bets.map(({ eventId }) => eventId))];
  const named = bets.flatMap(({ marketType }) => [marketType, ...marketTypes([marketType])]);
  const filter = { eventIds, marketTypes: [...new Set(named)] };
  const now = past.clock.now();
  const [all, events] = await Promise.all([
    boundedSeries((limit) => past.history.closings(filter, now, limit)),
    past.history.eventsStartingIn(ALWAYS, { eventIds }),
  ]);
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const visible = all.filter(({ sportsbook }) => books.has(sportsbook));
  const markets = Map.groupBy(visible, ({ eventId, marketType }) => marketKey(eventId, marketType));
  const fairOf = new Map<readonly Series[], ReadonlyMap<Series, number>>();
  return bets.map((bet, index) => {
    const event = eventOf.get(bet.eventId) ?? null;
    const line = bet.line ?? null;
    const offered = marketTypes([bet.marketType]).map(
      (type) => markets.get(marketKey(bet.eventId, type)) ?? [],
    );
    const found = offered.flatMap((market) => {
      const candidates = market.filter((one) =>
        BET_FIELDS.every((field) => isAsBet(bet, one, field)),
      );
      const series = closestSeries(line, candidates);
      return series === undefined ? [] : [{ market, candidates, series }];
    });
    // A category such as `main` has several types with the selection: that counts which is nearest to the line of the bet.
    const [best] = found.sort((a, b) => distance(line, a.series) - distance(line, b.series));
    if (best === undefined) {
      const value = betValue(bet, null, event, null, null);
      return { ...value, unmatched: unmatched(bet, event, offered.flat()) };
    }
    const { market, candidates, series } = best;
    refuseAmbiguous(candidates, index);
    const fair = fairOf.get(market) ?? (event === null ? NONE : fairClosings(event, market));
    fairOf.set(market, fair);
    return betValue(bet, decimals[index] ?? null, event, series, fair.get(series) ?? null);
  });
}

function marketKey(eventId: string, marketType: string): string {
  return JSON.stringify([eventId, slugOf(marketType)]);
}

/**
 * The series that closed at this line; otherwise one that closed at the nearest line. If all had been taken off the board
 * before play, one of these.
 */
function closestSeries(line: number | null, candidates: readonly Series[]): Series | undefined {
  const listed = candidates.filter(stoodAtClose);
  const closed = listed.length > 0 ? listed : candidates.filter(isClosed);
  closed.sort((a, b) => distance(line, a) - distance(line, b) || b.closing.at - a.closing.at);
  return closed[0] ?? candidates[0];
}

/** How far from a line a series closed: -1 if at the same, the greatest number if one of them has no line. */
function distance(line: number | null, { closing }: Series): number {
  if (closing?.line === line) return -1;
  const other = closing?.line ?? null;
  return line === null || other === null ? Number.MAX_VALUE : Math.abs(other - line);
}

/** Throws `BAD_USER_INPUT` if a bet may be on several sides or players. */
function refuseAmbiguous(candidates: readonly Series[], index: number): void {
  for (const [argument, field] of [
    ['selectionType', 'selectionType'],
    ['playerName', 'player'],
  ] as const) {
    const found = new Set(candidates.map((one) => one[field]));
    if (found.size < 2) continue;
    const names = [...found].map((name) => `"${name}"`).join(', ');
    throw badUserInput(`bets.${index}.${argument}`, `has to say which one is meant: ${names}`);
  }
}

function isAsBet(bet: BetInput, series: Series, [field, recorded]: (typeof BET_FIELDS)[number]) {
  const given = bet[field] ?? null;
  return given === null || slugOf(given) === slugOf(series[recorded] ?? '');
}

/** The first field of a bet with which nothing that is recorded agrees any more. */
function unmatched(bet: BetInput, event: HistoricEvent | null, offered: readonly Series[]) {
  if (event === null) return 'eventId';
  let left = offered;
  if (left.length === 0) return 'marketType';
  for (const field of BET_FIELDS) {
    left = left.filter((one) => isAsBet(bet, one, field));
    if (left.length === 0) return field[0];
  }
  return null;
}

/** Whether a bet was placed when play had begun, so that the closing price is from before it. */
function isInPlay({ placedAt }: BetInput, event: HistoricEvent | null): boolean {
  if (!placedAt || event === null) return false;
  return Date.parse(placedAt) >= (event.startedAt ?? event.startsAt);
}

function betValue(
  bet: BetInput,
  decimal: number | null,
  event: HistoricEvent | null,
  series: Series | null,
  fairProbability: number | null,
): BetValue {
  const line = bet.line ?? null;
  const isPlacedInPlay = isInPlay(bet, event);
  const closing = series?.closing ?? null;
  // American odds of 0 are written where no price is known, and a price at another line is on another bet.
  const isComparable =
    !isPlacedInPlay && closing !== null && closing.american !== 0 && isAtLine(line, closing.line);
  return {
    event,
    series,
    closing,
    fairProbability,
    clvPercent: isComparable && decimal !== null ? clvPercent(decimal, closing.american) : null,
    fairClvPercent:
      isComparable && decimal !== null && fairProbability !== null
        ? fairClvPercent(decimal, fairProbability)
        : null,
    lineDelta: isPlacedInPlay ? null : closing && lineDelta(line, closing.line),
    isComparable,
    isPlacedInPlay,
    unmatched: null,
  };
}

/** Whether a bet is at this line. Where a market has no line, some write 0. */
function isAtLine(line: number | null, closing: number | null): boolean {
  return closing === line || (closing === null && line === 0);
}

function isClosed(series: Series): series is ClosedSeries {
  return series.closing !== null;
}
