import type { ApiKey as WireKey } from '../contract/account.ts';
import type { ApiKey } from '../generated/graph.ts';
import { graphTier } from './wire-values.ts';

export type ApiKeyModel = Omit<ApiKey, '__typename'>;

/** A key of the account as the graph shows it. */
export function apiKeyModel(wire: WireKey): ApiKeyModel {
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
