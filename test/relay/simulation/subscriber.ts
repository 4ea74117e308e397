import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { SimulatedReplica } from './replica.ts';

/** A client that holds a board and a cursor, and takes both along to other replicas. */
export class SimulatedSubscriber {
  readonly mirror = new Map<string, number>();
  replica: SimulatedReplica;
  snapshots = 0;
  #cursor: { readonly epoch: string; readonly version: number } | null = null;

  /** The only book it asks for; null if it asks for all. */
  readonly #book: string | null;

  constructor(replica: SimulatedReplica, book: string | null) {
    this.replica = replica;
    this.#book = book;
  }

  readonly matches = ({ sportsbook }: Odds): boolean =>
    this.#book === null || sportsbook === this.#book;

  /** Reads what is new. Returns what is wrong with it; null if nothing is. */
  sync(): string | null {
    const { board } = this.replica;
    const { rows } = board;
    const { epoch, version } = rows;
    const cursor = this.#cursor;
    if (!board.hasSnapshot) return null;
    // A replica that is a moment behind waits until it has got to where the client is.
    if (cursor?.epoch === epoch && cursor.version > version) return null;
    this.#cursor = { epoch, version };
    if (cursor?.epoch !== epoch || !rows.remembers(cursor.version)) {
      this.snapshots += 1;
      const held = new Map(this.mirror);
      this.mirror.clear();
      for (const { id, value } of rows.entries()) {
        if (this.matches(value)) this.mirror.set(id, value.odds_decimal);
      }
      return cursor?.epoch === epoch ? wentBack(held, this.mirror) : null;
    }
    const held = new Map(this.mirror);
    const { changed, removed } = rows.changesSince(cursor.version, this.matches);
    for (const { id } of removed) this.mirror.delete(id);
    for (const { id, value } of changed) this.mirror.set(id, value.odds_decimal);
    return wentBack(held, this.mirror);
  }

  /** The rows that differ from upstream's. */
  differences(board: ReadonlyMap<number, Odds>): string[] {
    return differences(this.mirror, new Map([...board].filter(([, row]) => this.matches(row))));
  }
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
