import type { FastifyInstance } from 'fastify';
import { DEFAULT_STATE, DeepLinkQuery, DeepLinksRequest } from '../../contract/deep-links.ts';
import type { Odds } from '../../contract/odds.ts';
import { anyOf } from '../../contract/odds-filter.ts';
import { tierAllows } from '../../contract/tiers.ts';
import { API_PREFIX, HEADERS } from '../../contract/wire.ts';
import { callerOf } from '../access.ts';
import { deepLinkFor, isLinkable, linksByState } from '../links/book-links.ts';
import { linkTargets } from '../links/link-targets.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import type { Board } from '../origin-board.ts';
import { Refusal } from '../requests/origin-error.ts';
import { bodyReader, queryReader } from '../requests/read-request.ts';
import type { TierViews } from '../tier-views.ts';

const readBatch = bodyReader(DeepLinksRequest, 'bad_request');
const readQuery = queryReader(DeepLinkQuery);

/** `POST /deeplinks/batch`: the redirect of each id that leads to a page of a visible book. */
export function deepLinkBatchRoute(
  app: FastifyInstance,
  views: TierViews,
  opportunities: OpportunityScanners,
): void {
  app.post('/deeplinks/batch', (request) => {
    const view = views.of(callerOf(request).tier);
    if (!tierAllows(view.tier, 'hobby')) {
      throw new Refusal(
        'tier_restricted',
        `Deep links require the hobby tier; this key is on the ${view.tier} tier.`,
      );
    }
    const body = readBatch(request.body);
    const state = (body.state ?? DEFAULT_STATE).toLowerCase();
    const targets = linkTargets(view.board, opportunities.oddsOf, new Set(body.ids));
    const paths = body.ids.map((id) => {
      const target = targets
        .get(id)
        ?.find((odds) => view.sees(odds.sportsbook) && isLinkable(odds.sportsbook));
      return [id, target ? redirectPath(id, target, state) : null] as const;
    });
    return { data: Object.fromEntries(paths), updated_at: view.updatedAt };
  });
}

/** `GET /deeplink/{id}`: sends anyone to the page of a price at its book. */
export function deepLinkRoute(
  app: FastifyInstance,
  board: Board,
  opportunities: OpportunityScanners,
): void {
  app.get<{ Params: { id: string } }>('/deeplink/:id', (request, reply) => {
    const { id } = request.params;
    const { state = DEFAULT_STATE, book, fallback } = readQuery(request.query);
    const atBook = anyOf(book === undefined ? [] : [book]);
    const elsewhere = fallback === undefined ? undefined : webAddress(fallback);
    const link = (linkTargets(board, opportunities.oddsOf, new Set([id])).get(id) ?? [])
      .filter((odds) => atBook(odds.sportsbook))
      .map((odds) => deepLinkFor(odds, board.event(odds.event_id), state))
      .find((found) => found !== null);
    if (link !== undefined) reply.header(HEADERS.deepLinkType, link.type);
    const url = link?.url ?? elsewhere;
    if (url === undefined) throw new Refusal('not_found', `There is no deep link "${id}".`);
    return reply.header('cache-control', 'private, max-age=60').redirect(url, 302);
  });
}

/**
 * The state stands in the path only where it changes where the redirect leads, the book where the id
 * is that of an opportunity, which has prices at several.
 */
function redirectPath(id: string, { id: oddsId, sportsbook }: Odds, state: string): string {
  const query = new URLSearchParams();
  if (oddsId !== id) query.set('book', sportsbook);
  if (state !== DEFAULT_STATE && linksByState(sportsbook)) query.set('state', state);
  return `${API_PREFIX}/deeplink/${id}${query.size > 0 ? `?${query}` : ''}`;
}

function webAddress(fallback: string): string {
  const address = URL.parse(fallback);
  if (address !== null && ['http:', 'https:'].includes(address.protocol)) return address.href;
  throw new Refusal('invalid_request', '"fallback" must be an http or https address.');
}
