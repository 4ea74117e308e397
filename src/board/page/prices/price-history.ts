/** A price in decimal odds, null while there was none, and when the page saw it first. */
export interface Point {
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly decimal: number | null;
}

/** The maximum number of points of all prices together. Beyond it, the oldest are dropped. */
const POINTS_MAX = 200_000;

/** How prices moved since the page was opened: the first price seen, and each change. */
export class PriceHistory {
  /** By the id of the price, oldest first. */
  readonly #points = new Map<string, Point[]>();
  /** For each point, oldest first, the id of its price. Dropped ones stay here until there are `POINTS_MAX` of them. */
  #order: string[] = [];
  /** How many of the first points in `#order` are dropped. */
  #dropped = 0;

  add(id: string, point: Point): void {
    const points = this.#points.get(id);
    if (points === undefined) this.#points.set(id, [point]);
    else points.push(point);
    this.#order.push(id);
    if (this.#order.length - this.#dropped > POINTS_MAX) this.#dropOldest();
  }

  of(id: string): readonly Point[] {
    return this.#points.get(id) ?? [];
  }

  has(id: string): boolean {
    return this.#points.has(id);
  }

  #dropOldest(): void {
    const id = this.#order[this.#dropped] ?? '';
    const points = this.#points.get(id) ?? [];
    points.shift();
    if (points.length === 0) this.#points.delete(id);
    this.#dropped += 1;
    if (this.#dropped < POINTS_MAX) return;
    this.#order = this.#order.slice(this.#dropped);
    this.#dropped = 0;
  }
}

/** One history for the whole page, so that an event's chart begins with the prices that the board has shown. */
export const seenPrices = new PriceHistory();
