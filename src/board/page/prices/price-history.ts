export interface Point {
  /** In milliseconds. */
  readonly at: number;
  readonly decimal: number;
}

/** The points of all prices together. Beyond this, the oldest are forgotten. */
const POINTS_MAX = 200_000;

/** How prices moved since the page was opened: the first price seen, and each change. */
export class PriceHistory {
  readonly #points = new Map<string, Point[]>();
  /** The prices in the order in which their points were added. */
  #order: string[] = [];
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

/** Of the whole page, so that an event's chart begins with what the board has seen. */
export const history = new PriceHistory();
