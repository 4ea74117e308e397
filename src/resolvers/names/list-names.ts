import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import { slugOf } from '../../contract/slugs.ts';
import type { OperationContext } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import { type NameKind, namesIn } from './name-kinds.ts';

/**
 * The names of a kind, in lower case: from the caller's live board, or by one request to upstream, for the list of
 * sportsbooks or the next events.
 */
export async function listNames(
  kind: NameKind,
  context: OperationContext,
): Promise<Iterable<string>> {
  const fromBoard = kind === 'teams' ? null : await namesFromBoard(kind, context);
  if (fromBoard !== null) return fromBoard;
  const { upstream, caller } = context.scope;
  if (kind === 'sportsbooks') {
    const { data } = await upstream.call(ROUTES.sportsbooks, caller, {});
    return data.map(({ id }) => slugOf(id));
  }
  const query = { limit: PAGE_SIZE_MAX };
  const { data } = await upstream.call(ROUTES.events, caller, { query });
  return namesIn(kind, data);
}
