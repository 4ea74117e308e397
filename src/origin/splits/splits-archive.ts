import { SPLITS_INTERVAL_MS, SPLITS_RETENTION_MS } from '../../contract/limits.ts';
import type { Splits } from '../../contract/routes/splits.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { Board } from '../origin-board.ts';
import { collectSplits } from './collect-splits.ts';

/** All splits that were collected at one time. */
export interface SplitsCollection {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly splits: readonly Splits[];
}

/** The splits of one event in a collection, as JSON: two days of them take a fraction of the memory of objects. */
interface Entry {
  readonly at: number;
  readonly json: string;
}

/** Collects the board's splits every five minutes, and keeps them for 48 hours. */
export class SplitsArchive {
  readonly #clock: Clock;
  readonly #board: Board;
  readonly #timer: Timer;
  /** The last two collections. Callers with delayed data may need the earlier one. */
  #recent: readonly SplitsCollection[] = [];
  /** By event id, the oldest first. */
  readonly #history = new Map<string, Entry[]>();

  constructor(clock: Clock, board: Board) {
    this.#clock = clock;
    this.#board = board;
    this.#collect();
    this.#timer = clock.every(SPLITS_INTERVAL_MS, () => this.#collect());
  }

  /** The last collection for a caller whose data is delayed by `delayMs`. If none is that old, the oldest kept. */
  current(delayMs: number): SplitsCollection {
    const latest = this.#clock.now() - delayMs;
    const collection = this.#recent.findLast(({ at }) => at <= latest) ?? this.#recent[0];
    return collection ?? { at: latest, splits: [] };
  }

  /** The splits of one event, oldest first, from one time to another, both included. */
  history(eventId: string, from: number, to: number): Splits[] {
    const entries = this.#history.get(eventId) ?? [];
    return entries
      .filter(({ at }) => from <= at && at <= to)
      .flatMap(({ json }): Splits[] => JSON.parse(json));
  }

  stop(): void {
    this.#timer.cancel();
  }

  #collect(): void {
    const at = this.#clock.now();
    const splits = collectSplits(this.#board, at);
    this.#recent = [...this.#recent.slice(-1), { at, splits }];
    for (const [eventId, ofEvent] of Map.groupBy(splits, (one) => one.event_id)) {
      const entries = this.#history.get(eventId) ?? [];
      this.#history.set(eventId, [...entries, { at, json: JSON.stringify(ofEvent) }]);
    }
    for (const [eventId, entries] of this.#history) {
      const kept = entries.filter((entry) => entry.at >= at - SPLITS_RETENTION_MS);
      if (kept.length === 0) this.#history.delete(eventId);
      else this.#history.set(eventId, kept);
    }
  }
}
