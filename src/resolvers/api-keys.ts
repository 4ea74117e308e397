import type { ApiKey } from '../contract/routes/account-keys.ts';
import { ROUTES } from '../contract/routes.ts';
import { OddsgraphError } from '../errors.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { apiKeyModel, rotatedKeyModel } from '../models/api-key.ts';
import { createKey, listKeys, rotateKey } from '../upstream/accounts/account-keys.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { blaming, checkText } from './lists/arguments.ts';

export const apiKeyResolvers: Resolvers = {
  Query: {
    apiKeys: async (_root, _args, { scope }) => {
      const keys = await listKeys(scope.upstream, scope.caller);
      return keys.map(apiKeyModel);
    },
  },
  Mutation: {
    createApiKey: async (_root, { name }, { scope }) => {
      checkText('name', name);
      const { id, key: secret } = await blaming('name', 'was refused', () =>
        createKey(scope.upstream, scope.caller, name),
      );
      return { id, secret };
    },
    rotateApiKey: async (_root, { id }, { scope }) => {
      const key = await accountKey(scope, id);
      const rotated = await revoking(scope, key, () => rotateKey(scope.upstream, scope.caller, id));
      return rotatedKeyModel(key, rotated);
    },
    deleteApiKey: async (_root, { id }, { scope }) => {
      const key = await accountKey(scope, id);
      await blaming('id', 'is refused: a key cannot delete itself', () =>
        revoking(scope, key, () =>
          scope.upstream.call(ROUTES.deleteKey, scope.caller, { params: { keyId: id } }),
        ),
      );
      return { id };
    },
  },
  CreatedApiKey: {
    apiKey: async ({ id }, _args, { scope }) => apiKeyModel(await accountKey(scope, id)),
  },
};

/** A key of the caller's account. Throws `NOT_FOUND` where there is none of that id. */
async function accountKey({ upstream, caller }: RequestScope, id: string): Promise<ApiKey> {
  const keys = await listKeys(upstream, caller);
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw new OddsgraphError('NOT_FOUND', 'The account has no such key.');
  return key;
}

/**
 * Does `work`, which takes a key's secret out of force, and lets go of what is held for that secret;
 * also where `work` fails, since it may have been done and the answer lost.
 */
async function revoking<T>(scope: RequestScope, key: ApiKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    scope.upstream.client.scopes.revoke(key.id_masked);
  }
}
