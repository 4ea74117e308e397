import type { ApiKey } from '../contract/account.ts';
import { OddsgraphError } from '../errors.ts';
import type { Resolvers } from '../generated/graph.ts';
import { apiKeyModel, rotatedKeyModel } from '../models/api-key.ts';
import type { Session } from '../upstream/session.ts';
import { blaming, checkText } from './arguments.ts';

export const apiKeyResolvers: Resolvers = {
  Query: {
    apiKeys: async (_root, _args, { session }) => {
      const keys = await session.upstream.accountKeys(session.caller);
      return keys.map(apiKeyModel);
    },
  },
  Mutation: {
    createApiKey: async (_root, { name }, { session }) => {
      checkText('name', name);
      const { id, key: secret } = await blaming('name', 'was refused', () =>
        session.upstream.createKey(session.caller, name),
      );
      return { id, secret };
    },
    rotateApiKey: async (_root, { id }, { session }) => {
      const key = await accountKey(session, id);
      const rotated = await revoking(session, key, () =>
        session.upstream.rotateKey(session.caller, id),
      );
      return rotatedKeyModel(key, rotated);
    },
    deleteApiKey: async (_root, { id }, { session }) => {
      const key = await accountKey(session, id);
      await blaming('id', 'is refused: a key cannot delete itself', () =>
        revoking(session, key, () => session.upstream.deleteKey(session.caller, id)),
      );
      return { id };
    },
  },
  CreatedApiKey: {
    apiKey: async ({ id }, _args, { session }) => apiKeyModel(await accountKey(session, id)),
  },
};

/** A key of the caller's account. Throws `NOT_FOUND` where there is none of that id. */
async function accountKey({ upstream, caller }: Session, id: string): Promise<ApiKey> {
  const keys = await upstream.accountKeys(caller);
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw new OddsgraphError('NOT_FOUND', 'The account has no such key.');
  return key;
}

/**
 * Does `work`, which takes a key's secret out of force, and lets go of what is held for that secret;
 * also where `work` fails, since it may have been done and the answer lost.
 */
async function revoking<T>(session: Session, key: ApiKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    session.upstream.client.scopes.revoke(key.id_masked);
  }
}
