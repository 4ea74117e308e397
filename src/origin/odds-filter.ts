import { marketMatcher } from '../contract/markets.ts';
import type { Odds, OddsQuery } from '../contract/odds.ts';
import { sportSlugs } from '../contract/sports.ts';
import type { BoardRow } from './board.ts';
import type { TierView } from './tier-views.ts';

export type OddsFilter = Pick<
  OddsQuery,
  'sportsbook' | 'sport' | 'league' | 'market' | 'event' | 'live' | 'min_odds' | 'max_odds'
>;

/** The rows of a view that pass a filter. A list that is empty or absent lets everything through. */
export function selectRows(view: TierView, filter: OddsFilter): BoardRow[] {
  const passes = oddsMatcher(filter);
  const selected: BoardRow[] = [];
  for (const rows of candidates(view, filter.event)) {
    for (const row of rows) {
      if (view.sees(row.odds.sportsbook) && passes(row.odds)) selected.push(row);
    }
  }
  return selected;
}

function candidates(view: TierView, eventIds: readonly string[] = []): Iterable<BoardRow>[] {
  if (eventIds.length === 0) return [view.board.rows()];
  return Array.from(new Set(eventIds), (id) => view.board.rowsOf(id));
}

/** A test for prices, whatever the tier. */
export function oddsMatcher(filter: OddsFilter): (odds: Odds) => boolean {
  const event = anyOf(filter.event);
  const sportsbook = anyOf(filter.sportsbook);
  const sport = anyOf(filter.sport && sportSlugs(filter.sport));
  const league = anyOf(filter.league);
  const market = marketMatcher(filter.market ?? []);
  const { live, min_odds: min = -Infinity, max_odds: max = Infinity } = filter;
  return (odds) =>
    event(odds.event_id) &&
    sportsbook(odds.sportsbook) &&
    sport(odds.sport) &&
    league(odds.league) &&
    market(odds.market_type) &&
    (live === undefined || odds.is_live === live) &&
    odds.odds_american >= min &&
    odds.odds_american <= max;
}

/** A test for the values of a list; an empty or absent list lets everything through. */
export function anyOf(values: readonly string[] = []): (value: string) => boolean {
  if (values.length === 0) return () => true;
  const wanted = new Set(values);
  return (value) => wanted.has(value);
}

/** The filters of an answer as `meta.filters` echoes them: null where none was given. */
export function echo(query: object, names: readonly string[]): Record<string, unknown> {
  const given = new Map(Object.entries(query));
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? null]));
}
