import Type from 'typebox';
import { BatchEvent } from '../odds/odds.ts';
import { route } from '../route.ts';
import { ODDS_BATCH_LIMIT } from '../tiers.ts';
import { FilterEcho, Maybe, ResponseBody, Time } from '../wire.ts';
import { ODDS_FRESH_MS } from './odds.ts';

export const OddsBatch = ResponseBody(
  {
    data: Type.Object({
      events: Type.Array(BatchEvent),
      missing_events: Type.Array(Type.String()),
    }),
  },
  {
    success: Type.Literal(true),
    meta: Type.Object({
      requested: Type.Number(),
      found: Type.Number(),
      missing: Type.Number(),
      max_batch: Type.Number(),
      filters: FilterEcho,
      updated_at: Time,
    }),
  },
);

/** It changes nothing, despite the method. `sportsbook` and `market` are a single id or market type, not a list. */
export const oddsBatch = route({
  method: 'POST',
  path: '/odds/batch',
  tier: 'free',
  body: Type.Object({
    event_ids: Type.Array(Type.String(), { minItems: 1 }),
    sportsbook: Maybe(Type.String()),
    market: Maybe(Type.String()),
  }),
  response: OddsBatch,
  freshForMs: ODDS_FRESH_MS,
  objectsPerRequest: ODDS_BATCH_LIMIT.free,
});
