import { anyIdOf, anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import type { Splits, SplitsHistoryEntry } from '../../contract/routes/splits.ts';
import type { Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import { parseTimeOrSeconds } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

/** The latest splits: a row per event and sportsbook. All tiers see the same sportsbooks, some tiers later. */
export function splits(archive: SplitsArchive): RouteHandler<Routes['splits']> {
  return ({ caller, query }) => {
    const collection = archive.current(caller.tier);
    const isSport = anySportOf(query.sport);
    const isLeague = anyOf(query.league);
    const isBook = anyOf(query.sportsbook);
    const isEvent = anyIdOf(query.event_id);
    const matching = collection.splits.filter(
      ({ sport, league, sportsbook, event_id }) =>
        isSport(sport) && isLeague(league) && isBook(sportsbook) && isEvent(event_id),
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
    const isBook = anyOf(query.sportsbook);
    const seenUntil = archive.current(caller.tier).at;
    const from = parseTimeOrSeconds('start_time', query.start_time) ?? 0;
    const to = Math.min(parseTimeOrSeconds('end_time', query.end_time) ?? seenUntil, seenUntil);
    const entries = archive
      .history(query.event_id, from, to)
      .filter((row) => isBook(row.sportsbook));
    return {
      success: true,
      data: entries.slice(0, query.limit).map(toEntry),
      meta: {
        event_id: query.event_id,
        total: entries.length,
        books: [...new Set(entries.map((row) => row.sportsbook))].sort(),
        oldest: entries.at(0)?.fetched_at ?? null,
        newest: entries.at(-1)?.fetched_at ?? null,
        updated_at: new Date(seenUntil).toISOString(),
      },
    };
  };
}

/** The history has other names than `/splits`, which calls the lines of the spread `away_odds` and `home_odds`. */
function toEntry(row: Splits): SplitsHistoryEntry {
  const { away_odds: awayLine, home_odds: homeLine, ...shares } = row.spread;
  return {
    book: row.sportsbook,
    ts: row.fetched_at,
    timestamp: Date.parse(row.fetched_at) / 1000,
    spread: { away_line: awayLine, home_line: homeLine, ...shares },
    total: row.total,
    moneyline: row.moneyline,
  };
}
