import Type, { type Static } from 'typebox';
import { DEEP_LINK_BATCH_MAX } from './limits.ts';
import { State } from './queries.ts';
import { Maybe } from './wire.ts';

/** The US state of a link where none is named. */
export const DEFAULT_STATE = 'pa';

/** The body of `POST /deeplinks/batch`: ids of odds or of opportunities. */
export const DeepLinksRequest = Type.Object({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: DEEP_LINK_BATCH_MAX }),
  state: Maybe(State),
});
export type DeepLinksRequest = Static<typeof DeepLinksRequest>;

/** The answer of `POST /deeplinks/batch`: the path of a redirect for each id, or null. */
export const DeepLinksAnswer = Type.Object({
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
  updated_at: Type.String(),
});

/** The query of `GET /deeplink/{id}`. */
export const DeepLinkQuery = Type.Object({
  state: Type.Optional(State),
  book: Type.Optional(Type.String()),
  fallback: Type.Optional(Type.String()),
});
export type DeepLinkQuery = Static<typeof DeepLinkQuery>;
