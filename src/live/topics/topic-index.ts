import { groupsOfMarket, marketGroups } from '../../contract/markets.ts';
import { slugOf, slugsOf } from '../../contract/slugs.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';

interface Dimension {
  /** The values that a filter selects; none if it selects all. */
  readonly wanted: (filter: LiveFilter) => readonly string[] | null | undefined;
  readonly valuesOf: (item: Filterable) => readonly string[];
}

/** The most selective first. Slugs are indexed in lower case. */
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

/** The index key of topics that select everything. */
const ALL = 'all';

type TopicsByValue<Topic> = Map<string, Set<Topic>>;

/**
 * Finds the topics that a change may concern without testing each of them. A topic is indexed by
 * the values of its most selective dimension, or under one common key if it selects everything.
 */
export class TopicIndex<Topic> {
  readonly #dimensions: readonly {
    readonly dimension: Dimension;
    readonly topicsByValue: TopicsByValue<Topic>;
  }[] = DIMENSIONS.map((dimension) => ({ dimension, topicsByValue: new Map() }));
  readonly #all: TopicsByValue<Topic> = new Map();

  add(topic: Topic, filter: LiveFilter): void {
    const { topicsByValue, values } = this.#entriesOf(filter);
    for (const value of values) {
      const topics = topicsByValue.get(value);
      if (topics === undefined) topicsByValue.set(value, new Set([topic]));
      else topics.add(topic);
    }
  }

  remove(topic: Topic, filter: LiveFilter): void {
    const { topicsByValue, values } = this.#entriesOf(filter);
    for (const value of values) {
      const topics = topicsByValue.get(value);
      topics?.delete(topic);
      if (topics?.size === 0) topicsByValue.delete(value);
    }
  }

  /**
   * Calls back for each topic that `item` may concern. A topic with several values may come twice.
   */
  forEach(item: Filterable, callback: (topic: Topic) => void): void {
    this.#all.get(ALL)?.forEach(callback);
    for (const { dimension, topicsByValue } of this.#dimensions) {
      if (topicsByValue.size === 0) continue;
      for (const value of dimension.valuesOf(item)) topicsByValue.get(value)?.forEach(callback);
    }
  }

  /** The index entries of a filter. */
  #entriesOf(filter: LiveFilter): {
    topicsByValue: TopicsByValue<Topic>;
    values: readonly string[];
  } {
    for (const { dimension, topicsByValue } of this.#dimensions) {
      const values = dimension.wanted(filter) ?? [];
      if (values.length > 0) return { topicsByValue, values };
    }
    return { topicsByValue: this.#all, values: [ALL] };
  }
}
