import { marketMatcher } from '../markets.ts';
import type { Frozen } from '../route.ts';
import type { OddsQuery } from '../routes/odds.ts';
import { slugOf, slugsOf } from '../slugs.ts';
import { sportSlugs } from '../sports.ts';
import type { BatchOdds, Odds } from './odds.ts';
import {
  foldName,
  foldText,
  type NamedSelection,
  subjectOf,
  type Teams,
} from './selection-name.ts';

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
  const sport = anySportOf(filter.sport);
  const league = anyOf(filter.league);
  const live = filter.live ?? null;
  const price = priceMatcher(filter);
  return (odds) =>
    event(odds.event_id) &&
    sport(odds.sport) &&
    league(odds.league) &&
    (live === null || odds.is_live === live) &&
    price(odds);
}

/** A predicate for the prices of one event, by the filters that do not select events. */
export function priceMatcher(filter: OddsFilter): (odds: BatchOdds) => boolean {
  const sportsbook = anyOf(filter.sportsbook);
  const market = marketMatcher(filter.market ?? []);
  const min = filter.min_odds ?? -Infinity;
  const max = filter.max_odds ?? Infinity;
  return (odds) =>
    sportsbook(odds.sportsbook) &&
    market(odds.market_type) &&
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

/** Selection types that are about a team or the match, so that their selections are not players. */
const TEAM_SIDE = /^(home|away|draw)(_|$)/;

/** Parts of players' names in the form in which they are compared, each once. */
export function playerNames(players: readonly string[]): string[] {
  return [...new Set(players.map((player) => foldText(player.trim())))];
}

/**
 * A predicate for the props of players whose names contain one of the given texts, in any case and without regard
 * to accents, hyphens and full stops. Where a source doesn't name the player apart, as the recorded ones don't, the selection
 * is the name.
 */
export function playerMatcher(
  players: readonly string[] | null | undefined,
): (odds: NamedSelection & Teams) => boolean {
  if (!players || players.length === 0) return () => true;
  const wanted = playerNames(players);
  return (odds) => {
    const name = odds.player_name ? foldText(odds.player_name) : unnamedPlayer(odds);
    return wanted.some((part) => name.includes(part));
  };
}

/** What a selection says beside the teams, folded; empty if it is about the match or a team, as "Over" or "Arsenal Yes". */
function unnamedPlayer(odds: NamedSelection & Teams): string {
  if (TEAM_SIDE.test(odds.selection_type)) return '';
  const teams = [odds.home_team, odds.away_team].flatMap((team) => team ?? []);
  const subject = subjectOf(odds, odds);
  if (['', ...teams].some((name) => foldName(name).join(' ') === subject)) return '';
  return teams.reduce((rest, team) => rest.replace(foldText(team), ''), foldText(odds.selection));
}
