import { lruCache } from '../../caching/lru-cache.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { NameKind } from './name-kinds.ts';

/** For how long names are not listed again. */
const LISTED_MS = 5 * 60_000;

/** The most lists that are kept. Then the oldest give way. */
const LISTS_MAX = 1_000;

/** Names in lower case, each with the leagues of a team of this name. */
export type Names = ReadonlyMap<string, readonly string[]>;

export type NamesByKind = Partial<Readonly<Record<NameKind, Names>>>;

interface Listed {
  readonly names: Promise<NamesByKind>;
  /** On the monotonic clock. */
  readonly until: number;
}

/** The names of sports, leagues, sportsbooks, markets and teams that exist, as upstream has listed them. */
export class KnownNames {
  readonly #lists = lruCache<Listed>(LISTS_MAX);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The names under a key, which says whose list it is and of what; listed by `list` unless that was done lately. */
  listed(key: string, list: () => Promise<NamesByKind>): Promise<NamesByKind> {
    const now = this.#clock.monotonic();
    const known = this.#lists.get(key);
    if (known !== undefined && known.until > now) return known.names;
    const names = list();
    this.#lists.set(key, { names, until: now + LISTED_MS });
    names.catch(() => this.#lists.delete(key));
    return names;
  }
}
