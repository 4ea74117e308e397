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

/** The ids are those of odds or of opportunities. `state` is a US state: some sportsbooks have a site for each. */
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
  objectsPerRequest: DEEP_LINK_BATCH_MAX,
});

/**
 * Needs no API key, so that browsers can follow the link. `book` chooses among the sportsbooks of an opportunity;
 * an unknown id redirects to the URL in `fallback`.
 */
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
