import type { Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { KeyStore } from '../key-store.ts';
import { Refusal } from '../requests/refusal.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

/** Lists the API keys of the account that the caller's key belongs to. */
export function listKeys(keys: KeyStore, clock: Clock): RouteHandler<Routes['listKeys']> {
  return ({ caller }) => {
    const data = keys.list(caller.accountId);
    const now = new Date(clock.now()).toISOString();
    return { data, meta: { ...pageOf(data, { limit: data.length }).meta, updated_at: now } };
  };
}

export function createKey(keys: KeyStore): RouteHandler<Routes['createKey']> {
  return ({ caller, body }) => {
    const { apiKey, secret } = keys.create(caller, body.name);
    return { data: { id: apiKey.id, key: secret, name: body.name, tier: apiKey.tier } };
  };
}

export function rotateKey(keys: KeyStore): RouteHandler<Routes['rotateKey']> {
  return ({ caller, params: { keyId } }) => {
    const rotated = keys.rotate(caller.accountId, keyId);
    if (rotated === undefined) throw unknownKey(keyId);
    const { apiKey, secret } = rotated;
    return {
      data: {
        key_id: keyId,
        name: apiKey.name ?? null,
        key: secret,
        key_preview: apiKey.id_masked,
        status: 'active',
        rotated_at: apiKey.updated_at,
        previous_key_revoked: true,
      },
      meta: { updated_at: apiKey.updated_at },
    };
  };
}

export function deleteKey(keys: KeyStore): RouteHandler<Routes['deleteKey']> {
  return ({ caller, params: { keyId } }) => {
    if (keyId === caller.keyId) {
      throw new Refusal('invalid_request', 'A key cannot delete itself; use another key.');
    }
    if (!keys.delete(caller.accountId, keyId)) throw unknownKey(keyId);
    return { deleted: true, key_id: keyId, message: `Key ${keyId} is permanently revoked.` };
  };
}

function unknownKey(keyId: string): Refusal {
  return new Refusal('not_found', `The account has no key "${keyId}".`);
}
