import { anyIdOf, anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import type { Splits, SplitsHistoryEntry } from '../../contract/routes/splits.ts';
import type { Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import { parseTimeOrSeconds } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

/** The latest public betting splits, one row per event and sportsbook, the same sportsbooks for every tier. */
export function splits(archive: SplitsArchive): RouteHandler<Routes['splits']> {
  return ({ caller, query }) => {
    const collection = archive.current(caller.tier);
    const sport = anySportOf(query.sport);
    const league = anyOf(query.league);
    const sportsbook = anyOf(query.sportsbook);
    const event = anyIdOf(query.event_id);
    const matching = collection.splits.filter(
      (row) =>
        sport(row.sport) && league(row.league) && sportsbook(row.sportsbook) && event(row.event_id),
    );
    const { data, meta } = pageOf(matching, query);
    const { pagination, ...counts } = meta;
    return {
      data,
      pagination: { ...pagination, ...counts },
      updated_at: new Date(collection.at).toISOString(),
    };
  };
}

/** The splits of one event over time, oldest first. */
export function splitsHistory(archive: SplitsArchive): RouteHandler<Routes['splitsHistory']> {
  return ({ caller, query }) => {
    const atBook = anyOf(query.sportsbook);
    const latest = archive.current(caller.tier).at;
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
