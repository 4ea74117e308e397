import type { GraphQLResolveInfo } from 'graphql';
import { decimalOdds } from '../../contract/odds/implied-probability.ts';
import { pageOf } from '../../contract/wire.ts';
import { badUserInput } from '../../errors/errors.ts';
import type { RequireFields } from '../../generated/resolver-types.ts';
import type {
  BetInput,
  ClosingLineValue,
  QueryPriceMovesArgs,
} from '../../generated/schema-types.ts';
import type { Span } from '../../history/history-store.ts';
import { type MarketMove, marketMoves } from '../../history/questions/price-moves.ts';
import { liveMatcher } from '../../live/board/live-filter.ts';
import { type BetValue, betValues } from '../../loaders/history/closing-line-values.ts';
import { pastNow } from '../../loaders/history/historic-series.ts';
import { storeFilter } from '../../loaders/history/past.ts';
import type { PriceMoveModel } from '../../models/history-views.ts';
import { priceFromProbability } from '../../models/price.ts';
import type { OperationContext } from '../context.ts';
import { eventOf } from '../fields/links.ts';
import { connection } from '../lists/connection.ts';
import { pathOf } from '../look-ahead/selection.ts';
import type { Resolvers } from '../resolvers.ts';
import { coverageModel, GAPS_MAX, historyGap, isoTime, priceSnapshot } from './past-prices.ts';
import { pastTime } from './past-range.ts';

/** The most prices whose moves are read: of more, those that moved furthest. */
const MOVED_MAX = 20_000;
const MOVED_CUT =
  'More than 20,000 prices have moved: only those that moved furthest are in the list and its `totalCount`. Narrow the question, or raise `minMovePercent`.';

export const historyResolvers: Resolvers = {
  Query: {
    historyCoverage: async (_root, _args, { loaders, scope }) => {
      const { history } = scope.past();
      const to = loaders.of(pastNow);
      await history.settled();
      const { since } = await history.summary();
      const retentionDays = history.days;
      if (since === null) return { since: null, until: null, retentionDays, gaps: [] };
      const { spans, gaps } = await history.coverage({ from: since, to });
      const until = spans.at(-1)?.to;
      return {
        since: isoTime(since),
        until: until === undefined ? null : isoTime(until),
        retentionDays,
        gaps: gaps.slice(-GAPS_MAX).map(historyGap),
      };
    },
    closingLineValue: async (_root, { bets }, context) => {
      const { loaders, scope } = context;
      const now = loaders.of(pastNow);
      const decimals = bets.map(decimalOf);
      const placed = bets.map(({ placedAt }, index) =>
        placedAt ? pastTime(`bets.${index}.placedAt`, placedAt, now) : null,
      );
      const values = await betValues(scope, bets, decimals);
      const coverages = await coverageOfBets(context, values, placed, now);
      return values.map((value, index) => closingLineValue(value, coverages[index] ?? null));
    },
    priceMoves: async (_root, args, context, info) => {
      const { filter, live, windowMinutes, minMovePercent } = args;
      return connection({
        args,
        list: 'priceMoves',
        query: { ...filter, live, windowMinutes, minMovePercent },
        readPage: async (page) => pageOf(await movesIn(args, context, info), page),
        nodesOf: ({ data }) => data.map(priceMoveModel),
      });
    },
  },
  PriceMove: { event: eventOf },
};

/** The odds of a bet as decimal odds; null without any. Throws `BAD_USER_INPUT` if both forms are given, or a wrong one. */
function decimalOf({ american, decimal }: BetInput, index: number): number | null {
  const path = `bets.${index}.`;
  if (typeof decimal === 'number') {
    if (typeof american !== 'number') return decimal;
    throw badUserInput(`${path}american`, 'must not be given together with `decimal`');
  }
  if (typeof american !== 'number') return null;
  if (Math.abs(american) < 100) {
    throw badUserInput(`${path}american`, 'must be -100 or below, or 100 or above');
  }
  return decimalOdds(american, 0);
}

/** When the board was watched, for each bet; one read for all. Null for a bet in play, and if nothing is recorded. */
async function coverageOfBets(
  { scope }: OperationContext,
  values: readonly BetValue[],
  placed: readonly (number | null)[],
  now: number,
) {
  const { history } = scope.past();
  const { since } = await history.summary();
  if (since === null || values.length === 0) return values.map(() => null);
  const ranges = values.map(({ event, series }, index): Span => {
    const to = Math.min(now, event?.startedAt ?? event?.startsAt ?? now);
    const from = placed[index] ?? series?.opening?.at ?? since;
    return { from: Math.min(from, to - 1), to }; // Never empty: that would always count as complete.
  });
  const from = Math.min(...ranges.map((range) => range.from));
  const whole = await history.coverage({ from, to: now });
  return ranges.map((range, index) =>
    values[index]?.isPlacedInPlay ? null : coverageModel(range, whole),
  );
}

function closingLineValue(
  value: BetValue,
  coverage: ClosingLineValue['coverage'],
): ClosingLineValue {
  const { closing, fairProbability } = value;
  return {
    ...value,
    closing: priceSnapshot(closing),
    fairClosing: fairProbability === null ? null : priceFromProbability(fairProbability),
    isProvisional: closing?.isProvisional ?? false,
    coverage,
  };
}

/** The moves that the caller may see, the largest first. */
async function movesIn(
  {
    filter,
    live = null,
    windowMinutes,
    minMovePercent,
  }: RequireFields<QueryPriceMovesArgs, 'windowMinutes' | 'minMovePercent'>,
  { scope, loaders, cuts }: OperationContext,
  { path }: GraphQLResolveInfo,
): Promise<MarketMove[]> {
  const past = scope.past();
  const books = await past.books.visibleTo(await scope.tier());
  books.refuseAbove(filter?.sportsbooks, 'filter.sportsbooks');
  await past.history.settled();
  const since = loaders.of(pastNow) - windowMinutes * 60_000;
  const names = storeFilter(filter ?? {});
  const moves = await past.history.movesSince(names, since, minMovePercent, MOVED_MAX + 1);
  if (moves.length > MOVED_MAX) cuts.push({ path: pathOf(path), message: MOVED_CUT });
  const matches = liveMatcher(filter ?? {});
  const visible = moves.filter(
    ({ series, event, point }) =>
      books.has(series.sportsbook) &&
      (live === null || live === point.isLive) &&
      matches({ ...event, ...series, booksPerLeg: [[series.sportsbook]] }),
  );
  return marketMoves(visible);
}

function priceMoveModel(move: MarketMove): PriceMoveModel {
  const { series, event, line, movePercent, sportsbooks, since } = move;
  return {
    eventId: series.eventId,
    sport: event.sport,
    league: event.league,
    marketType: series.marketType,
    selection: series.selection,
    selectionType: series.selectionType,
    playerName: series.player,
    line,
    from: priceFromProbability(move.fromProbability),
    to: priceFromProbability(move.toProbability),
    movePercent,
    sportsbookIds: [...sportsbooks],
    firstSportsbookId: series.sportsbook,
    since: isoTime(since),
  };
}
