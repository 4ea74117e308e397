import { marketNames } from '../../contract/markets.ts';
import { slugsOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';
import { checkTexts } from './arguments.ts';

/** How the lists of filters are brought into the spelling of the contract. In ids case counts. */
const SPELLINGS = {
  eventIds: (ids: readonly string[]) => [...ids],
  sports: sportSlugs,
  leagues: slugsOf,
  sportsbooks: slugsOf,
  markets: marketNames,
  selectionTypes: slugsOf,
  regions: slugsOf,
} as const;

/** What filters may list. */
type Lists = { readonly [Name in keyof typeof SPELLINGS]?: readonly string[] | null };

/**
 * A filter with its lists checked, and in one spelling whatever their case and aliases: what means the
 * same is then one request upstream, one cached answer, one batch and one topic of a stream. `path` is
 * where the lists stand, for instance `filter.`. Throws `BAD_USER_INPUT`.
 */
export function spelled<Filter extends Lists>(path: string, filter: Filter): Filter {
  const lists: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(filter)) {
    if (!Object.hasOwn(SPELLINGS, name) || !Array.isArray(values)) continue;
    checkTexts(path + name, values);
    lists[name] = SPELLINGS[name as keyof Lists](values);
  }
  return { ...filter, ...lists };
}
