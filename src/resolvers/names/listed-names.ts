import { lruCache } from '../../caching/lru-cache.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { OperationContext, Services } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import { NAME_KINDS, type NameKind, namesIn } from './name-kinds.ts';

const LISTS_MAX = 1_000;

/** For how long the names of a kind are not listed again for a key, whatever its caller asks for. */
const LISTED_MS = 5 * 60_000;

export const listedNames = (clock: Clock): Services['listedNames'] =>
  lruCache(LISTS_MAX, { ms: LISTED_MS, clock });

/**
 * The names of a kind, in lower case: sports, leagues and markets from the caller's live board, if there is one; otherwise
 * by one request to upstream, for the list of sportsbooks or the next events, which show all other kinds.
 */
export async function namesOf(
  kind: NameKind,
  context: OperationContext,
): Promise<Iterable<string>> {
  const isBooks = kind === 'sportsbooks'; // Unlike the board, their list has those without prices.
  const onBoard = isBooks || kind === 'teams' ? null : await namesFromBoard(kind, context);
  if (onBoard !== null) return onBoard;
  const { upstream, listedNames: listed } = context.services;
  const { caller } = context.scope;
  const namespace = upstream.namespaces.of(caller.credential);
  const keyOf = (one: NameKind) => `${one} ${namespace}`;
  if (!listed.has(keyOf(kind))) {
    const query = { limit: PAGE_SIZE_MAX };
    const { data: rows } = await (isBooks
      ? upstream.call(ROUTES.sportsbooks, caller, {})
      : upstream.call(ROUTES.events, caller, { query }));
    for (const one of NAME_KINDS.filter((other) => (other === 'sportsbooks') === isBooks)) {
      listed.set(keyOf(one), new Set(namesIn(one, rows)));
    }
  }
  return listed.get(keyOf(kind)) ?? [];
}
