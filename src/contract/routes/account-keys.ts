import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import { Maybe, type NeededPart, PageMeta, ResponseBody, Rows, Time } from '../wire.ts';

/** A key of the account, as `GET /account/keys` lists it: never the key itself. */
export const ApiKey = Type.Object({
  id: Type.String(),
  id_masked: Type.String(),
  name: Maybe(Type.String()),
  tier: Type.String(),
  is_active: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
});
export type ApiKey = Static<typeof ApiKey>;

/** A key as it is read: what the look-up of the tier does not need must not fail it. */
const ListedKey = Type.Object({
  ...ApiKey.properties,
  tier: Maybe(Type.String()),
  created_at: Maybe(Time),
  updated_at: Maybe(Time),
});
export type ListedKey = Static<typeof ListedKey>;

/** The response of `POST /account/keys`. `key` is the secret, which is shown only here. */
export const CreatedKey = ResponseBody({
  data: ResponseBody(
    { id: Type.String(), key: Type.String() },
    { name: Type.String(), tier: Type.String() },
  ),
});

/**
 * The response of `POST /account/keys/{keyId}/rotate`. `key` is the new secret, which is shown only here,
 * `key_preview` its masked form.
 */
export const RotatedKey = ResponseBody(
  {
    data: ResponseBody(
      {
        key: Type.String(),
        key_preview: Type.String(),
        status: Type.String(),
        rotated_at: Time,
        previous_key_revoked: Type.Boolean(),
      },
      { key_id: Type.String(), name: Maybe(Type.String()) },
    ),
  },
  { meta: Type.Object({ updated_at: Time }) },
);
export type RotatedKey = Static<NeededPart<typeof RotatedKey>>;

export type CreatedKey = Static<NeededPart<typeof CreatedKey>>;

export const ApiKeysPage = ResponseBody(
  { data: Rows(Type.Array(ApiKey), Type.Array(ListedKey)) },
  { meta: PageMeta({}) },
);

export const DeletedKey = ResponseBody(
  { deleted: Type.Boolean() },
  { key_id: Type.String(), message: Type.String() },
);

export const listKeys = route({
  method: 'GET',
  path: '/account/keys',
  tier: 'free',
  response: ApiKeysPage,
  freshForMs: 0,
});

export const createKey = route({
  method: 'POST',
  path: '/account/keys',
  tier: 'free',
  body: Type.Object({ name: Type.String({ minLength: 1 }) }),
  status: 201,
  response: CreatedKey,
  freshForMs: null, // A request that changes something is sent once, and its response is not used again.
});

export const rotateKey = route({
  method: 'POST',
  path: '/account/keys/{keyId}/rotate',
  tier: 'free',
  response: RotatedKey,
  freshForMs: null,
});

export const deleteKey = route({
  method: 'DELETE',
  path: '/account/keys/{keyId}',
  tier: 'free',
  response: DeletedKey,
  freshForMs: null,
});
