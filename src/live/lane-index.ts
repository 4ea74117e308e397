import { groupsOfMarket, marketGroups } from '../contract/markets.ts';
import { slugOf, slugsOf } from '../contract/slugs.ts';
import type { Filterable, LiveFilter } from './live-filter.ts';

interface Dimension {
  /** The values that a filter wants; none where it wants all. */
  readonly wanted: (filter: LiveFilter) => readonly string[] | null | undefined;
  readonly valuesOf: (thing: Filterable) => readonly string[];
}

/** The most selective first. Slugs are filed in lower case. */
const DIMENSIONS: readonly Dimension[] = [
  { wanted: ({ eventIds }) => eventIds, valuesOf: ({ eventId }) => [eventId] },
  { wanted: ({ leagues }) => slugsOf(leagues ?? []), valuesOf: ({ league }) => [slugOf(league)] },
  {
    wanted: ({ sportsbooks }) => slugsOf(sportsbooks ?? []),
    valuesOf: ({ books }) => books.flat().map(slugOf),
  },
  {
    wanted: ({ markets }) => marketGroups(markets ?? []),
    valuesOf: ({ marketType }) => groupsOfMarket(marketType),
  },
  { wanted: ({ sports }) => slugsOf(sports ?? []), valuesOf: ({ sport }) => [slugOf(sport)] },
];

/** What those are filed under who want everything. */
const ALL = 'all';

type Places<Lane> = Map<string, Set<Lane>>;

/**
 * Finds the lanes that a change may concern without asking each: a lane is filed under the values
 * of its most selective dimension, one that wants everything under none.
 */
export class LaneIndex<Lane> {
  readonly #files: readonly { readonly dimension: Dimension; readonly places: Places<Lane> }[] =
    DIMENSIONS.map((dimension) => ({ dimension, places: new Map() }));
  readonly #all: Places<Lane> = new Map();

  add(lane: Lane, filter: LiveFilter): void {
    const { places, values } = this.#fileFor(filter);
    for (const value of values) {
      const lanes = places.get(value);
      if (lanes === undefined) places.set(value, new Set([lane]));
      else lanes.add(lane);
    }
  }

  remove(lane: Lane, filter: LiveFilter): void {
    const { places, values } = this.#fileFor(filter);
    for (const value of values) {
      const lanes = places.get(value);
      lanes?.delete(lane);
      if (lanes?.size === 0) places.delete(value);
    }
  }

  /** Calls back for each lane that `thing` may concern. A lane with several values may come twice. */
  forEach(thing: Filterable, callback: (lane: Lane) => void): void {
    this.#all.get(ALL)?.forEach(callback);
    for (const { dimension, places } of this.#files) {
      if (places.size === 0) continue;
      for (const value of dimension.valuesOf(thing)) places.get(value)?.forEach(callback);
    }
  }

  /** Where lanes of this filter stand. */
  #fileFor(filter: LiveFilter): { places: Places<Lane>; values: readonly string[] } {
    for (const { dimension, places } of this.#files) {
      const values = dimension.wanted(filter) ?? [];
      if (values.length > 0) return { places, values };
    }
    return { places: this.#all, values: [ALL] };
  }
}
