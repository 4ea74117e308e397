import Type, { type Static } from 'typebox';
import { Count, Maybe, PageMeta } from './wire.ts';

/** A sportsbook of `GET /sportsbooks`. `requires_tier` null is visible to every tier. */
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
  last_update: Maybe(Type.String()),
  requires_tier: Maybe(Type.String()),
});
export type Sportsbook = Static<typeof Sportsbook>;

/** The body of `GET /sportsbooks`. */
export const SportsbooksPage = Type.Object({
  data: Type.Array(Sportsbook),
  meta: Type.Object({
    ...PageMeta.properties,
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});
