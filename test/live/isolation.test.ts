import { describe, expect, onTestFinished, test } from 'vitest';
import type { Sportsbook } from '../../src/contract/routes/sportsbooks.ts';
import { isTier, type Tier, tierAllows } from '../../src/contract/tiers.ts';
import { codesOf as errorCodes } from '../harness/clients/graph-client.ts';
import { heldBy } from '../harness/clients/held-prices.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { LiveMirror } from '../harness/clients/live-mirror.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';

const codesOf = ({ results }: LiveClient) => results.flatMap(errorCodes);

const graph = await sharedGraph();

describe('over the real origin', () => {
  /** The sportsbooks that a tier may see. */
  async function booksOf(tier: Tier): Promise<string[]> {
    const { data } = await graph.rest<{ data: Sportsbook[] }>('/sportsbooks', `demo_${tier}`);
    return data
      .filter(({ requires_tier: required }) => !isTier(required) || tierAllows(tier, required))
      .map(({ id }) => id);
  }

  test('accounts of different tiers with the same filter never see each other’s rows', async () => {
    const tiers: Tier[] = ['hobby', 'pro', 'sharp', 'enterprise'];
    const subscribers = await Promise.all(
      tiers.map(async (tier) => ({
        books: new Set(await booksOf(tier)),
        client: await LiveClient.open(graph.url, LIVE_ODDS, {
          key: `demo_${tier}`,
          variables: { filter: { leagues: ['nba'] }, chunkSize: 1_000 },
        }),
      })),
    );
    const held = subscribers.map(({ client }) => heldBy(client));
    onTestFinished(() => {
      for (const { client } of subscribers) client.close();
    });
    for (const { client } of subscribers) await client.untilState('READY');
    for (let round = 0; round < 8; round += 1) {
      await graph.originClock.advanceInSteps(2_000, 500);
      for (const [i, { books }] of subscribers.entries()) {
        const expected = Array.from(graph.board.rows(), ({ odds }) => odds).filter(
          ({ league, sportsbook }) => league === 'nba' && books.has(sportsbook),
        );
        expect(expected.length).toBeGreaterThan(50);
        await held[i]?.(...expected);
      }
    }
    for (const { books, client } of subscribers) {
      const events = [...client.of('OddsSnapshot'), ...client.of('OddsUpdate')];
      const shown = events.flatMap(({ odds }) => odds);
      // Neither now nor at any time before.
      expect(shown.filter(({ sportsbookId }) => !books.has(sportsbookId))).toEqual([]);
    }
    expect(subscribers.map(({ books }) => books.size)).toEqual(
      subscribers.map(({ books }) => books.size).sort((a, b) => a - b),
    );
  }, 60_000);
});

describe('over a scripted upstream', () => {
  const graph = scriptedGraph();

  const HOBBY = [oddsRow(0), oddsRow(4)];
  const SHARP = [...HOBBY, oddsRow(8)];

  /** A subscriber of a key that is on this tier now. */
  async function subscribed(key: string): Promise<LiveClient> {
    graph.upstream.onStream = (stream) => {
      stream.open(graph.upstream.tiers.get(stream.key) === 'sharp' ? SHARP : HOBBY);
    };
    const client = await graph.live({}, { key });
    await client.untilState('READY');
    return client;
  }

  /** A check of the account, and another one, since the first may use a cached tier. */
  const rightsAreChecked = () => graph.pass(120_000);

  test('a stream ends when its account’s tier becomes too low', async () => {
    graph.upstream.tiers.set('key_of_alice', 'hobby');
    graph.upstream.tiers.set('key_of_bob', 'hobby');
    const alice = await subscribed('key_of_alice');
    const bob = await subscribed('key_of_bob');
    graph.upstream.tiers.set('key_of_alice', 'free');
    await rightsAreChecked();
    expect((await alice.lastError())?.extensions).toEqual({
      code: 'TIER_RESTRICTED',
      requiredTier: 'HOBBY',
      currentTier: 'FREE',
    });
    expect(bob.isOver).toBe(false);
  });

  test('the streams of a revoked key end, even if upstream leaves them open', async () => {
    graph.upstream.tiers.set('key_of_alice', 'hobby');
    const alice = await subscribed('key_of_alice');
    graph.upstream.tiers.set('key_of_alice', null);
    await rightsAreChecked();
    await alice.over();
    expect(codesOf(alice)).toEqual(['UNAUTHENTICATED']);
    await until(() => graph.upstream.openStreams === 0);
  });

  test('a lower tier removes the rows above it from a stream, and a higher one adds rows', async () => {
    graph.upstream.tiers.set('key_of_alice', 'sharp');
    const alice = await subscribed('key_of_alice');
    const mirror = new LiveMirror<{ id: string; key: string }>();
    const idsOf = ({ results }: LiveClient) => {
      mirror.catchUp(results);
      return Array.from(mirror.odds.values(), ({ id }) => id);
    };
    expect(idsOf(alice)).toEqual(['0', '4', '8']);
    graph.upstream.tiers.set('key_of_alice', 'hobby');
    await rightsAreChecked();
    await alice.untilState('READY');
    expect(idsOf(alice)).toEqual(['0', '4']);
    graph.upstream.tiers.set('key_of_alice', 'sharp');
    await rightsAreChecked();
    await alice.untilState('READY');
    expect(idsOf(alice)).toEqual(['0', '4', '8']);
    expect(graph.upstream.requests).toBe(3);
  });

  test.each([
    ['that fails', { status: 500 }],
    ['that a proxy in between answers with 401', { status: 401, html: true }],
    ['that a proxy in between answers with 403', { status: 403, html: true }],
  ])('a tier look-up %s ends no stream', async (_, refusal) => {
    graph.upstream.tiers.set('key_of_alice', 'hobby');
    const alice = await subscribed('key_of_alice');
    graph.upstream.keysRefusal = refusal;
    await rightsAreChecked();
    expect(alice.isOver).toBe(false);
    graph.upstream.keysRefusal = null;
  });

  test('a subscription of an account without access is refused, and no upstream stream is opened', async () => {
    const refused = async (key: string | null) => {
      const client = await graph.live({}, { key });
      await client.over();
      return codesOf(client);
    };
    graph.upstream.tiers.set('key_of_nobody', null);
    expect(await refused('demo_free')).toEqual(['TIER_RESTRICTED']);
    expect(await refused('key_of_nobody')).toEqual(['UNAUTHENTICATED']);
    expect(await refused(null)).toEqual(['UNAUTHENTICATED']);
    expect(graph.upstream.requests).toBe(0);
  });

  test('a filter on a sportsbook is accepted if upstream cannot be asked about its tier', async () => {
    graph.upstream.onStream = (stream) => stream.open(HOBBY);
    const client = await graph.live({ filter: { sportsbooks: ['draftkings'] } });
    expect(await client.untilKind('OddsSnapshot')).toMatchObject({ odds: [{ id: '0' }], total: 1 });
  });

  test('an invalid argument is named by its path, and no upstream stream is opened', async () => {
    const long = 'x'.repeat(10_000);
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ conflateMs: -1 }, 'conflateMs'],
      [{ conflateMs: 60_001 }, 'conflateMs'],
      [{ chunkSize: 0 }, 'chunkSize'],
      [{ chunkSize: 1_001 }, 'chunkSize'],
      [{ after: long }, 'after'],
      [{ filter: { leagues: [long] } }, 'filter.leagues'],
      [{ filter: { eventIds: [''] } }, 'filter.eventIds'],
      [{ filter: { sportsbooks: ['a\nb'] } }, 'filter.sportsbooks'],
      [{ filter: { colours: ['red'] } }, '$filter'],
    ];
    for (const [variables, argument] of cases) {
      const client = await graph.live(variables);
      await client.over();
      expect(client.results.map(({ errors }) => errors?.[0]?.extensions)).toEqual([
        expect.objectContaining({
          code: 'BAD_USER_INPUT',
          argument: expect.stringContaining(argument),
        }),
      ]);
    }
    expect(graph.upstream.requests).toBe(0);
  });
});
