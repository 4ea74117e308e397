import type { ListedKey, RotatedKey } from '../contract/routes/account-keys.ts';
import type { ApiKey, CreatedApiKey, RotatedApiKey } from '../generated/schema-types.ts';
import { invalidResponse } from '../upstream/failure.ts';
import { graphTier } from './wire-values.ts';

/** A new key. The resolver of `CreatedApiKey.apiKey` reads the key itself, and only if a client selects it. */
export type CreatedApiKeyModel = Pick<CreatedApiKey, 'secret'> & Pick<ApiKey, 'id'>;

/** A key of the account. If upstream does not say when it was created or changed, that is the other of the two. */
export function apiKeyModel(wire: ListedKey): ApiKey {
  const createdAt = wire.created_at ?? wire.updated_at ?? null;
  if (createdAt === null) throw invalidResponse('has an API key without a time');
  return {
    id: wire.id,
    maskedKey: wire.id_masked,
    name: wire.name ?? null,
    tier: graphTier(wire.tier ?? ''),
    isActive: wire.is_active,
    createdAt,
    updatedAt: wire.updated_at ?? createdAt,
  };
}

/** A rotated key: the key as it was before, with what the rotation changed. */
export function rotatedKeyModel(before: ListedKey, rotated: RotatedKey['data']): RotatedApiKey {
  return {
    apiKey: {
      ...apiKeyModel({ ...before, updated_at: rotated.rotated_at }),
      maskedKey: rotated.key_preview,
      isActive: rotated.status === 'active',
    },
    secret: rotated.key,
    previousKeyRevoked: rotated.previous_key_revoked,
    rotatedAt: rotated.rotated_at,
  };
}
