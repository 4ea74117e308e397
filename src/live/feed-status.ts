/** What a stream tells of itself, as data that passes every router. */
export interface FeedStatusEvent {
  readonly __typename: 'FeedStatus';
  readonly state: 'CONNECTED' | 'READY' | 'STALE' | 'RECONNECTING' | 'NOTICE';
  readonly at: string;
  readonly code: string | null;
  readonly message: string | null;
}

const KEPT_MAX = 100;

/** The last statuses of a stream, numbered, so that each reader gets each one once. */
export class StatusLog {
  readonly #kept: FeedStatusEvent[] = [];
  #count = 0;

  add(status: FeedStatusEvent): void {
    this.#kept.push(status);
    this.#count += 1;
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
  }

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  get last(): FeedStatusEvent | undefined {
    return this.#kept.at(-1);
  }

  /** Those after the first `count`, as far as they are kept. */
  since(count: number): readonly FeedStatusEvent[] {
    const missed = Math.min(this.#count - count, this.#kept.length);
    return missed > 0 ? this.#kept.slice(-missed) : [];
  }
}
