import { lruCache } from '../../caching/lru-cache.ts';
import { CONTRACT_NAMES, NAME_KINDS, type Name, type NameKind } from './name-kinds.ts';

const KEYS_MAX = 1_000;

/** The most names of a kind that are remembered for a key. Then the oldest give way. */
const NAMES_MAX = 2_000;

/** For how long the names of a kind are not listed again for a key, whatever its caller asks for. */
const LISTED_MS = 5 * 60_000;

const NO_LEAGUES: readonly string[] = [];

export type NamesByKind = Iterable<readonly [NameKind, Iterable<Name>]>;

/** Lists all names of a kind, and of others if that takes no more. */
export type ListNames = (kind: NameKind) => Promise<NamesByKind>;

/** The names that a key has been shown, in lower case: by what filters have found, and by lists. */
export class ShownNames {
  /** By kind: names, and of a team its leagues. */
  readonly #names = new Map(NAME_KINDS.map((kind) => [kind, new Map<string, readonly string[]>()]));
  /** Until when the names of a kind need not be listed again, on the monotonic clock. */
  readonly #listedUntil = new Map<NameKind, number>();

  has(kind: NameKind, name: string): boolean {
    return CONTRACT_NAMES[kind].has(name) || this.#names.get(kind)?.has(name) === true;
  }

  add(kind: NameKind, names: Iterable<Name>): void {
    const known = this.#names.get(kind) ?? new Map<string, readonly string[]>();
    for (const [name, league] of names) {
      const leagues = known.get(name) ?? NO_LEAGUES;
      const isNew = league !== undefined && !leagues.includes(league);
      known.delete(name); // So that it becomes the newest.
      known.set(name, isNew ? [...leagues, league] : leagues);
      const [oldest] = known.keys();
      if (known.size > NAMES_MAX && oldest !== undefined) known.delete(oldest);
    }
  }

  /**
   * All known names of a kind, after `list` has listed them if that was long ago; of teams, those in `leagues`, unless
   * none is known there.
   */
  async all(
    kind: NameKind,
    now: number,
    list: ListNames,
    leagues: readonly string[],
  ): Promise<string[]> {
    if ((this.#listedUntil.get(kind) ?? now) <= now) {
      for (const [one, names] of await list(kind)) {
        this.add(one, names);
        this.#listedUntil.set(one, now + LISTED_MS);
      }
    }
    const known = [...(this.#names.get(kind) ?? [])];
    const inLeagues = known.filter(([, own]) => own.some((league) => leagues.includes(league)));
    const names = (inLeagues.length > 0 ? inLeagues : known).map(([name]) => name);
    return [...CONTRACT_NAMES[kind].union(new Set(names))];
  }
}

/** The names of sports, leagues, sportsbooks, markets and teams that each API key has been shown. */
export class KnownNames {
  readonly #keys = lruCache<ShownNames>(KEYS_MAX);

  /** `scope` is where responses to the key are cached (see `CacheScopes`), with the tier of a viewer. */
  of(scope: string): ShownNames {
    const names = this.#keys.get(scope) ?? new ShownNames();
    this.#keys.set(scope, names);
    return names;
  }
}
