import { describe, expect, test } from 'vitest';
import type { ApiKey as WireKey } from '../../src/contract/routes/account-keys.ts';
import type { CreatedApiKey, RotatedApiKey } from '../../src/generated/schema-types.ts';
import { codesOf, type Question } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { rewrite } from '../harness/servers/fault-proxy.ts';
import { answer, cut, holdUntil } from '../harness/servers/faults.ts';

const KEY = '{ id maskedKey name tier isActive createdAt updatedAt }';
const DELETE = 'mutation ($id: ID!) { deleteApiKey(id: $id) { id } }';
const ROTATE = 'mutation ($id: ID!) { rotateApiKey(id: $id) { secret } }';
const WARM =
  '{ viewer { tier } sportsbooks { id } events(first: 5) { nodes { id odds { key } } } }';

const graph = await sharedGraph();

test('apiKeys lists the keys of the account with every field except the secret', async () => {
  await create('Listed');
  const data = await graph.dataOf(`{ apiKeys ${KEY} }`);
  expect(data.apiKeys).toEqual((await wireKeys()).map(expectedKey));
  expect(data.apiKeys?.length).toBeGreaterThan(1);
});

test('a key that no mask shows has the lowest tier of the account’s active keys', async () => {
  await create('Of a higher tier');
  graph.proxy.rewriteRows<WireKey>('GET /account/keys', (key, i) => ({
    ...key,
    id_masked: 'none',
    ...(i === 0 && { tier: 'pro' }),
  }));
  const data = await graph.dataOf('{ viewer { tier } }');
  expect(data.viewer?.tier).toBe('PRO');
});

test('an old key that upstream knows little of takes nothing away from the others', async () => {
  await create('Old');
  graph.proxy.rewriteRows<WireKey>('GET /account/keys', (key) =>
    key.name === 'Old' ? { ...key, tier: null, is_active: false, updated_at: null } : key,
  );
  const data = await graph.dataOf(`{ viewer { tier } apiKeys ${KEY} }`);
  expect(data.viewer?.tier).toBe('ENTERPRISE');
  const old = data.apiKeys?.find(({ name }) => name === 'Old');
  expect(old).toMatchObject({ tier: 'OTHER', isActive: false, updatedAt: old?.createdAt });
});

test('a tier that upstream leaves out is not taken for the lowest', async () => {
  graph.proxy.rewriteRows('GET /account/keys', (key) => ({ ...key, tier: null }));
  const reply = await graph.ask('{ viewer { tier } }', { key: 'demo_sharp' });
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  graph.proxy.reset();
  expect((await graph.dataOf('{ viewer { tier } }', { key: 'demo_sharp' })).viewer?.tier).toBe(
    'SHARP',
  );
});

test('a key without any time fails the list of keys, but not the look-up of the tier', async () => {
  graph.proxy.rewriteRows('GET /account/keys', (key) => ({
    ...key,
    created_at: null,
    updated_at: null,
  }));
  const reply = await graph.ask('{ viewer { tier } apiKeys { id } }');
  expect(reply.data.viewer?.tier).toBe('ENTERPRISE');
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
});

test('a new key works immediately, and its secret is only in the response that created it', async () => {
  const { apiKey, secret } = await create('Fresh');
  expect(apiKey).toEqual((await wireKeys()).filter(isNamed('Fresh')).map(expectedKey).at(-1));
  const { data } = await graph.ask('{ viewer { tier } apiKeys { id } }', { key: secret });
  expect(data.viewer?.tier).toBe('ENTERPRISE');
  const listing = await graph.ask(`{ apiKeys ${KEY} }`);
  expect(listing.text).not.toContain(secret);
  expect(graph.log()).not.toContain(secret);
});

test('a key can rotate itself, and only works with its new secret then', async () => {
  const made = await create('Itself');
  expect(await isKnown(made.secret)).toBe(true);
  const rotated = await rotate(made.id, { key: made.secret });
  const [wire] = (await wireKeys()).filter(({ id }) => id === made.id);
  expect(rotated).toEqual({
    apiKey: wire && expectedKey(wire),
    secret: expect.stringMatching(/./),
    previousKeyRevoked: true,
    rotatedAt: wire?.updated_at,
  });
  expect(await isKnown(made.secret)).toBe(false);
  expect(await isKnown(rotated.secret)).toBe(true);
  expect(graph.log()).not.toContain(rotated.secret);
});

test('a deleted key is refused and no longer listed', async () => {
  const made = await create('Deleted');
  expect(await isKnown(made.secret)).toBe(true);
  const data = await graph.dataOf<{ deleteApiKey: unknown }>(DELETE, {
    variables: { id: made.id },
  });
  expect(data.deleteApiKey).toEqual({ id: made.id });
  expect(await isKnown(made.secret)).toBe(false);
  expect((await wireKeys()).map(({ id }) => id)).not.toContain(made.id);
});

test('a key cannot delete itself', async () => {
  const made = await create('Stays');
  const reply = await graph.ask(DELETE, {
    key: made.secret,
    variables: { id: made.id },
  });
  expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
  expect(reply.errors[0]?.extensions).toMatchObject({
    argument: 'id',
    upstream: { status: 400, code: 'invalid_request' },
  });
  expect(await isKnown(made.secret)).toBe(true);
});

test.each(['rotateApiKey', 'deleteApiKey'])(
  '%s of an unknown id fails with NOT_FOUND',
  async (field) => {
    const query = `mutation { ${field}(id: "key_of_nobody") { __typename } }`;
    const reply = await graph.ask<Record<string, unknown>>(query);
    expect(codesOf(reply)).toEqual(['NOT_FOUND']);
    expect(reply.data).toEqual({ [field]: null });
  },
);

describe.each([
  ['rotated', ROTATE],
  ['deleted', DELETE],
])('a key that another key of the account %s', (_done, mutation) => {
  test('is refused immediately, even if its responses are cached', async () => {
    const [b, c] = [await create('B'), await create('C')];
    const askAll = async (key: string) => [
      await graph.ask<Record<string, unknown>>(WARM, { key }),
      await graph.ask<Record<string, unknown>>('{ sportsbooks { id } }', { key }),
    ];
    const expectHeld = async (key: string) => {
      graph.proxy.reset();
      expect((await askAll(key)).map(({ errors }) => errors)).toEqual([[], []]);
      expect(graph.proxy.counts).toEqual({});
    };
    for (const { secret } of [b, c]) await askAll(secret);
    await expectHeld(b.secret);

    const { errors } = await graph.ask(mutation, { variables: { id: b.id } });
    expect(errors).toEqual([]);

    const [all, alone] = await askAll(b.secret);
    expect([all?.status, all?.data]).toEqual([401, undefined]);
    expect(codesOf({ ...all })).toEqual(Array(3).fill('UNAUTHENTICATED'));
    expect(codesOf({ ...alone })).toEqual(['UNAUTHENTICATED']);
    await expectHeld(c.secret);
  });

  test('leaves no cache entry for a query that was in progress', async () => {
    const b = await create('Under way');
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    graph.proxy.plan('GET /sportsbooks', holdUntil(released.promise, answered.resolve));
    const early = graph.ask('{ sportsbooks { id } }', { key: b.secret });
    await answered.promise;
    await graph.ask(mutation, { variables: { id: b.id } });
    const late = await graph.ask('{ sportsbooks { id } }', { key: b.secret });
    expect(codesOf(late)).toEqual(['UNAUTHENTICATED']);
    released.resolve();
    expect((await early).errors).toEqual([]);
    const after = await graph.ask('{ sportsbooks { id } }', { key: b.secret });
    expect(codesOf(after)).toEqual(['UNAUTHENTICATED']);
  });
});

test('a deletion that upstream does not confirm is an error', async () => {
  const { id } = await create('Kept');
  graph.proxy.spoil(
    `DELETE /account/keys/${id}`,
    answer(200, { deleted: false, key_id: id, message: 'Try again later.' }),
  );
  const reply = await graph.ask(DELETE, {
    variables: { id },
  });
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(reply.data).toEqual({ deleteApiKey: null });
});

test('what follows a mutation does not share a list that was requested before it', async () => {
  const list = Promise.withResolvers<void>();
  const isListed = Promise.withResolvers<void>();
  await graph.ask('{ viewer { tier } }'); // The tier is known, so only the query below lists keys.
  graph.proxy.plan('GET /account/keys', holdUntil(list.promise, isListed.resolve));
  const before = graph.ask('{ apiKeys { name } }');
  await isListed.promise;
  const { data, errors } = await graph.ask<{ createApiKey: CreatedApiKey }>(
    'mutation { createApiKey(name: "after the list") { apiKey { name } } }',
  );
  list.resolve();
  expect(errors).toEqual([]);
  expect(data.createApiKey.apiKey?.name).toBe('after the list');
  expect((await before).data.apiKeys?.map(({ name }) => name)).not.toContain('after the list');
});

test('mutations are never cached: two equal ones create two keys', async () => {
  const [a, b] = await Promise.all([create('Twin'), create('Twin')]);
  const c = await create('Twin');
  expect(new Set([a.id, b.id, c.id]).size).toBe(3);
  expect(new Set([a.secret, b.secret, c.secret]).size).toBe(3);
  expect(graph.proxy.costs).toEqual({ 'POST /account/keys': 3 });
});

test.each([
  ['fails', answer(503), 'UPSTREAM_UNAVAILABLE'],
  ['is cut off', cut, 'UPSTREAM_UNAVAILABLE'],
  ['says nothing that can be read', answer(201, { data: {} }), 'UPSTREAM_INVALID_RESPONSE'],
])('a mutation that %s is not retried', async (_fails, fault, code) => {
  graph.proxy.plan('POST /account/keys', fault);
  const reply = await graph.ask('mutation { createApiKey(name: "Once") { secret } }');
  expect(codesOf(reply)).toEqual([code]);
  expect(graph.proxy.costs).toEqual({ 'POST /account/keys': 1 });
});

test('a rotation whose response is lost still clears the caches of the old secret', async () => {
  const b = await create('Lost');
  await graph.ask('{ sportsbooks { id } }', { key: b.secret });
  graph.proxy.plan(`POST /account/keys/${b.id}/rotate`, async ({ forward, response }) => {
    await forward();
    response.socket?.destroy();
  });
  const reply = await graph.ask(ROTATE, {
    variables: { id: b.id },
  });
  expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
  expect(codesOf(await graph.ask('{ sportsbooks { id } }', { key: b.secret }))).toEqual([
    'UNAUTHENTICATED',
  ]);
});

test('a new secret is returned even if the rest of its key cannot be read', async () => {
  graph.proxy.spoil('GET /account/keys', answer(400));
  const reply = await graph.ask<{ createApiKey: CreatedApiKey }>(
    'mutation { createApiKey(name: "Kept") { secret apiKey { id } } }',
  );
  expect(reply.errors).toHaveLength(1);
  expect(reply.errors[0]?.path).toEqual(['createApiKey', 'apiKey']);
  expect(reply.data.createApiKey.apiKey).toBeNull();
  graph.proxy.reset();
  expect(await isKnown(reply.data.createApiKey.secret)).toBe(true);
});

test('changes of keys need nothing but what their fields show', async () => {
  const only = (...names: readonly string[]) =>
    rewrite<{ data: Record<string, unknown> }>(({ data }) => ({
      data: Object.fromEntries(names.map((name) => [name, data[name]])),
    }));
  graph.proxy.plan('POST /account/keys', only('id', 'key'));
  const { id } = await create('Bare');
  const shown = ['key', 'key_preview', 'status', 'rotated_at', 'previous_key_revoked'];
  graph.proxy.plan(`POST /account/keys/${id}/rotate`, only(...shown));
  expect(await isKnown((await rotate(id)).secret)).toBe(true);
  graph.proxy.plan(
    `DELETE /account/keys/${id}`,
    rewrite<{ deleted: boolean }>(({ deleted }) => ({ deleted })),
  );
  const data = await graph.dataOf<{ deleteApiKey: unknown }>(DELETE, { variables: { id } });
  expect(data.deleteApiKey).toEqual({ id });
});

test('a name may be as long as the schema says', async () => {
  const name = 'x'.repeat(256);
  expect((await create(name)).apiKey?.name).toBe(name);
});

test('a name that upstream refuses is BAD_USER_INPUT with the argument "name"', async () => {
  graph.proxy.plan('POST /account/keys', answer(400));
  const reply = await graph.ask('mutation { createApiKey(name: "Refused") { secret } }');
  expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
  expect(reply.errors[0]?.extensions).toMatchObject({
    argument: 'name',
    upstream: { status: 400 },
  });
});

async function create(name: string, question: Question = {}) {
  const data = await graph.dataOf<{ createApiKey: CreatedApiKey }>(
    `mutation ($name: String!) { createApiKey(name: $name) { secret apiKey ${KEY} } }`,
    { ...question, variables: { name } },
  );
  const { apiKey, secret } = data.createApiKey;
  return { id: apiKey?.id ?? '', apiKey, secret };
}

async function rotate(id: string, question: Question = {}): Promise<RotatedApiKey> {
  const data = await graph.dataOf<{ rotateApiKey: RotatedApiKey }>(
    `mutation ($id: ID!) { rotateApiKey(id: $id) {
       apiKey ${KEY} secret previousKeyRevoked rotatedAt } }`,
    { ...question, variables: { id } },
  );
  return data.rotateApiKey;
}

/** Whether the graph answers a key. */
async function isKnown(key: string): Promise<boolean> {
  const reply = await graph.ask('{ sportsbooks { id } }', { key });
  if (reply.errors.length > 0) expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
  return reply.errors.length === 0;
}

async function wireKeys(key?: string): Promise<WireKey[]> {
  return (await graph.rest<{ data: WireKey[] }>('/account/keys', key)).data;
}

function isNamed(name: string): (wire: WireKey) => boolean {
  return (wire) => wire.name === name;
}

function expectedKey(wire: WireKey) {
  return {
    id: wire.id,
    maskedKey: wire.id_masked,
    name: wire.name,
    tier: wire.tier.toUpperCase(),
    isActive: wire.is_active,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  };
}
