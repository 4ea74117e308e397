import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import { Recorder } from '../../../src/history/recorder/recorder.ts';
import type { BoardObservation, BoardObserver } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import type { Step } from './check-stored.ts';

/** A real board with prices that count: each change makes a price greater by one. */
export class FedBoard {
  readonly board = new OddsBoard();
  readonly #prices: number;
  #count: number;
  isLive = true;

  constructor(prices: number, first: number) {
    this.#prices = prices;
    this.#count = first;
    this.board.applyFrame(frames.connected());
    this.list();
    this.board.applyFrame(frames.complete([]));
  }

  /** All prices are offered. */
  list(): void {
    const odds = Array.from({ length: this.#prices }, (_, i) => this.#row(i));
    this.board.applyFrame(frames.snapshot(odds));
  }

  /** As the recorder observes it. */
  readonly observe = (observer: BoardObserver<Odds>): BoardObservation<Odds> => {
    this.board.onChange((entry) => observer.onEntry(entry));
    const isLive = () => this.isLive;
    return {
      rows: this.board.rows,
      get isLive() {
        return isLive();
      },
      isFilling: false,
      frameAge: 0,
      stop: () => this.board.onChange(() => {}),
    };
  };

  /** Every price changes once. `note` is called before with what they become. */
  change(at: number, note: (step: Step) => void = () => {}): void {
    this.#count += 1;
    note({ american: this.#count, at });
    const odds = Array.from({ length: this.#prices }, (_, i) => ({
      ...this.#row(i),
      odds_probability: 0.5,
      line: null,
      odds_changed_at: new Date(at).toISOString(),
    }));
    this.board.applyFrame(frames.update(odds));
  }

  /** No price is offered any more. */
  clear(): void {
    this.board.applyFrame(frames.removal([...this.board.rows.ids()]));
  }

  #row(i: number): Odds {
    return { ...oddsRow(i), line: null, odds_american: this.#count };
  }
}

/** Records a fed board as it changes, by the system's clock. Resolves once its first prices are stored. */
export async function recordFed(store: HistoryStore, fed: FedBoard): Promise<Recorder> {
  const recorder = new Recorder({
    connection: { store, opened: async () => {} },
    observe: fed.observe,
    clock: systemClock,
    log: SILENT_LOG,
  });
  recorder.start();
  await recorder.settled();
  return recorder;
}
