import type { RotatedKey, ApiKey as WireKey } from '../contract/routes/account-keys.ts';
import type { ApiKey, CreatedApiKey, RotatedApiKey } from '../generated/schema-types.ts';
import { graphTier } from './wire-values.ts';

/** A new key. The resolver of `CreatedApiKey.apiKey` reads the key itself, and only if a client selects it. */
export type CreatedApiKeyModel = Pick<CreatedApiKey, 'secret'> & Pick<ApiKey, 'id'>;

/** A key of the account. */
export function apiKeyModel(wire: WireKey): ApiKey {
  return {
    id: wire.id,
    maskedKey: wire.id_masked,
    name: wire.name ?? null,
    tier: graphTier(wire.tier),
    isActive: wire.is_active,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  };
}

/** A rotated key: the key as it was before, with what the rotation changed. */
export function rotatedKeyModel(before: WireKey, rotated: RotatedKey['data']): RotatedApiKey {
  return {
    apiKey: {
      ...apiKeyModel(before),
      maskedKey: rotated.key_preview,
      isActive: rotated.status === 'active',
      updatedAt: rotated.rotated_at,
    },
    secret: rotated.key,
    previousKeyRevoked: rotated.previous_key_revoked,
    rotatedAt: rotated.rotated_at,
  };
}
