import type { Odds } from '../../contract/odds/odds.ts';
import { anyOf } from '../../contract/odds/odds-filter.ts';
import { DEFAULT_STATE } from '../../contract/routes/parameters.ts';
import type { Routes } from '../../contract/routes.ts';
import { API_PREFIX, HEADERS } from '../../contract/wire.ts';
import { deepLinkFor } from '../book-links.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import type { Board } from '../origin-board.ts';
import { Refusal } from '../requests/refusal.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import { listedBook } from '../sportsbook-table.ts';

/** The format of opportunities' ids. The ids of odds are decimal numbers. */
const OPPORTUNITY_ID = /^[0-9a-f]{16}$/;

/**
 * For each id of a price or an opportunity, the path of its deep link; null where no sportsbook that the
 * caller sees has a page for it.
 */
export function deepLinksBatch(
  scanners: OpportunityScanners,
): RouteHandler<Routes['deepLinksBatch']> {
  return ({ view, body }) => {
    const state = (body.state ?? DEFAULT_STATE).toLowerCase();
    const targets = linkTargets(view.board, scanners, new Set(body.ids));
    const paths = body.ids.map((id) => {
      const prices = targets.get(id) ?? [];
      const target = prices.find(
        ({ sportsbook }) => view.sees(sportsbook) && listedBook(sportsbook)?.home,
      );
      if (target === undefined) return [id, null] as const;
      const isOfOneBook = prices.every(
        (odds) => odds.id === id && odds.sportsbook === target.sportsbook,
      );
      return [id, redirectPath(id, target.sportsbook, isOfOneBook, state)] as const;
    });
    return { data: Object.fromEntries(paths), updated_at: view.updatedAt };
  };
}

/** Redirects to the page of a price at its sportsbook. The caller needs no API key. */
export function deepLink(
  board: Board,
  scanners: OpportunityScanners,
): RouteHandler<Routes['deepLink']> {
  return ({ params: { id }, query: { state, book, fallback } }, reply) => {
    const atBook = anyOf(book === undefined ? [] : [book]);
    const fallbackUrl = fallback === undefined ? undefined : webAddress(fallback);
    const link = (linkTargets(board, scanners, new Set([id])).get(id) ?? [])
      .filter((odds) => atBook(odds.sportsbook))
      .map((odds) => deepLinkFor(odds, board.event(odds.event_id), state))
      .find((found) => found !== null);
    if (link !== undefined) reply.header(HEADERS.deepLinkType, link.type);
    const url = link?.url ?? fallbackUrl;
    if (url === undefined) throw new Refusal('not_found', `There is no deep link "${id}".`);
    return reply.header('cache-control', 'private, max-age=60').redirect(url);
  };
}

/**
 * The US state is part of the path only where the sportsbook's pages depend on it, and the sportsbook only where the id is
 * that of an opportunity, or of prices at several.
 */
function redirectPath(id: string, sportsbook: string, isOfOneBook: boolean, state: string): string {
  const query = new URLSearchParams();
  if (!isOfOneBook) query.set('book', sportsbook);
  if (state !== DEFAULT_STATE && listedBook(sportsbook)?.isByState) query.set('state', state);
  return `${API_PREFIX}/deeplink/${id}${query.size > 0 ? `?${query}` : ''}`;
}

function webAddress(fallback: string): string {
  const address = URL.parse(fallback);
  if (address !== null && ['http:', 'https:'].includes(address.protocol)) return address.href;
  throw new Refusal('invalid_request', '"fallback" must be an http or https address.');
}

/**
 * The prices that ids of odds and opportunities refer to, by id, in the order of the board. In recorded data,
 * several prices can have the same id.
 */
function linkTargets(
  board: Board,
  scanners: OpportunityScanners,
  ids: ReadonlySet<string>,
): Map<string, readonly Odds[]> {
  const rows = board
    .rows()
    .map((row) => row.odds)
    .filter((odds) => ids.has(odds.id));
  const targets = new Map<string, readonly Odds[]>(Map.groupBy(rows, (odds) => odds.id));
  for (const id of ids) {
    if (OPPORTUNITY_ID.test(id) && !targets.has(id)) targets.set(id, scanners.oddsOf(id));
  }
  return targets;
}
