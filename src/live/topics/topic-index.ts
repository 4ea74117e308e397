import { filterNamesOf, marketTypes } from '../../contract/markets.ts';
import { slugOf, slugsOf } from '../../contract/slugs.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';

/** A property of prices and opportunities that a filter can restrict. */
interface Dimension {
  /** The values that a filter selects; empty or null if it does not restrict this property. */
  readonly selectedBy: (filter: LiveFilter) => readonly string[] | null | undefined;
  /** The values under which the topics for an item are found. */
  readonly valuesOf: (item: Filterable) => readonly string[];
}

/** The value under which topics that select everything are found. */
const ALL = ['all'];

/** Roughly the most selective first; the last one is for filters that restrict none. Slugs are indexed in lower case. */
const DIMENSIONS: readonly Dimension[] = [
  { selectedBy: ({ eventIds }) => eventIds, valuesOf: ({ eventId }) => [eventId] },
  {
    selectedBy: ({ leagues }) => slugsOf(leagues ?? []),
    valuesOf: ({ league }) => [slugOf(league)],
  },
  {
    selectedBy: ({ sportsbooks }) => slugsOf(sportsbooks ?? []),
    valuesOf: ({ booksPerLeg }) => booksPerLeg.flat().map(slugOf),
  },
  {
    // A filter names market types, or `props` for all player props. So the topics for a player prop are found
    // by its market type and by `props`.
    selectedBy: ({ markets }) => marketTypes(markets ?? []),
    valuesOf: ({ marketType }) => filterNamesOf(marketType),
  },
  { selectedBy: ({ sports }) => slugsOf(sports ?? []), valuesOf: ({ sport }) => [slugOf(sport)] },
  { selectedBy: () => ALL, valuesOf: () => ALL },
];

/** Most values are those of one topic, for which a set would take ten times as much memory. */
type TopicsByValue<T> = Map<string, T | Set<T>>;

/**
 * Finds the topics that a changed item (a price or an opportunity) may match, without testing the filter of
 * each topic. A topic is indexed by the values of the first dimension that its filter restricts.
 */
export class TopicIndex<T> {
  readonly #dimensions: readonly {
    readonly dimension: Dimension;
    readonly topicsByValue: TopicsByValue<T>;
  }[] = DIMENSIONS.map((dimension) => ({ dimension, topicsByValue: new Map() }));

  add(topic: T, filter: LiveFilter): void {
    const { topicsByValue, values } = this.#locationOf(filter);
    for (const value of values) {
      const known = topicsByValue.get(value);
      if (known instanceof Set) known.add(topic);
      else topicsByValue.set(value, known === undefined ? topic : new Set([known, topic]));
    }
  }

  remove(topic: T, filter: LiveFilter): void {
    const { topicsByValue, values } = this.#locationOf(filter);
    for (const value of values) {
      const known = topicsByValue.get(value);
      if (known instanceof Set) known.delete(topic);
      if (known === topic || (known instanceof Set && known.size === 0))
        topicsByValue.delete(value);
    }
  }

  /** Calls back for each topic whose filter may match `item`, perhaps more than once for one topic. */
  forEach(item: Filterable, callback: (topic: T) => void): void {
    for (const { dimension, topicsByValue } of this.#dimensions) {
      if (topicsByValue.size === 0) continue;
      for (const value of dimension.valuesOf(item)) {
        const known = topicsByValue.get(value);
        if (known instanceof Set) known.forEach(callback);
        else if (known !== undefined) callback(known);
      }
    }
  }

  /** Where topics with this filter are indexed: a map, and the keys in it. */
  #locationOf(filter: LiveFilter): {
    topicsByValue: TopicsByValue<T>;
    values: readonly string[];
  } {
    for (const { dimension, topicsByValue } of this.#dimensions) {
      const values = dimension.selectedBy(filter) ?? [];
      if (values.length > 0) return { topicsByValue, values };
    }
    throw new Error('The last dimension has every filter.');
  }
}
