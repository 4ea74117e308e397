import type { BoardRow } from '../../origin-board.ts';
import type { Random } from './random.ts';

/** One second of the simulation, with the rows put on the board and taken off it so far. */
export interface Tick {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The same in ISO 8601. */
  readonly iso: string;
  readonly random: Random;
  readonly upserts: BoardRow[];
  readonly removals: BoardRow[];
}

export function startTick(at: number, random: Random): Tick {
  return { at, iso: new Date(at).toISOString(), random, upserts: [], removals: [] };
}
