import { expect } from 'vitest';
import {
  ApiKeysPage,
  CreatedKey,
  DeletedKey,
  RotatedKey,
} from '../../../src/contract/routes/account-keys.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import type { Api } from '../api.ts';
import { bodyOf } from '../api.ts';
import { rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const KEYS = '/account/keys';

async function create(api: Api, name = 'made by the contract suite') {
  const answer = await api.call(KEYS, { method: 'POST', body: { name } });
  return bodyOf(CreatedKey, answer, 201).data;
}

async function remove(api: Api, keyId: string): Promise<void> {
  await api.read(DeletedKey, `${KEYS}/${keyId}`, { method: 'DELETE' });
}

export const listKeys = routeCases(ROUTES.listKeys, () => ({ path: KEYS }), [
  rule('lists the keys of the account with their tier, masked', async (api) => {
    for (const tier of TIERS) {
      const { data, meta } = await api.read(ApiKeysPage, KEYS, { tier });
      expect(meta).toMatchObject({ count: data.length, total: data.length });
      expect(data.length).toBeGreaterThan(0);
      for (const key of data) {
        expect(key).toMatchObject({ tier, is_active: true });
        expect(key.id).toMatch(/^key_/);
      }
      expect(JSON.stringify(data)).not.toContain(api.keyOf(tier));
    }
  }),
  rule('shows the first and the last characters of a key', async (api) => {
    const { id, key } = await create(api);
    const { data } = await api.read(ApiKeysPage, KEYS);
    const masked = data.find((listed) => listed.id === id)?.id_masked ?? '';
    expect(masked.slice(0, 3)).toBe(key.slice(0, 3));
    expect(masked.slice(-3)).toBe(key.slice(-3));
    expect(masked.length).toBeLessThan(key.length);
    await remove(api, id);
  }),
  rule('does not list the keys of another account', async (api) => {
    const { id } = await create(api);
    const { data } = await api.read(ApiKeysPage, KEYS, { tier: 'sharp' });
    expect(data.map((key) => key.id)).not.toContain(id);
    await remove(api, id);
  }),
]);

export const createKey = routeCases(
  ROUTES.createKey,
  () => ({ path: KEYS, call: { method: 'POST', body: { name: 'x' } } }),
  [
    rule('creates a key on the tier of the account, which works at once', async (api) => {
      const made = await create(api, 'reports');
      expect(made).toMatchObject({ name: 'reports', tier: 'enterprise' });
      const { data } = await api.read(ApiKeysPage, KEYS, { key: made.key });
      const listed = data.find((key) => key.id === made.id);
      expect(listed).toMatchObject({ name: 'reports', tier: 'enterprise', is_active: true });
      expect(JSON.stringify(data)).not.toContain(made.key);
      await remove(api, made.id);
    }),
    ...Object.entries({
      'without a name': {},
      'with an empty name': { name: '' },
      'with a name that is not a string': { name: 7 },
    }).map(([what, body]) =>
      rule(`refuses a body ${what}`, async (api) => {
        await api.refused(400, 'invalid_request', KEYS, { method: 'POST', body }, ['name']);
      }),
    ),
  ],
);

export const rotateKey = routeCases(
  ROUTES.rotateKey,
  () => ({ path: `${KEYS}/key_none/rotate`, call: { method: 'POST' } }),
  [
    rule('gives the key a new secret and refuses the old one from then on', async (api) => {
      const { id, key: old } = await create(api, 'rotating');
      const path = `${KEYS}/${id}/rotate`;
      const { data } = await api.read(RotatedKey, path, { method: 'POST' });
      expect(data).toMatchObject({ key_id: id, name: 'rotating', status: 'active' });
      expect(data.previous_key_revoked).toBe(true);
      expect(data.key).not.toBe(old);
      expect(data.key_preview.slice(-3)).toBe(data.key.slice(-3));
      await api.refused(401, 'unauthorized', KEYS, { key: old });
      await api.read(ApiKeysPage, KEYS, { key: data.key });
      await remove(api, id);
    }),
    rule('allows a key to rotate itself', async (api) => {
      const { id, key } = await create(api);
      const path = `${KEYS}/${id}/rotate`;
      const { data } = await api.read(RotatedKey, path, { method: 'POST', key });
      await api.refused(401, 'unauthorized', KEYS, { key });
      await api.read(ApiKeysPage, KEYS, { key: data.key });
      await remove(api, id);
    }),
    rule('accepts an empty body with a JSON content type', async (api) => {
      const { id } = await create(api);
      const headers = { 'content-type': 'application/json' };
      await api.read(RotatedKey, `${KEYS}/${id}/rotate`, { method: 'POST', headers });
      await remove(api, id);
    }),
    rule('refuses an unknown key id, or one of another account, with 404', async (api) => {
      const { id } = await create(api);
      const foreign = { method: 'POST', tier: 'sharp' } as const;
      await api.refused(404, 'not_found', `${KEYS}/${id}/rotate`, foreign);
      await api.refused(404, 'not_found', `${KEYS}/key_none/rotate`, { method: 'POST' });
      await remove(api, id);
    }),
  ],
);

export const deleteKey = routeCases(
  ROUTES.deleteKey,
  () => ({ path: `${KEYS}/key_none`, call: { method: 'DELETE' } }),
  [
    rule('revokes the key permanently', async (api) => {
      const { id, key } = await create(api);
      const path = `${KEYS}/${id}`;
      const body = await api.read(DeletedKey, path, { method: 'DELETE' });
      expect(body).toMatchObject({ deleted: true, key_id: id });
      await api.refused(401, 'unauthorized', KEYS, { key });
      await api.refused(404, 'not_found', path, { method: 'DELETE' });
    }),
    rule('refuses to delete the key that authenticates the request', async (api) => {
      const { id, key } = await create(api);
      const path = `${KEYS}/${id}`;
      await api.refused(400, 'invalid_request', path, { method: 'DELETE', key });
      await api.read(ApiKeysPage, KEYS, { key });
      await remove(api, id);
    }),
    rule('refuses an unknown key id, or one of another account, with 404', async (api) => {
      const { id } = await create(api);
      const path = `${KEYS}/${id}`;
      await api.refused(404, 'not_found', path, { method: 'DELETE', tier: 'sharp' });
      await api.refused(404, 'not_found', `${KEYS}/key_none`, { method: 'DELETE' });
      await remove(api, id);
    }),
  ],
);
