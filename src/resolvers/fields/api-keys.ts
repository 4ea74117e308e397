import type { ListedKey } from '../../contract/routes/account-keys.ts';
import { badUserInput, OddsgraphError } from '../../errors/errors.ts';
import { apiKeyModel, rotatedKeyModel } from '../../models/api-key.ts';
import {
  createKey,
  deleteKey,
  listKeys,
  rotateKey,
} from '../../upstream/accounts/key-management.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import type { Resolvers } from '../resolvers.ts';

export const apiKeyResolvers: Resolvers = {
  Query: {
    apiKeys: async (_root, _args, { scope }) => {
      const keys = await listKeys(scope.upstream, scope.caller);
      return keys.map(apiKeyModel);
    },
  },
  Mutation: {
    createApiKey: async (_root, { name }, { scope }) => {
      const { id, key: secret } = await withArgument(
        'name',
        'was refused by the odds service',
        () => createKey(scope.upstream, scope.caller, name),
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
      await withArgument('id', 'must not be the key of this request', () =>
        revoking(scope, key, () => deleteKey(scope.upstream, scope.caller, id)),
      );
      return { id };
    },
  },
  CreatedApiKey: {
    apiKey: async ({ id }, _args, { scope }) => apiKeyModel(await accountKey(scope, id)),
  },
};

/** A key of the caller's account. Throws `NOT_FOUND` if no key has this id. */
async function accountKey({ upstream, caller }: RequestScope, id: string): Promise<ListedKey> {
  const keys = await listKeys(upstream, caller);
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined)
    throw new OddsgraphError('NOT_FOUND', 'The account has no key with this id.');
  return key;
}

/**
 * Runs `work`, which revokes the secret of a key, and drops everything that is cached for that secret;
 * also if `work` fails, since only its response may have been lost. Of the secret, only the mask is known.
 */
async function revoking<T>(
  scope: RequestScope,
  key: ListedKey,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    scope.upstream.namespaces.revoke(key.id_masked);
  }
}

/** Names the argument in the error if upstream refuses what `work` sends. */
async function withArgument<T>(
  argument: string,
  problem: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OddsgraphError) || error.code !== 'BAD_USER_INPUT') throw error;
    const { message, extensions } = badUserInput(argument, problem);
    throw new OddsgraphError(error.code, message, { ...error.extensions, ...extensions });
  }
}
