import type { BoardRow } from '../../origin-board.ts';
import type { Random } from './random.ts';

/** One second of the simulation, with the changes that it has made so far to the board of current prices. */
export interface Tick {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** `at` in ISO 8601. */
  readonly iso: string;
  readonly random: Random;
  /** Prices that are new, have changed, or were seen again unchanged. */
  readonly upserts: BoardRow[];
  readonly removals: BoardRow[];
}

export function startTick(at: number, random: Random): Tick {
  return { at, iso: new Date(at).toISOString(), random, upserts: [], removals: [] };
}
