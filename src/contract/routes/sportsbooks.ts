import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import { Count, FilterEcho, Maybe, PageMeta, ResponseBody, Rows, Time } from '../wire.ts';

/**
 * `requires_tier` is the lowest subscription tier that gets the odds of the sportsbook; null where every tier does. Not every
 * book of the tier `sharp` is a sharp book, which `is_sharp` tells. `regions` (`US`, `UK`, …) and `status` (`active`, …)
 * are open sets.
 */
export const Sportsbook = Type.Object({
  id: Type.String(),
  name: Type.String(), // The same as the id.
  display_name: Type.String(),
  has_live_odds: Type.Boolean(),
  has_player_props: Type.Boolean(),
  regions: Type.Array(Type.String()),
  is_sharp: Type.Boolean(),
  status: Type.String(),
  event_count: Count,
  last_update: Maybe(Time),
  requires_tier: Maybe(Type.String()),
});
export type Sportsbook = Static<typeof Sportsbook>;

/** A sportsbook as it is read: one that nobody knows the number of events of must not fail the list. */
const ListedSportsbook = Type.Object({ ...Sportsbook.properties, event_count: Maybe(Count) });
export type ListedSportsbook = Static<typeof ListedSportsbook>;

// Not `ListPage`: the list has no pages, so nothing reads `meta`.
export const SportsbooksPage = ResponseBody(
  { data: Rows(Type.Array(Sportsbook), Type.Array(ListedSportsbook)) },
  { meta: PageMeta({ filters: FilterEcho }) },
);

export const sportsbooks = route({
  method: 'GET',
  path: '/sportsbooks',
  tier: 'free',
  response: SportsbooksPage,
  freshForMs: 15_000, // Only counts and times of updates change within seconds.
  objectsPerRequest: 1_000, // The list is read as a whole, for any number of ids.
});
