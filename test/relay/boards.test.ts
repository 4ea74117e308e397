import { describe, expect } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { type Clock, systemClock } from '../../src/scheduling/clock.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { kindsOf } from '../harness/event-kinds.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { evOpportunity, oddsRow } from '../harness/odds-rows.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { until } from '../harness/until.ts';
import {
  type BoardReplicas,
  passing,
  ROWS,
  subscribe,
  testOfReplicas as test,
} from './board-replicas.ts';

const KEY = 'demo_enterprise';
const MINUTE_MS = 60_000;

describe.skipIf(!hasRedis).concurrent('a board that replicas share', () => {
  test('forgets in Redis the removals that the leader has forgotten', async ({ boards }) => {
    const { clock } = boards;
    let isHasty = false;
    // What is done each minute is done all the time, once both have read the removal.
    const every: Clock['every'] = (ms, run) =>
      ms === MINUTE_MS ? clock.every(10, () => isHasty && run()) : clock.every(ms, run);
    const [now, monotonic] = [() => clock.now(), () => clock.monotonic()];
    const after: Clock['after'] = (ms, run) => clock.after(ms, run);
    const { clients } = await boards.startTwo({ clock: { now, monotonic, after, every } });
    const [{ rows }] = await boards.boards();
    (await boards.upstream.stream(1)).remove('0');
    for (const client of clients) await client.untilKind('OddsRemoval');
    isHasty = true;
    await until(async () => {
      await boards.update(clients); // Redis learns what is forgotten together with the next change.
      return (await boards.redis.command(['HEXISTS', rows, '0'])) === 0;
    });
    expect(await boards.redis.command(['HLEN', rows])).toBe(2);
  });

  test('ends at a follower by itself when the key is revoked', async ({ boards }) => {
    const clock = new ManualClock();
    const { clients } = await passing(clock, boards.startTwo({ clock: systemClock }, { clock }));
    const [leading, following] = clients;
    boards.upstream.tiers.set(KEY, null);
    // What replicas have shared of their reads, such as tiers.
    const reads = await boards.redis.keys('oddsgraph:reads:*');
    if (reads.length > 0) await boards.redis.command(['DEL', ...reads]);
    // An update is an answer from Redis. Without any, the replica would believe that it is cut off.
    for (let second = 0; second < 130 && !following.isOver; second += 1) {
      await boards.update([leading]);
      await until(() => following.isOver || following.results.length > second);
      clock.advance(1_000);
    }
    expect((await following.lastError())?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect([leading.isOver, boards.upstream.openStreams]).toEqual([false, 1]);
  });

  test('answers no query at its leader while its stream is being reopened and Redis is slow', async ({
    boards,
  }) => {
    const { redis, upstream } = boards;
    upstream.listed = ROWS;
    const clock = new ManualClock();
    const leader = await boards.start({ clock });
    await (await passing(clock, subscribe(leader))).snapshot();
    let first = 50;
    const prices = async () => {
      first += 1; // A query that was not asked before.
      const query = `{ odds(first: ${first}, filter: { leagues: ["nba"] }) { nodes { price { american } } } }`;
      return (await leader.ask(query)).data.odds?.nodes.map(({ price }) => price.american);
    };
    const before = await prices(); // Upstream's answer says that the account's data is not delayed.
    const lists = upstream.lists.length;
    await prices();
    expect(upstream.lists).toHaveLength(lists); // It was answered from the board.
    upstream.listed = [0, 1, 2].map((i) => oddsRow(i, 7));
    upstream.onStream = (stream) => {
      stream.connected(); // Its snapshot takes long.
      stream.send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
    };
    await redis.command(['CLIENT', 'PAUSE', '60000', 'WRITE']);
    (await upstream.stream(1)).cut();
    await passing(clock, upstream.stream(2));
    expect(await prices()).not.toEqual(before);
    expect(upstream.lists.length).toBeGreaterThan(lists);
    await redis.command(['CLIENT', 'UNPAUSE']);
  });
});

describe
  .skipIf(!hasRedis)
  .concurrent('a board that Redis still has, after its stream was closed', () => {
    /** Upstream has these opportunities from now on. */
    function offer({ upstream }: BoardReplicas, ...ids: string[]): void {
      const found = ids.map((id) => evOpportunity({ id }));
      upstream.onStream = (stream) => stream.openOpportunities('ev:detected', found);
    }

    /** A replica that has answered a query for opportunities, and has closed its stream. */
    async function replicaOf(boards: BoardReplicas) {
      const clock = new ManualClock();
      const graph = await boards.start({ clock });
      const ask = async () => {
        const query = '{ opportunities(first: 50) { nodes { ... on EvOpportunity { id } } } }';
        const reply = await graph.ask(query);
        return reply.data.opportunities?.nodes.map((node) => Object(node).id) ?? codesOf(reply);
      };
      offer(boards, '1', '2');
      expect(await passing(clock, ask())).toEqual(['1', '2']);
      clock.advance(IDLE_TIMEOUT_MS);
      await (await boards.upstream.stream(1)).closed;
      return { graph, ask: () => passing(clock, ask()) };
    }

    test('answers no query: it is read from upstream first', async ({ boards }) => {
      const { ask } = await replicaOf(boards);
      offer(boards, '3');
      expect(await ask()).toEqual(['3']);
    });

    test('is not shown to a caller whom upstream refuses by now', async ({ boards }) => {
      const { ask } = await replicaOf(boards);
      boards.upstream.refuse({ status: 403, code: 'tier_restricted' });
      expect(await ask()).toEqual([expect.stringMatching(/TIER_RESTRICTED|FEATURE_NOT_AVAILABLE/)]);
    });

    test('is shown to a subscriber as RECONNECTING until upstream has sent a snapshot', async ({
      boards,
    }) => {
      const { graph } = await replicaOf(boards);
      boards.upstream.onStream = (stream) => stream.connected();
      const client = await LiveClient.open(
        graph.url,
        'subscription { liveOpportunities(kinds: [EV]) { __typename ... on FeedStatus { state } } }',
      );
      await client.untilState('RECONNECTING');
      expect(kindsOf(client)).not.toContain('READY');
    });
  });
