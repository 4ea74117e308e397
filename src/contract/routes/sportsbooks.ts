import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import { Count, FilterEcho, Maybe, PageMeta, ResponseBody, Time } from '../wire.ts';

/** `requires_tier` is the lowest subscription tier that gets the odds of the sportsbook; null where every tier does. */
export const Sportsbook = Type.Object({
  id: Type.String(),
  name: Type.String(),
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

export const SportsbooksPage = ResponseBody(
  { data: Type.Array(Sportsbook) },
  { meta: PageMeta({ filters: FilterEcho }) },
);

export const sportsbooks = route({
  method: 'GET',
  path: '/sportsbooks',
  tier: 'free',
  response: SportsbooksPage,
  freshForMs: 15_000,
  objectsPerRequest: 1_000, // The list is read as a whole, for any number of ids.
});
