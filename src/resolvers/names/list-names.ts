import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import { slugOf } from '../../contract/slugs.ts';
import type { OperationContext } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import type { NamesByKind } from './known-names.ts';
import { type NameKind, namesIn } from './name-kinds.ts';

/** Which names the list of events shows. */
const IN_EVENTS: readonly NameKind[] = ['sports', 'leagues', 'markets', 'teams'];

/**
 * The names of a kind: by one request to upstream, for the list of sportsbooks or the next events, which show other kinds,
 * too; sports, leagues and markets from the caller's live board, if there is one.
 */
export async function listNames(kind: NameKind, context: OperationContext): Promise<NamesByKind> {
  const { upstream, caller } = context.scope;
  if (kind === 'sportsbooks') {
    // Unlike the board, this list has those without prices.
    const { data } = await upstream.call(ROUTES.sportsbooks, caller, {});
    return [[kind, data.map(({ id }) => [slugOf(id)] as const)]];
  }
  const fromBoard = kind === 'teams' ? null : await namesFromBoard(kind, context);
  if (fromBoard !== null) return [[kind, Array.from(fromBoard, (name) => [name] as const)]];
  const query = { limit: PAGE_SIZE_MAX };
  const { data } = await upstream.call(ROUTES.events, caller, { query });
  return IN_EVENTS.map((one) => [one, namesIn(one, data)] as const);
}
