import { SPLITS_INTERVAL_MS, SPLITS_RETENTION_MS } from '../../contract/limits.ts';
import type { Splits } from '../../contract/routes/splits.ts';
import { DATA_DELAY_SECONDS, type Tier } from '../../contract/tiers.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { Board } from '../origin-board.ts';
import { collectSplits } from './collect-splits.ts';

/** What was collected at one time, by event, as JSON: two days of it take a fraction of the memory of objects. */
interface Collection {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly byEvent: ReadonlyMap<string, string>;
}

/** Collects the board's splits every five minutes, and keeps them for 48 hours. */
export class SplitsArchive {
  readonly #clock: Clock;
  readonly #board: Board;
  readonly #timer: Timer;
  /** The oldest first. */
  #collections: readonly Collection[] = [];

  constructor(clock: Clock, board: Board) {
    this.#clock = clock;
    this.#board = board;
    this.#collect();
    this.#timer = clock.every(SPLITS_INTERVAL_MS, () => this.#collect());
  }

  /** The last collection for callers of a tier, whose data may be late. If none is old enough, the oldest kept. */
  current(tier: Tier) {
    const latest = this.#clock.now() - DATA_DELAY_SECONDS[tier] * 1000;
    const found = this.#collections.findLast(({ at }) => at <= latest) ?? this.#collections[0];
    const jsons = [...(found?.byEvent.values() ?? [])];
    return {
      at: found?.at ?? latest,
      splits: jsons.flatMap((json): Splits[] => JSON.parse(json)),
    };
  }

  /** The splits of one event, oldest first, from one time to another, both included. */
  history(eventId: string, from: number, to: number): Splits[] {
    return this.#collections
      .filter(({ at }) => from <= at && at <= to)
      .flatMap(({ byEvent }): Splits[] => JSON.parse(byEvent.get(eventId) ?? '[]'));
  }

  stop(): void {
    this.#timer.cancel();
  }

  #collect(): void {
    const at = this.#clock.now();
    const events = Map.groupBy(collectSplits(this.#board, at), (one) => one.event_id);
    const byEvent = new Map([...events].map(([id, splits]) => [id, JSON.stringify(splits)]));
    const kept = this.#collections.filter((one) => one.at >= at - SPLITS_RETENTION_MS);
    this.#collections = [...kept, { at, byEvent }];
  }
}
