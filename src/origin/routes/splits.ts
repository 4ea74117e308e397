import type { FastifyInstance } from 'fastify';
import { SPLITS_PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { anyIdOf, anyOf } from '../../contract/odds-filter.ts';
import { SplitsQuery } from '../../contract/splits.ts';
import { sportSlugs } from '../../contract/sports.ts';
import { DATA_DELAY_SECONDS } from '../../contract/tiers.ts';
import { callerOf } from '../access.ts';
import { pageOf } from '../requests/page.ts';
import { queryReader } from '../requests/read-request.ts';
import type { SplitsArchive } from '../splits/splits-archive.ts';

const readQuery = queryReader(SplitsQuery);

/** `GET /splits`: how the public bets now, by event and source. Every tier sees both sources. */
export function splitsRoute(app: FastifyInstance, archive: SplitsArchive): void {
  app.get('/splits', (request) => {
    const query = readQuery(request.query);
    const delayMs = DATA_DELAY_SECONDS[callerOf(request).tier] * 1000;
    const collection = archive.current(delayMs);
    const sport = anyOf(query.sport && sportSlugs(query.sport));
    const league = anyOf(query.league);
    const sportsbook = anyOf(query.sportsbook);
    const event = anyIdOf(query.event_id);
    const matching = collection.splits.filter(
      (splits) =>
        sport(splits.sport) &&
        league(splits.league) &&
        sportsbook(splits.sportsbook) &&
        event(splits.event_id),
    );
    const limit = query.limit ?? SPLITS_PAGE_SIZE_DEFAULT;
    const { items, pagination } = pageOf(matching, query.offset ?? 0, limit);
    return {
      data: items,
      pagination: { ...pagination, count: items.length, total: matching.length },
      updated_at: new Date(collection.at).toISOString(),
    };
  });
}
