import type { Filterable, LiveFilter } from './live-filter.ts';

/** The dimensions of a filter, the most selective first. */
const DIMENSIONS = [
  ['eventIds', (thing: Filterable) => [thing.eventId]],
  ['leagues', (thing: Filterable) => [thing.league]],
  ['sportsbooks', (thing: Filterable) => thing.books.flat()],
  ['sports', (thing: Filterable) => [thing.sport]],
] as const;

/**
 * Finds the lanes that a change may concern without asking each: a lane is filed under the values
 * of its most selective dimension, one that wants everything under none.
 */
export class LaneIndex<Lane> {
  readonly #files = DIMENSIONS.map(() => new Map<string, Set<Lane>>());
  readonly #all = new Set<Lane>();

  add(lane: Lane, filter: LiveFilter): void {
    this.#forEachPlace(filter, (places, value) => {
      const lanes = places?.get(value) ?? new Set<Lane>();
      lanes.add(lane);
      places?.set(value, lanes);
    }) || this.#all.add(lane);
  }

  remove(lane: Lane, filter: LiveFilter): void {
    this.#all.delete(lane);
    this.#forEachPlace(filter, (places, value) => {
      const lanes = places.get(value);
      lanes?.delete(lane);
      if (lanes?.size === 0) places.delete(value);
    });
  }

  /** Calls back for each lane that `thing` may concern. A lane with several values may come twice. */
  forEach(thing: Filterable, callback: (lane: Lane) => void): void {
    for (const lane of this.#all) callback(lane);
    for (const [index, [, valuesOf]] of DIMENSIONS.entries()) {
      const places = this.#files[index];
      if (places === undefined || places.size === 0) continue;
      for (const value of valuesOf(thing)) places.get(value)?.forEach(callback);
    }
  }

  #forEachPlace(
    filter: LiveFilter,
    callback: (places: Map<string, Set<Lane>>, value: string) => void,
  ): boolean {
    for (const [index, [dimension]] of DIMENSIONS.entries()) {
      const values = filter[dimension];
      const places = this.#files[index];
      if (places === undefined || !values || values.length === 0) continue;
      for (const value of values) callback(places, value);
      return true;
    }
    return false;
  }
}
