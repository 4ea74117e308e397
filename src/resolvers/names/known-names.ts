import { lruCache } from '../../caching/lru-cache.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { OperationContext } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import { type NameKind, namesIn } from './name-kinds.ts';

/** For how long names are not listed again. */
const LISTED_MS = 5 * 60_000;

/** The most lists that are kept. Then the oldest give way. */
const LISTS_MAX = 2_000;

/** Names in lower case, each with the leagues of a team of this name. */
export type Names = ReadonlyMap<string, readonly string[]>;

type NamesByKind = Partial<Readonly<Record<NameKind, Names>>>;

interface Listed {
  readonly names: Promise<NamesByKind>;
  /** On the monotonic clock. */
  readonly until: number;
}

/** The names of sports, leagues, sportsbooks, markets and teams that exist, as upstream lists them for each API key. */
export class KnownNames {
  readonly #lists = lruCache<Listed>(LISTS_MAX);

  /**
   * The names of a kind: sports, leagues and markets from the caller's live board, if there is one, else by one request to
   * upstream, for the list of sportsbooks or the next events. Rejects if they cannot be listed.
   */
  async of(kind: NameKind, context: OperationContext): Promise<Names> {
    // Unlike the board, the list of sportsbooks has those without prices.
    const isOnBoard = kind !== 'teams' && kind !== 'sportsbooks';
    const fromBoard = isOnBoard ? await namesFromBoard(kind, context) : null;
    if (fromBoard !== null) return new Map(Array.from(fromBoard, (name) => [name, []]));
    const { clock, upstream } = context.services;
    const source = kind === 'sportsbooks' ? 'sportsbooks' : 'events';
    // Viewers see what others of their tier see, and not what the operator does.
    const key = `${source} ${context.viewer?.tier} ${upstream.scopes.of(context.requireCredential())}`;
    let listed = this.#lists.get(key);
    if (listed === undefined || listed.until <= clock.monotonic()) {
      const names = source === 'events' ? listEvents(context) : listSportsbooks(context);
      listed = { names, until: clock.monotonic() + LISTED_MS };
      this.#lists.set(key, listed);
      names.catch(() => this.#lists.delete(key));
    }
    return (await listed.names)[kind] ?? new Map();
  }
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
