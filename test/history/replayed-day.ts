import type { BatchPoint, HistoryStore, Span } from '../../src/history/history-store.ts';
import { aBatch, anEvent, aSeries, DAY, HOUR, NOON } from './stores/batches.ts';

/** How many points are replayed. `HISTORY_REPLAY_POINTS=10000000` is a day of a large board. */
const POINTS = Number(process.env['HISTORY_REPLAY_POINTS'] ?? 10_000);
const SERIES = 40;
/** When the points are. */
export const REPLAYED_DAY: Span = { from: NOON - 6 * HOUR, to: NOON - 6 * HOUR + DAY };
const POINTS_EACH = 50;
const EVENTS = Math.ceil(POINTS / SERIES / POINTS_EACH);

/** Numbers from 0 to 1 that only depend on `seed`. */
export function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A game of that number, its points in order, and when play began: the same whenever it is asked for. */
export function gameOf(number: number) {
  const random = randomOf(number * 7_919);
  for (let skipped = 0; skipped < 9; skipped += 1) random();
  const startedAt = NOON + Math.floor(random() * 18 * HOUR);
  const points = Array.from({ length: SERIES }, () => {
    const times = new Set(
      Array.from({ length: POINTS_EACH }, () => NOON - 6 * HOUR + Math.floor(random() * DAY)),
    );
    return [...times]
      .sort((a, b) => a - b)
      .map((at, index): Omit<BatchPoint, 'series'> => {
        const share = random();
        const status = share < 0.1 && index > 0 ? 'removed' : share < 0.2 ? 'suspended' : 'open';
        const american = 100 + Math.floor(random() * 400);
        const line = Math.floor(random() * 20) / 2 - 5;
        return { at, american, line, isLive: at > startedAt, status };
      });
  });
  return { event: anEvent({ id: `game-${number}`, startsAt: startedAt, startedAt }), points };
}

export function replayedSeries(eventId: string, id: number) {
  return aSeries({ eventId, upstreamId: String(id), selection: `Side ${id}` });
}

/** How many games are written at once. */
const GAMES_A_BATCH = 5;

/** Writes the games, some at a time, as a board that was watched all day. */
export async function replay(store: HistoryStore): Promise<void> {
  for (let number = 0; number < EVENTS; number += GAMES_A_BATCH) {
    const size = Math.min(GAMES_A_BATCH, EVENTS - number);
    const games = Array.from({ length: size }, (_, index) => gameOf(number + index));
    const series = games.flatMap(({ event, points }) =>
      points.map((_, id) => replayedSeries(event.id, id)),
    );
    const all = games.flatMap(({ points }) => points);
    const points = all.flatMap((some, index) => some.map((point) => ({ ...point, series: index })));
    await store.append(
      aBatch({ events: games.map(({ event }) => event), series, points, coverage: REPLAYED_DAY }),
    );
  }
}
