import type { FastifyInstance } from 'fastify';
import { SPLITS_PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { anyOf } from '../../contract/odds-filter.ts';
import { type Splits, type SplitsHistoryEntry, SplitsHistoryQuery } from '../../contract/splits.ts';
import { DATA_DELAY_SECONDS } from '../../contract/tiers.ts';
import { callerOf } from '../access.ts';
import { queryReader } from '../requests/read-request.ts';
import { parseTimeOrSeconds } from '../requests/request-times.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

const readQuery = queryReader(SplitsHistoryQuery);

/** `GET /splits/history`: what was collected of one event, oldest first. */
export function splitsHistoryRoute(app: FastifyInstance, archive: SplitsArchive): void {
  app.get('/splits/history', (request) => {
    const query = readQuery(request.query);
    const delayMs = DATA_DELAY_SECONDS[callerOf(request).tier] * 1000;
    const source = anyOf(query.sportsbook);
    const latest = archive.current(delayMs).at;
    const range = {
      from: parseTimeOrSeconds('start_time', query.start_time) ?? 0,
      to: Math.min(parseTimeOrSeconds('end_time', query.end_time) ?? latest, latest),
    };
    const entries = archive
      .history(query.event_id, range)
      .filter((splits) => source(splits.sportsbook));
    return {
      success: true,
      data: entries.slice(0, query.limit ?? SPLITS_PAGE_SIZE_DEFAULT).map(toEntry),
      meta: {
        event_id: query.event_id,
        total: entries.length,
        books: [...new Set(entries.map((splits) => splits.sportsbook))].sort(),
        oldest: entries.at(0)?.fetched_at ?? null,
        newest: entries.at(-1)?.fetched_at ?? null,
        updated_at: new Date(latest).toISOString(),
      },
    };
  });
}

/** The shape of the history, which names book and lines otherwise than `/splits` does. */
function toEntry(splits: Splits): SplitsHistoryEntry {
  const { away_odds: awayLine, home_odds: homeLine, ...shares } = splits.spread;
  return {
    book: splits.sportsbook,
    ts: splits.fetched_at,
    timestamp: Date.parse(splits.fetched_at) / 1000,
    spread: { away_line: awayLine, home_line: homeLine, ...shares },
    total: splits.total,
    moneyline: splits.moneyline,
  };
}
