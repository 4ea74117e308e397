import type { RotatedKey, ApiKey as WireKey } from '../contract/routes/account-keys.ts';
import type { ApiKey, CreatedApiKey, RotatedApiKey } from '../generated/schema-types.ts';
import { graphTier } from './wire-values.ts';

/** A new key. Its other fields are read only if they are selected. */
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
  const { key: secret, key_preview: maskedKey, rotated_at: rotatedAt } = rotated;
  return {
    apiKey: {
      ...apiKeyModel(before),
      maskedKey,
      isActive: rotated.status === 'active',
      updatedAt: rotatedAt,
    },
    secret,
    previousKeyRevoked: rotated.previous_key_revoked,
    rotatedAt,
  };
}
