import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { OperationContext } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import type { Names, NamesByKind } from './known-names.ts';
import { type NameKind, namesIn } from './name-kinds.ts';

/**
 * The names of a kind that the caller may ask for: sports, leagues and markets from the caller's live board, if there is one,
 * else by one request to upstream, for the list of sportsbooks or the next events. Rejects if they cannot be listed.
 */
export async function listNames(kind: NameKind, context: OperationContext): Promise<Names> {
  const { names, upstream } = context.services;
  // Viewers see what others of their tier see, and not what the operator does.
  const caller = `${context.viewer?.tier} ${upstream.scopes.of(context.requireCredential())}`;
  if (kind === 'sportsbooks') {
    // Unlike the board, this list has those without prices.
    const listed = await names.listed(`${caller} sportsbooks`, () => listSportsbooks(context));
    return listed[kind] ?? new Map();
  }
  const fromBoard = kind === 'teams' ? null : await namesFromBoard(kind, context);
  if (fromBoard !== null) return new Map(Array.from(fromBoard, (name) => [name, []]));
  const listed = await names.listed(`${caller} events`, () => listEvents(context));
  return listed[kind] ?? new Map();
}

async function listSportsbooks({ scope }: OperationContext): Promise<NamesByKind> {
  const { data } = await scope.upstream.call(ROUTES.sportsbooks, scope.caller, {});
  return {
    sportsbooks: shown(
      'sportsbooks',
      data.map(({ id }) => ({ sportsbookId: id })),
    ),
  };
}

async function listEvents({ scope }: OperationContext): Promise<NamesByKind> {
  const query = { limit: PAGE_SIZE_MAX };
  const { data } = await scope.upstream.call(ROUTES.events, scope.caller, { query });
  return {
    sports: shown('sports', data),
    leagues: shown('leagues', data),
    markets: shown('markets', data),
    teams: shown('teams', data),
  };
}

/** The names of a kind that rows show. */
function shown(kind: NameKind, rows: readonly object[]): Names {
  const names = new Map<string, readonly string[]>();
  for (const [name, league] of namesIn(kind, rows)) {
    const leagues = names.get(name) ?? [];
    names.set(name, league === undefined ? leagues : [...new Set([...leagues, league])]);
  }
  return names;
}
