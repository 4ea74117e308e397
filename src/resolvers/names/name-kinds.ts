import { CONTRACT_MARKETS } from '../../contract/markets.ts';
import { slugOf } from '../../contract/slugs.ts';
import { CONTRACT_SPORTS } from '../../contract/sports.ts';

/** What arguments and input fields name from open sets. */
export const NAME_KINDS = ['sports', 'leagues', 'sportsbooks', 'markets', 'teams'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** The names that the contract itself states, aliases included, in lower case. */
export const CONTRACT_NAMES: Readonly<Record<NameKind, ReadonlySet<string>>> = {
  sports: CONTRACT_SPORTS,
  leagues: new Set(),
  sportsbooks: new Set(),
  markets: CONTRACT_MARKETS,
  teams: new Set(),
};

/** A name in lower case, and of a team its league. */
export type Name = readonly [name: string, league?: string];

/** The properties by which rows of lists show names. */
interface Row {
  readonly sport?: string;
  readonly league?: string;
  readonly marketType?: string;
  readonly markets?: readonly string[];
  readonly sportsbookId?: string;
  readonly sportsbookIds?: readonly string[];
  /** Of events, which upstream lists. */
  readonly home_team?: string | null;
  readonly away_team?: string | null;
  /** Of the comparison of a market. */
  readonly selections?: readonly { readonly prices: readonly Row[] }[];
}

const NAMES_OF: Readonly<Record<NameKind, (row: Row) => readonly (string | null | undefined)[]>> = {
  sports: ({ sport }) => [sport],
  leagues: ({ league }) => [league],
  sportsbooks: ({ sportsbookIds, sportsbookId, selections = [] }) => [
    sportsbookId,
    ...(sportsbookIds ?? []),
    ...selections.flatMap(({ prices }) => prices.map((price) => price.sportsbookId)),
  ],
  markets: ({ markets = [], marketType }) => [marketType, ...markets],
  teams: ({ home_team, away_team }) => [home_team, away_team],
};

/** The names of a kind that rows show. */
export function* namesIn(kind: NameKind, rows: Iterable<object>): Generator<Name> {
  const namesOf = NAMES_OF[kind];
  for (const row of rows) {
    const { league = '' }: Row = row;
    for (const name of namesOf(row)) {
      if (name) yield kind === 'teams' ? [slugOf(name), slugOf(league)] : [slugOf(name)];
    }
  }
}
