import { expect } from 'vitest';
import {
  ApiKeysPage,
  CreatedKey,
  DeletedKey,
  RotatedKey,
} from '../../../src/contract/routes/account-keys.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import type { Api, Call } from '../api.ts';
import { bodyOf } from '../api.ts';
import { type ContractCase, expectEach, rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const KEYS = '/account/keys';

async function create(api: Api, name = 'made by the contract suite') {
  const answer = await api.call(KEYS, { method: 'POST', body: { name } });
  return bodyOf(CreatedKey, answer, 201).data;
}

/** A rule about a key that was created for it, and is deleted afterwards unless the rule deletes it. */
function ruleOfKey(
  name: string,
  run: (api: Api, made: Awaited<ReturnType<typeof create>>, path: string) => Promise<unknown>,
): ContractCase {
  return rule(name, async (api) => {
    const made = await create(api);
    const path = `${KEYS}/${made.id}`;
    await run(api, made, path);
    await api.call(path, { method: 'DELETE' });
  });
}

const listed = async (api: Api, call: Call = {}) => (await api.read(ApiKeysPage, KEYS, call)).data;

export const listKeys = routeCases(ROUTES.listKeys, () => ({ path: KEYS }), [
  rule('lists the keys of the account with their tier, masked', async (api) => {
    for (const tier of TIERS) {
      const { data, meta } = await api.read(ApiKeysPage, KEYS, { tier });
      expect(meta).toMatchObject({ count: data.length, total: data.length });
      expectEach(data, (key) => key.tier === tier && key.is_active && key.id.startsWith('key_'));
      expect(JSON.stringify(data)).not.toContain(api.keyOf(tier));
    }
  }),
  ruleOfKey('shows the ends of a key, and only to its account', async (api, { id, key }) => {
    const masked = (await listed(api)).find((one) => one.id === id)?.id_masked ?? '';
    expect(masked.slice(0, 3)).toBe(key.slice(0, 3));
    expect(masked.slice(-3)).toBe(key.slice(-3));
    expect(masked.length).toBeLessThan(key.length);
    expectEach(await listed(api, { tier: 'sharp' }), (other) => other.id !== id);
  }),
]);

export const createKey = routeCases(
  ROUTES.createKey,
  () => ({ path: KEYS, call: { method: 'POST', body: { name: 'x' } } }),
  [
    rule('creates a key on the tier of the account, which works at once', async (api) => {
      const { id, key, ...made } = await create(api, 'reports');
      expect(made).toMatchObject({ name: 'reports', tier: 'enterprise' });
      const data = await listed(api, { key });
      const its = { name: 'reports', tier: 'enterprise', is_active: true };
      expect(data.find((one) => one.id === id)).toMatchObject(its);
      expect(JSON.stringify(data)).not.toContain(key);
      await api.read(DeletedKey, `${KEYS}/${id}`, { method: 'DELETE' });
    }),
    rule('refuses a body without a name', async (api) => {
      for (const body of [{}, { name: '' }, { name: 7 }]) {
        await api.refused(400, 'invalid_request', KEYS, { method: 'POST', body }, ['name']);
      }
    }),
  ],
);

export const rotateKey = routeCases(
  ROUTES.rotateKey,
  () => ({ path: `${KEYS}/key_none/rotate`, call: { method: 'POST' } }),
  [
    ruleOfKey('gives the key a new secret and refuses the old one', async (api, made, path) => {
      const { id, key: old, name } = made;
      const call = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
      const { data } = await api.read(RotatedKey, `${path}/rotate`, call); // Its body is empty.
      const its = { key_id: id, name, status: 'active', previous_key_revoked: true };
      expect(data).toMatchObject(its);
      expect(data.key).not.toBe(old);
      expect(data.key_preview.slice(-3)).toBe(data.key.slice(-3));
      await api.refused(401, 'unauthorized', KEYS, { key: old });
      // A key may rotate itself.
      const own = { method: 'POST', key: data.key } as const;
      const next = await api.read(RotatedKey, `${path}/rotate`, own);
      await api.refused(401, 'unauthorized', KEYS, { key: data.key });
      await listed(api, { key: next.data.key });
    }),
    ruleOfKey('refuses an unknown or foreign id with 404', async (api, _, path) => {
      const foreign = { method: 'POST', tier: 'sharp' } as const;
      await api.refused(404, 'not_found', `${path}/rotate`, foreign);
      await api.refused(404, 'not_found', `${KEYS}/key_none/rotate`, { method: 'POST' });
    }),
  ],
);

export const deleteKey = routeCases(
  ROUTES.deleteKey,
  () => ({ path: `${KEYS}/key_none`, call: { method: 'DELETE' } }),
  [
    ruleOfKey('revokes the key permanently', async (api, { id, key }, path) => {
      const body = await api.read(DeletedKey, path, { method: 'DELETE' });
      expect(body).toMatchObject({ deleted: true, key_id: id });
      await api.refused(401, 'unauthorized', KEYS, { key });
      await api.refused(404, 'not_found', path, { method: 'DELETE' });
    }),
    ruleOfKey('refuses to delete the key of the request', async (api, { key }, path) => {
      await api.refused(400, 'invalid_request', path, { method: 'DELETE', key });
      await listed(api, { key });
    }),
    ruleOfKey('refuses an unknown or foreign id with 404', async (api, _, path) => {
      await api.refused(404, 'not_found', path, { method: 'DELETE', tier: 'sharp' });
      await api.refused(404, 'not_found', `${KEYS}/key_none`, { method: 'DELETE' });
    }),
  ],
);
