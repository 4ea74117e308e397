/** What takes a place. */
interface Placed {
  /** How many subscribers would lose it. */
  readonly subscribers: number;
}

/**
 * A limited number of places that the viewers (end users with a JWT) of one account share. When all are taken,
 * the viewer with the most gives way to whoever has at least two fewer. So each can have its share: the number of
 * places divided by that of the viewers. The account itself, whose viewer is null, gives way to nobody.
 */
export class FairPlaces<T extends Placed> {
  readonly #max: number;
  readonly #byViewer = new Map<string | null, Set<T>>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes a place. If there is none, calls `end` with the one that gives way, which must free its place; returns
   * false if none does.
   */
  take(placed: T, viewer: string | null, end: (other: T) => void): boolean {
    if (this.#taken >= this.#max) {
      const other = this.#givesWayTo(viewer);
      if (other === null) return false;
      end(other);
    }
    this.#add(placed, viewer);
    return true;
  }

  /** Frees a place. Does nothing if `placed` has none, or if another viewer holds it. */
  free(placed: T, viewer: string | null): void {
    const held = this.#byViewer.get(viewer);
    if (held === undefined || !held.delete(placed)) return;
    this.#taken -= 1;
    if (held.size === 0) this.#byViewer.delete(viewer);
  }

  /** Hands a place from one viewer to another that shares it. */
  hand(placed: T, from: string | null, to: string | null): void {
    if (from === to || !this.#byViewer.get(from)?.has(placed)) return;
    this.free(placed, from);
    this.#add(placed, to);
  }

  #add(placed: T, viewer: string | null): void {
    const held = this.#byViewer.get(viewer) ?? new Set();
    this.#byViewer.set(viewer, held.add(placed));
    this.#taken += 1;
  }

  /** Of the viewer with the most places, the newest of those with the fewest subscribers. */
  #givesWayTo(viewer: string | null): T | null {
    let most: ReadonlySet<T> = new Set();
    for (const [holder, held] of this.#byViewer) {
      if (holder !== null && held.size > most.size) most = held;
    }
    const own = viewer === null ? 0 : (this.#byViewer.get(viewer)?.size ?? 0);
    if (most.size <= own + 1) return null;
    return [...most].reduce((least, one) => (one.subscribers <= least.subscribers ? one : least));
  }
}
