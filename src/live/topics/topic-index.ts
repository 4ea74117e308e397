import { groupsOfMarket, marketGroups } from '../../contract/markets.ts';
import { slugOf, slugsOf } from '../../contract/slugs.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';

interface Dimension {
  /** The values that a filter selects; none if it selects all. */
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

/** The entry for topics that select everything. */
const ALL = 'all';

type Places<Topic> = Map<string, Set<Topic>>;

/**
 * Finds the topics that a change may concern without testing each of them. A topic is indexed by the
 * values of its most selective dimension, or under one common entry if it selects everything.
 */
export class TopicIndex<Topic> {
  readonly #files: readonly { readonly dimension: Dimension; readonly places: Places<Topic> }[] =
    DIMENSIONS.map((dimension) => ({ dimension, places: new Map() }));
  readonly #all: Places<Topic> = new Map();

  add(topic: Topic, filter: LiveFilter): void {
    const { places, values } = this.#fileFor(filter);
    for (const value of values) {
      const topics = places.get(value);
      if (topics === undefined) places.set(value, new Set([topic]));
      else topics.add(topic);
    }
  }

  remove(topic: Topic, filter: LiveFilter): void {
    const { places, values } = this.#fileFor(filter);
    for (const value of values) {
      const topics = places.get(value);
      topics?.delete(topic);
      if (topics?.size === 0) places.delete(value);
    }
  }

  /** Calls back for each topic that `thing` may concern. A topic with several values may come twice. */
  forEach(thing: Filterable, callback: (topic: Topic) => void): void {
    this.#all.get(ALL)?.forEach(callback);
    for (const { dimension, places } of this.#files) {
      if (places.size === 0) continue;
      for (const value of dimension.valuesOf(thing)) places.get(value)?.forEach(callback);
    }
  }

  /** The index entries of a filter. */
  #fileFor(filter: LiveFilter): { places: Places<Topic>; values: readonly string[] } {
    for (const { dimension, places } of this.#files) {
      const values = dimension.wanted(filter) ?? [];
      if (values.length > 0) return { places, values };
    }
    return { places: this.#all, values: [ALL] };
  }
}
