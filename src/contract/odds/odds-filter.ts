import { marketMatcher } from '../markets.ts';
import type { Frozen } from '../route.ts';
import type { OddsQuery } from '../routes/odds.ts';
import { slugOf, slugsOf } from '../slugs.ts';
import { sportSlugs } from '../sports.ts';
import type { Odds } from './odds.ts';

type FilterName =
  | 'sportsbook'
  | 'sport'
  | 'league'
  | 'market'
  | 'event'
  | 'live'
  | 'min_odds'
  | 'max_odds';

/** The filters of `GET /odds`. An empty or absent list matches everything. */
export type OddsFilter = {
  readonly [Name in FilterName]?: Frozen<OddsQuery[Name]> | null | undefined;
};

/** A predicate for prices. It does not check which sportsbooks a client's tier may see. */
export function oddsMatcher(filter: OddsFilter): (odds: Odds) => boolean {
  const event = anyIdOf(filter.event);
  const sportsbook = anyOf(filter.sportsbook);
  const sport = anySportOf(filter.sport);
  const league = anyOf(filter.league);
  const market = marketMatcher(filter.market ?? []);
  const live = filter.live ?? null;
  const min = filter.min_odds ?? -Infinity;
  const max = filter.max_odds ?? Infinity;
  return (odds) =>
    event(odds.event_id) &&
    sportsbook(odds.sportsbook) &&
    sport(odds.sport) &&
    league(odds.league) &&
    market(odds.market_type) &&
    (live === null || odds.is_live === live) &&
    odds.odds_american >= min &&
    odds.odds_american <= max;
}

/** A predicate: whether a slug is in a list, in any case. An empty or absent list matches everything. */
export function anyOf(slugs: readonly string[] | null | undefined): (slug: string) => boolean {
  if (!slugs || slugs.length === 0) return () => true;
  const wanted = new Set(slugsOf(slugs));
  return (slug) => wanted.has(slug) || wanted.has(slugOf(slug));
}

/** The same for sports, which have aliases. */
export function anySportOf(
  sports: readonly string[] | null | undefined,
): (slug: string) => boolean {
  return anyOf(sports && sportSlugs(sports));
}

/** The same for ids, which are case-sensitive. */
export function anyIdOf(ids: readonly string[] | null | undefined): (id: string) => boolean {
  if (!ids || ids.length === 0) return () => true;
  const wanted = new Set(ids);
  return (id) => wanted.has(id);
}
