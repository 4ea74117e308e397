import type { DatabaseSync } from 'node:sqlite';
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

/** Milliseconds since the Unix epoch, both ends included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const TABLE = `
  create table if not exists splits_history (
    event_id text not null,
    at integer not null,
    sportsbook text not null,
    splits text not null,
    primary key (event_id, at, sportsbook)
  ) strict, without rowid;
  create index if not exists splits_history_at on splits_history (at);
`;

/** Collects the board's splits every five minutes, and keeps them for 48 hours. */
export class SplitsArchive {
  readonly #clock: Clock;
  readonly #board: Board;
  readonly #db: DatabaseSync;
  readonly #timer: Timer;
  /** The last two collections. Callers with delayed data may need the earlier one. */
  #recent: readonly SplitsCollection[] = [];

  constructor(clock: Clock, board: Board, db: DatabaseSync) {
    this.#clock = clock;
    this.#board = board;
    this.#db = db;
    this.#db.exec(TABLE);
    this.#collect();
    this.#timer = clock.every(SPLITS_INTERVAL_MS, () => this.#collect());
  }

  /** The last collection for a caller whose data is delayed by `delayMs`. If none is that old, the oldest kept. */
  current(delayMs: number): SplitsCollection {
    const latest = this.#clock.now() - delayMs;
    const collection = this.#recent.findLast(({ at }) => at <= latest) ?? this.#recent[0];
    return collection ?? { at: latest, splits: [] };
  }

  /** The collected splits of one event, oldest first. */
  history(eventId: string, range: TimeRange): Splits[] {
    return this.#db
      .prepare(
        `select splits from splits_history
         where event_id = ? and at between ? and ? order by at, sportsbook`,
      )
      .all(eventId, range.from, range.to)
      .map(({ splits }) => JSON.parse(String(splits)));
  }

  stop(): void {
    this.#timer.cancel();
  }

  #collect(): void {
    const at = this.#clock.now();
    const splits = collectSplits(this.#board, at);
    this.#recent = [...this.#recent.slice(-1), { at, splits }];
    const insert = this.#db.prepare(`insert or replace into splits_history values (?, ?, ?, ?)`);
    this.#db.exec('begin');
    for (const row of splits) insert.run(row.event_id, at, row.sportsbook, JSON.stringify(row));
    this.#db.prepare(`delete from splits_history where at < ?`).run(at - SPLITS_RETENTION_MS);
    this.#db.exec('commit');
  }
}
