import type { Past } from './history/past.ts';
import type { SportsbookScope } from './sportsbook-tiers.ts';

/** What the loaders of one operation can read. */
export interface LoaderScope extends SportsbookScope {
  /** Throws `FEATURE_NOT_AVAILABLE` on a server that records no prices. */
  readonly past: () => Past;
}

/** Makes a loader for one operation and a list of arguments. */
type MakeLoader<Arguments extends readonly unknown[], Loader> = (
  scope: LoaderScope,
  ...args: Arguments
) => Loader;

/** The loaders of one operation. They are never shared with another. */
export class Loaders {
  readonly #scope: LoaderScope;
  readonly #made = new Map<unknown, Map<string, unknown>>();

  constructor(scope: LoaderScope) {
    this.#scope = scope;
  }

  /**
   * The loader that `make` returns for these arguments. It is made once, so that fields with equal arguments share
   * it. `make` has to be a constant of a file: another function makes another loader.
   */
  of<Arguments extends readonly unknown[], Loader>(
    make: MakeLoader<Arguments, Loader>,
    ...args: Arguments
  ): Loader {
    const key = args.length === 0 ? '' : JSON.stringify(args);
    let made = this.#made.get(make);
    if (made === undefined) {
      made = new Map();
      this.#made.set(make, made);
    }
    const loader = made.get(key) ?? make(this.#scope, ...args);
    made.set(key, loader);
    return loader as Loader;
  }
}
