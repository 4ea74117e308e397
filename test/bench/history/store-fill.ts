import type { HistoryStore, Span } from '../../../src/history/history-store.ts';
import type { HistoricEvent, SeriesId, SeriesInfo } from '../../../src/history/series.ts';

/** A day of these is what is asked for: 32 sportsbooks price both sides of a spread of each of 30 games. */
const SPORTSBOOKS = 32;
const GAMES = 30;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a game is played, at the end of its day. */
const PLAYED = 3 * HOUR;
const BATCH_POINTS = 10_000;

/** The last whole day that is filled; earlier days come before it. */
const LAST_DAY: Span = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) };

const SERIES_A_DAY = GAMES * SPORTSBOOKS * 2;
/** Points of each price of a day. */
const POINTS_A_SERIES = 250;

export const POINTS_A_DAY = SERIES_A_DAY * POINTS_A_SERIES;

export interface FilledDay {
  readonly span: Span;
  readonly eventIds: readonly string[];
}

/** Fills a store with days of points, the last one last. Returns that day. */
export async function fillStore(store: HistoryStore, days: number): Promise<FilledDay> {
  let filled: FilledDay = { span: LAST_DAY, eventIds: [] };
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const span = { from: LAST_DAY.from - ago * DAY, to: LAST_DAY.to - ago * DAY };
    filled = { span, eventIds: await fillDay(store, span) };
  }
  return filled;
}

async function fillDay(store: HistoryStore, span: Span): Promise<string[]> {
  const events = Array.from({ length: GAMES }, (_, game) => eventOf(span, game));
  const infos = events.flatMap(seriesOf);
  const { seriesIds } = await store.append({
    ...{ series: infos, events, points: [], coverage: null, position: null },
  });
  const step = Math.floor(DAY / POINTS_A_SERIES);
  let points: Parameters<HistoryStore['append']>[0]['points'][number][] = [];
  let numbers: SeriesId[] = [];
  const write = async () => {
    const batch = { series: numbers, events: [], points, coverage: null, position: null };
    if (points.length > 0) await store.append(batch);
    [points, numbers] = [[], []];
  };
  const startsAt = span.to - PLAYED;
  for (let index = 0; index < POINTS_A_SERIES; index += 1) {
    const at = span.from + index * step;
    if (at >= startsAt && at - step < startsAt) {
      await write();
      const started = events.map((event) => ({ ...event, startedAt: startsAt }));
      await store.append({
        series: [],
        events: started,
        points: [],
        coverage: null,
        position: null,
      });
    }
    for (const [series, id] of seriesIds.entries()) {
      const american = -110 - ((index * 7 + series) % 40);
      const line = (series % 2 === 0 ? -1 : 1) * (3.5 + Math.floor(index / 80));
      points.push({
        series: numbers.length,
        at: at + series,
        american,
        line,
        isLive: false,
        // Sportsbooks take their prices down when the game is over.
        status: index === POINTS_A_SERIES - 1 ? 'removed' : 'open',
      });
      numbers.push(id);
      if (points.length >= BATCH_POINTS) await write();
    }
  }
  await write();
  await store.append({ series: [], events: [], points: [], coverage: span, position: null });
  return events.map(({ id }) => id);
}

function eventOf({ from }: Span, game: number): HistoricEvent {
  return {
    id: `game_${from}_${game}`,
    sport: 'basketball',
    league: 'nba',
    homeTeam: `Home ${game}`,
    awayTeam: `Away ${game}`,
    startsAt: from + DAY - PLAYED,
    startedAt: null,
  };
}

function seriesOf({ id, homeTeam, awayTeam }: HistoricEvent): SeriesInfo[] {
  return Array.from({ length: SPORTSBOOKS * 2 }, (_, index) => ({
    eventId: id,
    sportsbook: `book_${index >> 1}`,
    marketType: 'point_spread',
    selection: String(index % 2 === 0 ? homeTeam : awayTeam),
    selectionType: index % 2 === 0 ? 'home' : 'away',
    player: null,
    upstreamId: `${id}_${index}`,
    statCategory: null,
    isWatchedFromStart: true,
  }));
}
