import { hash } from 'node:crypto';
import type { SeriesKey } from '../series.ts';

/** Twelve bytes that stand for a series in an index: keys themselves would take more room than their points. */
export function digestOf(key: SeriesKey): Buffer {
  const { eventId, sportsbook, marketType, selection, selectionType, player, upstreamId } = key;
  const parts = [eventId, sportsbook, marketType, selection, selectionType, player, upstreamId];
  return hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 12);
}
