import { anyOf } from '../../contract/odds/odds-filter.ts';
import type { Splits, SplitsHistoryEntry } from '../../contract/routes/splits.ts';
import type { Routes } from '../../contract/routes.ts';
import { DATA_DELAY_SECONDS } from '../../contract/tiers.ts';
import { parseTimeOrSeconds } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

/** The splits of one event over time, oldest first. */
export function splitsHistory(archive: SplitsArchive): RouteHandler<Routes['splitsHistory']> {
  return ({ caller, query }) => {
    const delayMs = DATA_DELAY_SECONDS[caller.tier] * 1000;
    const atBook = anyOf(query.sportsbook);
    const latest = archive.current(delayMs).at;
    const from = parseTimeOrSeconds('start_time', query.start_time) ?? 0;
    const to = Math.min(parseTimeOrSeconds('end_time', query.end_time) ?? latest, latest);
    const entries = archive
      .history(query.event_id, from, to)
      .filter((splits) => atBook(splits.sportsbook));
    return {
      success: true,
      data: entries.slice(0, query.limit).map(toEntry),
      meta: {
        event_id: query.event_id,
        total: entries.length,
        books: [...new Set(entries.map((splits) => splits.sportsbook))].sort(),
        oldest: entries.at(0)?.fetched_at ?? null,
        newest: entries.at(-1)?.fetched_at ?? null,
        updated_at: new Date(latest).toISOString(),
      },
    };
  };
}

/**
 * The history has other names for the sportsbook and the lines than `/splits`, which calls the lines of
 * the spread `away_odds` and `home_odds`.
 */
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
