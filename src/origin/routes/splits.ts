import { anyIdOf, anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import type { Routes } from '../../contract/routes.ts';
import { DATA_DELAY_SECONDS } from '../../contract/tiers.ts';
import { pageOf } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

/** The latest public betting splits, one row per event and sportsbook, the same sportsbooks for every tier. */
export function splits(archive: SplitsArchive): RouteHandler<Routes['splits']> {
  return ({ caller, query }) => {
    const delayMs = DATA_DELAY_SECONDS[caller.tier] * 1000;
    const collection = archive.current(delayMs);
    const sport = anySportOf(query.sport);
    const league = anyOf(query.league);
    const sportsbook = anyOf(query.sportsbook);
    const event = anyIdOf(query.event_id);
    const matching = collection.splits.filter(
      (row) =>
        sport(row.sport) && league(row.league) && sportsbook(row.sportsbook) && event(row.event_id),
    );
    const { items, pagination } = pageOf(matching, query);
    return {
      data: items,
      pagination: { ...pagination, count: items.length, total: matching.length },
      updated_at: new Date(collection.at).toISOString(),
    };
  };
}
