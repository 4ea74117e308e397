import DataLoader from 'dataloader';
import { slugOf } from '../../contract/slugs.ts';
import type { Series, SeriesId } from '../../history/series.ts';
import type { LoaderScope } from '../loaders.ts';
import { boundedSeries, refuseTooMuch } from './past.ts';

/** A price of the present, as far as a response tells it from others. */
export interface PresentPrice {
  /** Upstream's id; null in batches. */
  readonly id: string | null;
  readonly key: string | null;
  readonly eventId: string | null;
  readonly sportsbookId: string | null;
  readonly marketType: string | null;
  readonly selection: string | null;
  readonly selectionType: string | null;
  readonly line: number | null;
  /** Null in batches, too. */
  readonly playerName: string | null;
}

/** When the past ends for one operation: all its fields that ask for the past until now mean the same moment. */
export function pastNow(scope: LoaderScope): number {
  return scope.past().clock.now();
}

/**
 * The recorded series of prices, with their openings and closings; null for one that was never recorded. One read serves all
 * prices of an operation, and a second one tells apart those that share a bet, such as alternate lines.
 */
export function historicSeriesLoader(scope: LoaderScope) {
  return new DataLoader(
    async (prices: readonly PresentPrice[]): Promise<(Series | null)[]> => {
      const { history, clock } = scope.past();
      refuseTooMuch('historySeries', prices.length);
      await history.settled();
      const filter = {
        eventIds: namesOf(prices, 'eventId'),
        sportsbooks: namesOf(prices, 'sportsbookId'),
        marketTypes: namesOf(prices, 'marketType'),
      };
      const now = clock.now();
      const series = await boundedSeries((limit) => history.closings(filter, now, limit));
      const byBet = Map.groupBy(series, (one) => betKey({ ...one, sportsbookId: one.sportsbook }));
      const candidates = prices.map((price) =>
        candidatesFor(price, byBet.get(betKey(price)) ?? []),
      );
      const isClear = candidates.every((some) => some.length <= 1);
      const standing = isClear ? [] : await history.standingAt(filter, now);
      const listed = standing.flatMap(({ series: { id }, point }) =>
        point === null ? [] : [[id, point.line] as const],
      );
      const lines = new Map(listed);
      return prices.map((price, index) =>
        withFirstSeen(
          chosen(price, candidates[index] ?? [], lines),
          byBet.get(betKey(price)) ?? [],
        ),
      );
    },
    { cacheKeyFn: ({ id, key, playerName }) => `${id}|${playerName}|${key}` },
  );
}

function namesOf(prices: readonly PresentPrice[], field: keyof PresentPrice): string[] {
  return [...new Set(prices.map((price) => String(price[field])))];
}

function betKey(bet: Omit<PresentPrice, 'id' | 'key' | 'line' | 'playerName'>): string {
  const { eventId, sportsbookId, marketType, selection, selectionType } = bet;
  return JSON.stringify([eventId, sportsbookId, marketType, selection, selectionType]);
}

/** The series that a price may belong to, of those on the same bet. */
function candidatesFor({ id, playerName }: PresentPrice, series: readonly Series[]): Series[] {
  const named = id === null ? undefined : series.find(({ upstreamId }) => upstreamId === id);
  if (named !== undefined) return [named];
  // A series with another id is that of another line, or of the bet as it was listed before.
  const possible = id === null ? series : series.filter(({ upstreamId }) => upstreamId === null);
  const isOnPlayer = ({ player }: Series) =>
    player !== null && slugOf(player) === slugOf(playerName ?? '');
  return playerName === null ? [...possible] : possible.filter(isOnPlayer);
}

/**
 * The series whose line is that of the price; the newest, if the sportsbook has listed the same bet anew. Null if it
 * can't be told which one it is.
 */
function chosen(
  { line }: PresentPrice,
  candidates: readonly Series[],
  lines: ReadonlyMap<SeriesId, number | null>,
): Series | null {
  const [only = null] = candidates;
  if (candidates.length <= 1) return only;
  if (new Set(candidates.map(({ player }) => player)).size > 1) return null;
  const atLine = candidates.filter(({ id }) => lines.has(id) && lines.get(id) === line);
  const listed = candidates.filter(({ id }) => lines.has(id));
  if (atLine.length === 0) return listed.length === 1 ? (listed[0] ?? null) : null;
  return atLine.reduce((newest, one) =>
    (one.opening?.at ?? 0) > (newest.opening?.at ?? 0) ? one : newest,
  );
}

/** The series: its opening counts as first seen also if the bet stood before, at the same line, under another id. */
function withFirstSeen(series: Series | null, bet: readonly Series[]): Series | null {
  const opening = series?.opening ?? null;
  if (series === null || opening === null) return series;
  const stoodBefore = ({ player, opening: first, closing }: Series) =>
    player === series.player &&
    first !== null &&
    first.at < opening.at &&
    // Where it began, or stood then, but not where it has moved since.
    (first.line === opening.line ||
      (closing !== null && closing.at <= opening.at && closing.line === opening.line));
  const isFirstSeen = opening.isFirstSeen || bet.some(stoodBefore);
  return { ...series, opening: { ...opening, isFirstSeen } };
}
