import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedReplicas } from '../harness/hooks/shared-replicas.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { runs } from '../harness/property-runs.ts';
import { type Fault, rewrite } from '../harness/servers/fault-proxy.ts';
import { asking, type Replica } from '../harness/servers/replicas.ts';
import { signingKeyPair, TokenIssuer } from '../harness/viewers/token-issuer.ts';

/** Keys that are not guessed, of one account each. */
const KEYS = ['alice', 'bob', 'carol'].map((name) => `sk_${sha256(name).slice(0, 40)}`);
const [ALICE = '', BOB = '', CAROL = ''] = KEYS;

const QUERIES = [
  '{ viewer { tier rateLimit { remaining } } }',
  '{ sportsbooks { id name } }',
  '{ events(first: 3) { nodes { id name odds(filter: { markets: ["moneyline"] }) { selection } } } }',
  '{ apiKeys { id maskedKey } }',
];

const replicas = await sharedReplicas([
  ...[ALICE, BOB].map((key) => ({ key, tier: 'enterprise' as const })),
  { key: CAROL, tier: 'free' },
]);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Puts the number of the caller's key into the names of sportsbooks. */
const numbered: Fault = (exchange) => {
  const number = KEYS.indexOf(exchange.seen.key ?? '');
  const named = (book: object) => ({ ...book, name: `of account ${number}` });
  return rewrite<{ data: object[] }>((page) => ({ ...page, data: page.data.map(named) }))(exchange);
};

describe.skipIf(!hasRedis)('what replicas share', { timeout: 120_000 }, () => {
  test('has no key, no token, no hash of a key, and an expiry', async () => {
    const signingKey = await signingKeyPair('one');
    const issuer = await TokenIssuer.start(signingKey);
    const viewers = issuer.viewers(new Map([['enterprise', BOB]]));
    const both = [await replicas.start({ viewers }), await replicas.start({ viewers })];
    const token = await issuer.sign(signingKey, both[0]?.clock.now() ?? 0, { tier: 'enterprise' });
    const ask = async (replica: Replica, question: Parameters<Replica['ask']>[1]) => {
      for (const query of QUERIES) await replica.ask(query, question);
      const mutation = 'mutation { createApiKey(name: "new") { secret } }';
      const { data } = await replica.ask<{ createApiKey: { secret: string } | null }>(
        mutation,
        question,
      );
      return data?.createApiKey?.secret ?? null;
    };
    const secrets: (string | null)[] = [];
    for (const replica of both) {
      for (const key of KEYS) secrets.push(await ask(replica, { key }));
      const headers = { authorization: `Bearer ${token}` };
      await ask(replica, { key: null, headers });
      const { errors } = await replica.ask(QUERIES[1] ?? '', { key: null, headers });
      expect(errors).toEqual([]);
    }
    const made = secrets.filter((secret) => secret !== null);
    expect(made).toHaveLength(2 * KEYS.length);
    const stored = [...(await replicas.stored()).entries()].flat().join('\n');
    expect(stored).toContain('draftkings');
    for (const secret of [...KEYS, ...made, token]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(sha256(secret));
    }
    expect(await replicas.redis.lastingKeys()).toEqual([]);
    await replicas.reset();
    await issuer.stop();
  });

  test('never crosses from one account to another, in any order of queries', async () => {
    const all = await replicas.startAll(3);
    replicas.proxy.spoil('GET /sportsbooks', numbered);
    const step = fc.record({
      replica: fc.nat(all.length - 1),
      account: fc.nat(KEYS.length - 1),
      passesMs: fc.constantFrom(0, 0, 14_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const replies = steps.map(async ({ replica, account, passesMs }) => {
          all[replica]?.clock.advance(passesMs);
          const { data } = (await all[replica]?.ask('{ sportsbooks { name } viewer { tier } }', {
            key: KEYS[account] ?? '',
          })) ?? { data: null };
          const names = new Set(data?.sportsbooks?.map(({ name }) => name));
          expect([...names]).toEqual([`of account ${account}`]);
          expect(data?.viewer?.tier).toBe(account === 2 ? 'FREE' : 'ENTERPRISE');
        });
        await replicas.answered(replies, all);
      }),
      { numRuns: runs(40) },
    );
    expect(replicas.proxy.seen.length).toBeGreaterThan(0);
  });

  test('stays within replicas of the same prefix', async () => {
    const [first, other] = [await replicas.start(), await replicas.start({ redisPrefix: 'other' })];
    for (const replica of [first, other]) await replica.ask('{ sportsbooks { id } }', { key: BOB });
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2 });
  });

  test('is out of reach on all replicas once a replica has revoked the key, although Redis has just kept it waiting', async () => {
    const [first, second, third] = await replicas.startAll(3);
    const created = await first.ask<{ createApiKey: { apiKey: { id: string }; secret: string } }>(
      'mutation { createApiKey(name: "b") { apiKey { id } secret } }',
      { key: ALICE },
    );
    const { apiKey, secret: key } = created.data.createApiKey;
    const query = '{ sportsbooks { id } }';
    expect((await first.ask(query, { key })).errors).toEqual([]);
    expect((await second.ask(`{ viewer { tier } }`, { key })).data.viewer?.tier).toBe('ENTERPRISE');
    replicas.proxy.reset();
    await third.ask(query, { key: ALICE });
    // Redis keeps the one that revokes it waiting: it does without Redis for a while.
    replicas.redis.signal('SIGSTOP');
    const late = await asking(second, '{ odds(first: 1) { totalCount } }');
    second.clock.advance(20);
    await late.reply;
    replicas.redis.signal('SIGCONT');
    await replicas.redis.command(['PING']); // It runs again: else it might read another replica's question first.
    const revoked = await second.ask('mutation ($id: ID!) { deleteApiKey(id: $id) { id } }', {
      key: ALICE,
      variables: { id: apiKey.id },
    });
    expect(revoked.errors).toEqual([]);
    for (const replica of [second, third]) {
      const { errors } = await replica.ask(query, { key });
      expect(errors.map(({ extensions }) => extensions?.['code'])).toEqual(['UNAUTHENTICATED']);
    }
    // Another key of the account goes on sharing.
    replicas.proxy.reset();
    expect((await first.ask(query, { key: ALICE })).errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({});
  });
});
