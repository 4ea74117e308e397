import { type Event, eventName } from '../../contract/events.ts';
import { anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import { timeReader } from '../../contract/odds/odds-order.ts';
import { foldText } from '../../contract/odds/selection-name.ts';
import type { EventsQuery } from '../../contract/routes/events.ts';
import type { Routes } from '../../contract/routes.ts';
import type { EventInfo } from '../origin-board.ts';
import { pageResponse } from '../requests/page.ts';
import { parseDay } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { TierView } from '../tier-views.ts';

/** The parameters that `meta.filters` of the response repeats. */
const FILTERS = [
  'sport',
  'league',
  'sportsbook',
  'live',
  'has_score',
  'date',
  'team',
  'q',
] as const;

/** The events of the board, by start time. */
export const events: RouteHandler<Routes['events']> = ({ view, query }) => {
  const time = timeReader();
  const found = view.board
    .events()
    .filter(eventMatcher(view, query))
    .toArray()
    .sort((a, b) => time(a.start_time) - time(b.start_time) || (a.id < b.id ? -1 : 1));
  return pageResponse(found, query, FILTERS, view, (event) => toEvent(view, event));
};

function eventMatcher(view: TierView, query: EventsQuery): (event: EventInfo) => boolean {
  const { live, has_score: hasScore } = query;
  const sport = anySportOf(query.sport);
  const league = anyOf(query.league);
  const books = anyOf(query.sportsbook);
  const anyBook = query.sportsbook === undefined || query.sportsbook.length === 0;
  const day = query.date === undefined ? undefined : parseDay('date', query.date);
  const team = teamMatcher(query.team);
  const search = searchMatcher(query.q);
  return (event) =>
    sport(event.sport) &&
    league(event.league) &&
    (live === undefined || event.is_live === live) &&
    (hasScore === undefined || (event.game_state !== null) === hasScore) &&
    (day === undefined || dayOf(event.start_time) === day) &&
    (team(event.home_team) || team(event.away_team)) &&
    search(event) &&
    (anyBook || view.rowsOf(event.id).some((row) => books(row.odds.sportsbook)));
}

/** The UTC day of a time as `YYYY-MM-DD`; undefined if the time is invalid. */
function dayOf(iso: string): string | undefined {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 10);
}

/** An event with the sportsbooks, markets and sportsbooks' own event ids that are visible to a tier. */
function toEvent(view: TierView, event: EventInfo): Event {
  const markets = new Set<string>();
  const books = new Set<string>();
  for (const { odds } of view.rowsOf(event.id)) {
    markets.add(odds.market_type);
    books.add(odds.sportsbook);
  }
  const { game_state: score, external_ids: externalIds, ...info } = event;
  return {
    ...info,
    external_ids: Object.fromEntries(
      Object.entries(externalIds).filter(([book]) => view.sees(book)),
    ),
    status: event.is_live ? 'live' : 'upcoming',
    book_count: books.size,
    markets: [...markets].sort(),
    books: [...books].sort(),
    ...(score && { game_state: score }),
  };
}

/**
 * A predicate for names of teams: true if `wanted` is a part of the name, regardless of case, accents, hyphens
 * and full stops, or its initials ("LAL" for the Los Angeles Lakers). Without `wanted` it is true for every team.
 */
function teamMatcher(wanted: string | undefined): (team: string) => boolean {
  if (wanted === undefined) return () => true;
  const folded = foldText(wanted.trim());
  return (team) => {
    const name = foldText(team);
    return name.includes(folded) || initials(name) === folded;
  };
}

/** A predicate for events: true if the name contains each word of the search but "vs", "v", "@" and "at". */
function searchMatcher(search: string | undefined): (event: EventInfo) => boolean {
  const words = foldText(search ?? '')
    .split(/\s+/)
    .filter((word) => !['', 'vs', 'v', '@', 'at'].includes(word));
  if (words.length === 0) return () => true;
  return (event) => {
    const name = foldText(eventName(event));
    return words.every((word) => name.includes(word));
  };
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('');
}
