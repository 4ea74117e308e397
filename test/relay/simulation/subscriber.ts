import type { Odds } from '../../../src/contract/odds/odds.ts';
import { differences, SimulatedReader } from '../../harness/feeds/simulated-reader.ts';
import type { SimulatedReplica } from './replica.ts';

/** A throttle interval: longer than many things that happen to a replica. */
const THROTTLE_MS = 10_000;

/**
 * A client that takes what it holds and its cursor along to other replicas. If it asks for one book, it is throttled
 * and reads at once what comes; otherwise it reads now and then.
 */
export class SimulatedSubscriber {
  replica: SimulatedReplica;
  readonly #reader = new SimulatedReader();
  /** The only book it asks for; null if it asks for all. */
  readonly #book: string | null;

  constructor(replica: SimulatedReplica, book: string | null) {
    this.replica = replica;
    this.#book = book;
    this.go(replica);
  }

  go(replica: SimulatedReplica): void {
    this.replica = replica;
    if (this.#book === null) {
      this.#reader.subscribe(replica.shared);
      return;
    }
    const filter = { sportsbooks: [this.#book] };
    this.#reader.subscribe(replica.shared, { filter, throttleMs: THROTTLE_MS });
    this.#reader.follow();
  }

  /** Reads what is new. Returns what is wrong with it; null if nothing is. */
  sync(): string | null {
    this.#reader.read();
    return this.#reader.problem;
  }

  /** The rows that differ from upstream's. */
  differences(board: ReadonlyMap<number, Odds>): string[] {
    const matches = ({ sportsbook }: Odds) => this.#book === null || sportsbook === this.#book;
    return differences(this.#reader.mirror.odds, board.values().filter(matches));
  }
}
