import { marketNames } from '../../contract/markets.ts';
import { playerNames } from '../../contract/odds/odds-filter.ts';
import { slugsOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';

/**
 * Brings lists of slugs and names into their canonical spelling, by the name of the argument or input field.
 * Lists that differ only in case and aliases then share upstream requests, cached responses, batches
 * and the topics of live subscriptions. Ids are left alone: they are case-sensitive.
 */
export const CANONICAL_LISTS: ReadonlyMap<string, (slugs: readonly string[]) => string[]> = new Map(
  Object.entries({
    sports: sportSlugs,
    leagues: slugsOf,
    sportsbooks: slugsOf,
    markets: marketNames,
    selectionTypes: slugsOf,
    regions: slugsOf,
    players: playerNames,
  }),
);
