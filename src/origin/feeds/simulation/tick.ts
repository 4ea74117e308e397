import type { BoardRow } from '../../origin-board.ts';
import type { Random } from './random.ts';

/** One step of the simulation, and what it has put up and taken down so far. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The same in ISO 8601. */
  readonly iso: string;
  readonly random: Random;
  readonly upserts: BoardRow[];
  readonly removals: BoardRow[];
}

export function momentAt(at: number, random: Random): Moment {
  return { at, iso: new Date(at).toISOString(), random, upserts: [], removals: [] };
}
