import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsModel } from '../../../src/models/odds.ts';
import { SimulatedReader } from './reader.ts';
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
    const { odds } = this.#reader.mirror;
    const before = new Map(odds);
    const [epoch, version = 0] = cursorOf(this.#reader);
    this.#reader.read();
    const now = cursorOf(this.#reader);
    // A replica that is cut off has a snapshot of an earlier version, which it gives out after a wait.
    const isLater = now[0] === epoch && (now[1] ?? 0) >= version;
    return isLater ? wentBack(before, odds) : null;
  }

  /** The rows that differ from upstream's. */
  differences(board: ReadonlyMap<number, Odds>): string[] {
    const matches = ({ sportsbook }: Odds) => this.#book === null || sportsbook === this.#book;
    return differences(
      this.#reader.mirror.odds,
      new Map([...board].filter(([, row]) => matches(row))),
    );
  }
}

/** The epoch of a cursor, together with its filter, and its version. */
function cursorOf({ cursor }: SimulatedReader): [epoch?: string, version?: number] {
  const [epoch, version] = cursor?.split('.') ?? [];
  return epoch === undefined ? [] : [epoch, Number(version)];
}

type Held = ReadonlyMap<string, OddsModel>;

/** The keys of prices that a client holds, and upstream has not, or in another state; and of those that it lacks. */
export function differences(held: Held, board: ReadonlyMap<number, Odds>): string[] {
  const expected = new Map([...board.values()].map((row) => [new OddsModel(row).key, row]));
  const keys = [...held.keys()].filter((key) => !expected.has(key));
  for (const [key, { odds_decimal: decimal }] of expected) {
    if (held.get(key)?.decimal !== decimal) keys.push(key);
  }
  return keys;
}

/** Later states of a row have higher odds. */
function wentBack(before: Held, after: Held): string | null {
  const decimals = new Map([...before.values()].map(({ id, decimal }) => [id, decimal]));
  for (const { id, decimal } of after.values()) {
    if (decimal < (decimals.get(id) ?? 0)) return `The price of row ${id} went back.`;
  }
  return null;
}
