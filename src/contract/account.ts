import Type, { type Static } from 'typebox';
import { Maybe, PageMeta } from './wire.ts';

/** A key of the account, as `GET /account/keys` lists it: never the key itself. */
export const ApiKey = Type.Object({
  id: Type.String(),
  id_masked: Type.String(),
  name: Maybe(Type.String()),
  tier: Type.String(),
  is_active: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ApiKey = Static<typeof ApiKey>;

/** The body of `GET /account/keys`. */
export const ApiKeysPage = Type.Object({ data: Type.Array(ApiKey), meta: PageMeta });

/** The body of `POST /account/keys`. */
export const CreateKeyRequest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
});

/** The answer of `POST /account/keys`: `key` is the secret, told this once. */
export const CreatedKey = Type.Object({
  data: Type.Object({
    id: Type.String(),
    key: Type.String(),
    name: Type.String(),
    tier: Type.String(),
  }),
});
export type CreatedKey = Static<typeof CreatedKey>;

/** The answer of `POST /account/keys/{keyId}/rotate`: `key` is the new secret, told this once. */
export const RotatedKey = Type.Object({
  data: Type.Object({
    key_id: Type.String(),
    name: Maybe(Type.String()),
    key: Type.String(),
    key_preview: Type.String(),
    status: Type.String(),
    rotated_at: Type.String(),
    previous_key_revoked: Type.Boolean(),
  }),
  meta: Type.Object({ updated_at: Type.String() }),
});
export type RotatedKey = Static<typeof RotatedKey>;

/** The answer of `DELETE /account/keys/{keyId}`. */
export const DeletedKey = Type.Object({
  deleted: Type.Boolean(),
  key_id: Type.String(),
  message: Type.String(),
});
