import { CONTRACT_MARKETS } from '../../contract/markets.ts';
import { slugOf } from '../../contract/slugs.ts';
import { CONTRACT_SPORTS } from '../../contract/sports.ts';

/** The kinds of names that arguments take, and the properties by which rows of lists, or objects in them, show such names. */
const SHOWN_BY = {
  sports: ['sport'],
  leagues: ['league'],
  sportsbooks: ['id', 'sportsbookId', 'sportsbookIds', 'selections', 'prices'],
  markets: ['marketType', 'markets'],
  teams: ['home_team', 'away_team'], // Of events, as upstream lists them.
} as const;

export type NameKind = keyof typeof SHOWN_BY;
export const NAME_KINDS = Object.keys(SHOWN_BY) as NameKind[];

/** The names that the contract itself states, aliases included, in lower case. */
export const CONTRACT_NAMES: { readonly [kind in NameKind]?: ReadonlySet<string> } = {
  sports: CONTRACT_SPORTS,
  markets: CONTRACT_MARKETS,
};

/** The names of a kind that rows show, in lower case. */
export function* namesIn(kind: NameKind, rows: Iterable<object>): Generator<string> {
  for (const row of rows) {
    for (const property of SHOWN_BY[kind]) {
      for (const shown of [(row as Readonly<Record<string, unknown>>)[property] ?? []].flat()) {
        if (typeof shown === 'string') yield slugOf(shown);
        else yield* namesIn(kind, [Object(shown)]);
      }
    }
  }
}
