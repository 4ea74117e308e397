import { slugsOf } from './slugs.ts';

/** The sports that the specification names. Others may come. */
export const SPORTS = ['basketball', 'soccer', 'football', 'baseball', 'tennis', 'hockey'] as const;

/** Other names under which the `sport` filter knows a sport. The specification names none. */
export const SPORT_ALIASES: Readonly<Record<string, string>> = {
  american_football: 'football',
  association_football: 'soccer',
  ice_hockey: 'hockey',
};

/** The slugs that a `sport` filter asks for, from names in any case: aliases resolved, each once. */
export function sportSlugs(sports: readonly string[]): string[] {
  const slugs = slugsOf(sports).map((sport) =>
    Object.hasOwn(SPORT_ALIASES, sport) ? (SPORT_ALIASES[sport] ?? sport) : sport,
  );
  return [...new Set(slugs)];
}
