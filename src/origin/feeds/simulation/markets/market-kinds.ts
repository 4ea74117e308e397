import { GAME_MARKETS } from './game-markets.ts';
import type { Lineup, Market } from './market.ts';
import { PLAYER_MARKETS } from './player-markets.ts';

const KINDS = { ...GAME_MARKETS, ...PLAYER_MARKETS };
type Kinds = typeof KINDS;

/** A row may leave its options out if its kind requires none of them. */
type RowOf<Kind extends keyof Kinds, Options = Parameters<Kinds[Kind]>[1]> =
  Partial<Options> extends Options
    ? readonly [kind: Kind, type: string, options?: Options]
    : readonly [kind: Kind, type: string, options: Options];

/** A market type that books offer on the games of a sport: its kind, the name that is published, and what the kind needs. */
export type MarketRow = { [Kind in keyof Kinds]: RowOf<Kind> }[keyof Kinds];

/** The markets of one type on a game: one for each line, team or player. */
export function marketsOn(lineup: Lineup, [kind, , options = {}]: MarketRow): readonly Market[] {
  const make = KINDS[kind] as (lineup: Lineup, options: object) => readonly Market[];
  return make(lineup, options);
}
