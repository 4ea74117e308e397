import { slugsOf } from './slugs.ts';

/** The sports that the specification of the odds service names. There may be others. */
export const SPORTS = ['basketball', 'soccer', 'football', 'baseball', 'tennis', 'hockey'] as const;

/** Aliases of sports in the `sport` filter. The specification lists none. */
export const SPORT_ALIASES: Readonly<Record<string, string>> = {
  american_football: 'football',
  association_football: 'soccer',
  ice_hockey: 'hockey',
};

/** All names of sports that this file states. */
export const CONTRACT_SPORTS: ReadonlySet<string> = new Set([
  ...SPORTS,
  ...Object.keys(SPORT_ALIASES),
]);

/** The slugs in a `sport` filter: lower case, aliases resolved, without duplicates. */
export function sportSlugs(sports: readonly string[]): string[] {
  const slugs = slugsOf(sports).map((sport) =>
    Object.hasOwn(SPORT_ALIASES, sport) ? (SPORT_ALIASES[sport] ?? sport) : sport,
  );
  return [...new Set(slugs)];
}
