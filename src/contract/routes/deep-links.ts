import Type from 'typebox';
import { DEEP_LINK_BATCH_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { Maybe, ResponseBody, Time } from '../wire.ts';
import { ODDS_FRESH_MS } from './odds.ts';
import { DEFAULT_STATE, Defaulted, State } from './parameters.ts';

/** The path of a redirect for each id; null where there is no link. */
export const DeepLinksResponse = ResponseBody(
  { data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])) },
  { updated_at: Time },
);

/** The ids are those of odds or of opportunities. */
export const deepLinksBatch = route({
  method: 'POST',
  path: '/deeplinks/batch',
  tier: 'hobby',
  body: Type.Object({
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: DEEP_LINK_BATCH_MAX }),
    state: Maybe(State),
  }),
  badBodyCode: 'bad_request',
  response: DeepLinksResponse,
  freshForMs: ODDS_FRESH_MS,
});

/** `book` chooses among the sportsbooks of an opportunity; `fallback` is where an unknown id leads. */
export const deepLink = route({
  method: 'GET',
  path: '/deeplink/{id}',
  tier: null,
  query: Type.Object({
    state: Defaulted(State, DEFAULT_STATE),
    book: Type.Optional(Type.String()),
    fallback: Type.Optional(Type.String()),
  }),
  status: 302,
  response: 'redirect',
  freshForMs: 0,
});
