/** A price in decimal odds, null while there was none, and when the page saw it first. */
export interface Point {
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly decimal: number | null;
}

/** The maximum number of points of all prices together. Beyond it, those that have not moved for longest are dropped. */
const POINTS_MAX = 200_000;

/** How prices moved since the page was opened, or another account signed in: the first price seen, and each change. */
export class PriceHistory {
  /** By the id of the price, oldest first. The price that moved last is the last one. */
  readonly #points = new Map<string, Point[]>();
  #count = 0;

  add(id: string, point: Point): void {
    const points = this.#points.get(id) ?? [];
    points.push(point);
    this.#points.delete(id);
    this.#points.set(id, points);
    this.#count += 1;
    if (this.#count > POINTS_MAX) this.#dropOldest();
  }

  of(id: string): readonly Point[] {
    return this.#points.get(id) ?? [];
  }

  clear(): void {
    this.#points.clear();
    this.#count = 0;
  }

  #dropOldest(): void {
    const [oldest] = this.#points;
    if (oldest === undefined) return;
    const [id, points] = oldest;
    this.#points.delete(id);
    this.#count -= points.length;
  }
}

/** One history for the whole page, so that an event's chart begins with the prices that the board has shown. */
export const seenPrices = new PriceHistory();
