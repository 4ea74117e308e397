import Type, { type Static } from 'typebox';
import { MAX_HOLD_CEILING_PERCENT, MAX_HOLD_PERCENT } from '../limits.ts';
import { LowHoldOpportunity } from '../opportunities.ts';
import { route } from '../route.ts';
import { Count, FilterEcho, Maybe, Pagination, ResponseBody } from '../wire.ts';
import { BoundedOffset, DEFAULT_STATE, Defaulted, Limit, Slugs, State } from './parameters.ts';

/** `max_hold` is the highest hold of a market in the response, in percent. */
const LowHoldQuery = Type.Object({
  sport: Type.Optional(Slugs),
  league: Type.Optional(Slugs),
  sportsbook: Type.Optional(Slugs),
  market: Type.Optional(Slugs),
  max_hold: Defaulted(
    Type.Number({ minimum: 0, maximum: MAX_HOLD_CEILING_PERCENT }),
    MAX_HOLD_PERCENT,
  ),
  live: Type.Optional(Type.Boolean()),
  state: Defaulted(State, DEFAULT_STATE),
  sort: Type.Optional(Type.Enum(['hold', 'market', 'sport'])),
  limit: Limit,
  offset: BoundedOffset,
});
export type LowHoldQuery = Static<typeof LowHoldQuery>;

/** `meta.summary` covers all opportunities that match the query, not just those on the page. */
export const LowHoldPage = ResponseBody(
  {
    data: Type.Array(LowHoldOpportunity),
    pagination: Type.Object({ ...Pagination.properties, total: Count }),
  },
  {
    success: Type.Literal(true),
    meta: Type.Object({
      source: Maybe(Type.String()),
      summary: Type.Object({
        count: Type.Number(),
        avg_hold: Maybe(Type.Number()),
        min_hold: Maybe(Type.Number()),
        by_market: Type.Record(Type.String(), Type.Number()),
        by_sport: Type.Record(Type.String(), Type.Number()),
      }),
      filters: FilterEcho,
    }),
  },
);

export const lowHold = route({
  method: 'GET',
  path: '/opportunities/low_hold',
  tier: 'pro',
  feature: 'low_hold',
  query: LowHoldQuery,
  response: LowHoldPage,
  freshForMs: 1_000,
  objectsPerRequest: 50, // Events that share the pages of one list.
});
