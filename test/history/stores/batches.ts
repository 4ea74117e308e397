import type { Batch, BatchPoint } from '../../../src/history/history-store.ts';
import type { HistoricEvent, SeriesInfo } from '../../../src/history/series.ts';

/** Noon of some day, UTC. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export function anEvent(values: Partial<HistoricEvent> = {}): HistoricEvent {
  return {
    id: 'nba_one',
    sport: 'basketball',
    league: 'nba',
    homeTeam: 'Home',
    awayTeam: 'Away',
    startsAt: NOON + 6 * HOUR,
    startedAt: null,
    ...values,
  };
}

export function aSeries(values: Partial<SeriesInfo> = {}): SeriesInfo {
  return {
    eventId: 'nba_one',
    sportsbook: 'draftkings',
    marketType: 'point_spread',
    selection: 'Home',
    selectionType: 'home',
    player: null,
    upstreamId: '1',
    statCategory: null,
    isWatchedFromStart: true,
    ...values,
  };
}

export function aPoint(at: number, values: Partial<BatchPoint> = {}): BatchPoint {
  return { series: 0, at, american: -110, line: -3.5, isLive: false, status: 'open', ...values };
}

/** By default a batch of one series of one event, which comes from no board. */
export function aBatch(values: Partial<Batch> = {}): Batch {
  return {
    series: [aSeries()],
    events: [anEvent()],
    points: [],
    coverage: null,
    position: null,
    ...values,
  };
}
