import Type, { type Static } from 'typebox';
import { Maybe } from './wire.ts';

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
