import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { CreateKeyRequest } from '../../contract/account.ts';
import { callerOf } from '../access.ts';
import type { KeyStore } from '../key-store.ts';
import { Refusal } from '../requests/origin-error.ts';
import { pageMeta, wholePage } from '../requests/page.ts';
import { bodyReader } from '../requests/read-request.ts';

interface KeyRoute {
  Params: { keyId: string };
}

const readBody = bodyReader(CreateKeyRequest, 'invalid_request');

/** `/account/keys`: list, create, rotate and delete the keys of the caller's account. */
export function accountKeysRoutes(app: FastifyInstance, keys: KeyStore, clock: Clock): void {
  const now = () => new Date(clock.now()).toISOString();

  app.get('/account/keys', (request) => {
    const page = wholePage(keys.list(callerOf(request).accountId));
    return {
      data: page.items,
      meta: { ...pageMeta(page, page.items.length), updated_at: now() },
    };
  });

  app.post('/account/keys', (request, reply) => {
    const { name } = readBody(request.body);
    const { apiKey, secret } = keys.create(callerOf(request).accountId, name);
    reply.status(201);
    return { data: { id: apiKey.id, key: secret, name: apiKey.name, tier: apiKey.tier } };
  });

  app.post<KeyRoute>('/account/keys/:keyId/rotate', (request) => {
    const { keyId } = request.params;
    const rotated = keys.rotate(callerOf(request).accountId, keyId);
    if (rotated === undefined) throw unknownKey(keyId);
    const { apiKey, secret } = rotated;
    return {
      data: {
        key_id: keyId,
        name: apiKey.name,
        key: secret,
        key_preview: apiKey.id_masked,
        status: 'active',
        rotated_at: apiKey.updated_at,
        previous_key_revoked: true,
      },
      meta: { updated_at: now() },
    };
  });

  app.delete<KeyRoute>('/account/keys/:keyId', (request) => {
    const { keyId } = request.params;
    const caller = callerOf(request);
    if (keyId === caller.keyId) {
      throw new Refusal('invalid_request', 'A key cannot delete itself; use another key.');
    }
    if (!keys.delete(caller.accountId, keyId)) throw unknownKey(keyId);
    return { deleted: true, key_id: keyId, message: `Key ${keyId} is revoked for good.` };
  });
}

function unknownKey(keyId: string): Refusal {
  return new Refusal('not_found', `The account has no key "${keyId}".`);
}
