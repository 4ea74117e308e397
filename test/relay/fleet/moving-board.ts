/** A row as upstream has it now. */
interface Row {
  readonly id: string;
  version: number;
  isListed: boolean;
  changedAt: number;
}

/** What happens to a board at one tick: numbers of rows. */
export interface Movement {
  readonly moved: readonly number[];
  readonly withdrawn: readonly number[];
  readonly listed: readonly number[];
}

/** Every so many ticks a row is withdrawn; it is listed again after so many others. */
const WITHDRAW_TICKS = 5;
const WITHDRAWN_MAX = 5;

/** Rows that change all the time. The version of a row is the number of the tick at which it changed. */
export class MovingBoard {
  readonly #rows: Row[];
  readonly #groups: readonly (readonly number[])[];
  readonly #withdrawn: number[] = [];

  /** The rows of a group change together, and each group in its turn. */
  constructor(groups: readonly (readonly number[])[]) {
    this.#groups = groups;
    this.#rows = groups.flat().map((_, i) => ({
      ...{ id: String(i), version: 0, isListed: true, changedAt: 0 },
    }));
  }

  /** The listed rows and their versions. */
  *listed(): Generator<readonly [i: number, version: number]> {
    for (const [i, { version, isListed }] of this.#rows.entries()) if (isListed) yield [i, version];
  }

  move(tick: number, now: number): Movement {
    const isDue = tick % WITHDRAW_TICKS === 0;
    const listed = isDue && this.#withdrawn.length >= WITHDRAWN_MAX ? [this.#withdrawn[0]] : [];
    const next = (tick * 3) % this.#rows.length;
    const withdrawn = isDue && this.#rows[next]?.isListed ? [next] : [];
    const group = this.#groups[tick % this.#groups.length] ?? [];
    const moved = group.filter((i) => this.#rows[i]?.isListed && !withdrawn.includes(i));
    const movement = { moved, withdrawn, listed: listed.filter((i) => i !== undefined) };
    this.#withdrawn.splice(0, movement.listed.length);
    this.#withdrawn.push(...withdrawn);
    for (const i of withdrawn) this.#change(i, false, tick, now);
    for (const i of [...moved, ...movement.listed]) this.#change(i, true, tick, now);
    return movement;
  }

  /** How long the row has been wrong that has been wrong for the longest; 0 if none is. */
  wrongFor(
    held: ReadonlyMap<string, number>,
    matches: (i: number) => boolean,
    now: number,
  ): number {
    let longest = 0;
    let known = 0;
    for (const [i, { id, version, isListed, changedAt }] of this.#rows.entries()) {
      const one = held.get(id);
      if (one !== undefined) known += 1;
      const isRight = isListed && matches(i) ? one === version : one === undefined;
      if (!isRight) longest = Math.max(longest, now - changedAt);
    }
    return known === held.size ? longest : Number.POSITIVE_INFINITY;
  }

  #change(i: number, isListed: boolean, version: number, changedAt: number): void {
    this.#rows[i] = { id: String(i), version, isListed, changedAt };
  }
}
