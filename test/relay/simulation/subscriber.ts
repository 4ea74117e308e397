import type { Odds } from '../../../src/contract/odds/odds.ts';
import { SimulatedReader } from './reader.ts';
import type { SimulatedReplica } from './replica.ts';

/** A client that takes what it holds and its cursor along to other replicas, and reads now and then. */
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
    this.#reader.subscribe(
      replica.shared,
      this.#book === null ? {} : { sportsbooks: [this.#book] },
    );
  }

  /** Reads what is new. Returns what is wrong with it; null if nothing is. */
  sync(): string | null {
    const held = new Map(this.#reader.held);
    const [epoch, version = 0] = cursorOf(this.#reader);
    this.#reader.read();
    const now = cursorOf(this.#reader);
    // A replica that is cut off has a snapshot of an earlier version, which it gives out after a wait.
    const isLater = now[0] === epoch && (now[1] ?? 0) >= version;
    return isLater ? wentBack(held, this.#reader.held) : null;
  }

  /** The rows that differ from upstream's. */
  differences(board: ReadonlyMap<number, Odds>): string[] {
    const matches = ({ sportsbook }: Odds) => this.#book === null || sportsbook === this.#book;
    return differences(this.#reader.held, new Map([...board].filter(([, row]) => matches(row))));
  }
}

/** The epoch of a cursor, together with its filter, and its version. */
function cursorOf({ cursor }: SimulatedReader): [epoch?: string, version?: number] {
  const [epoch, version] = cursor?.split('.') ?? [];
  return epoch === undefined ? [] : [epoch, Number(version)];
}

export function differences(
  held: ReadonlyMap<string, number>,
  board: ReadonlyMap<number, Odds>,
): string[] {
  const ids = [...held.keys()].filter((id) => !board.has(Number(id)));
  for (const [i, { id, odds_decimal: decimal }] of board) {
    if (held.get(id) !== decimal) ids.push(String(i));
  }
  return ids;
}

/** Later states of a row have higher odds. */
function wentBack(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string | null {
  for (const [id, decimal] of after) {
    if (decimal < (before.get(id) ?? 0)) return `The price of row ${id} went back.`;
  }
  return null;
}
