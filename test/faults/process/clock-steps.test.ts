import { describe, expect, test } from 'vitest';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { graphOfTest, sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { rateLimited } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

/** Whoever measures a duration by the system's clock finds each that is tested here to be over at once. */
const STEP_MS = 10 * 60_000;

describe('a system clock that is set forward by ten minutes', () => {
  describe('does not affect subscriptions:', () => {
    const graph = scriptedGraph([oddsRow(1)]);

    test('updates continue at the interval that was asked for', async () => {
      const client = await graph.live({ conflateMs: 1_000 });
      await client.untilState('READY');
      const stream = await graph.upstream.stream(1);
      stream.update(oddsDelta(1, 1));
      await client.untilKind('OddsUpdate');
      graph.clock.setWallBy(STEP_MS);
      const timers = graph.clock.pendingTimers;
      stream.update(oddsDelta(1, 2));
      await until(() => graph.clock.pendingTimers > timers); // The update waits for its interval.
      graph.clock.advance(999);
      await (await fetch(`${graph.url}/healthz`)).text();
      expect(client.of('OddsUpdate')).toHaveLength(1);
      graph.clock.advance(1);
      await client.untilKind('OddsUpdate');
      expect(client.of('OddsUpdate')).toHaveLength(2);
    });

    test('a silent stream is reported once, after a minute', async () => {
      const client = await graph.live();
      await client.untilState('READY');
      graph.clock.advance(30_000);
      graph.clock.setWallBy(STEP_MS);
      graph.clock.advance(29_999);
      await (await fetch(`${graph.url}/healthz`)).text();
      expect(client.results.at(-1)).toMatchObject({ data: { liveOdds: { state: 'READY' } } });
      graph.clock.advance(1);
      const stale = await client.untilState('STALE');
      expect(stale.at).toBe(new Date(graph.clock.now()).toISOString()); // Dates follow the system's clock.
      await client.untilState('RECONNECTING');
      graph.clock.advance(1_000);
      await client.untilState('READY');
      expect(graph.upstream.requests).toBe(2);
    });
  });

  describe('does not affect queries:', async () => {
    const graph = await sharedGraph();

    test('a response is cached exactly as long as it is fresh', async () => {
      const query = '{ sportsbooks { id } }';
      const counts = () => graph.proxy.counts['GET /sportsbooks'];
      await graph.ask(query);
      graph.clock.setWallBy(STEP_MS);
      await graph.ask(query); // From the response cache.
      await graph.ask('{ sportsbooks { id displayName } }'); // From the upstream response cache.
      expect(counts()).toBe(1);
      graph.clock.advance(15_000);
      await graph.ask(query);
      expect(counts()).toBe(2);
    });

    test('a tier is cached for a minute', async () => {
      const query = (first: number) => `{ lowHoldOpportunities(first: ${first}) { totalCount } }`;
      const counts = () => graph.proxy.counts['GET /account/keys'];
      await graph.ask(query(1));
      graph.clock.setWallBy(STEP_MS);
      graph.clock.advance(59_999);
      await graph.ask(query(2));
      expect(counts()).toBe(1);
      graph.clock.advance(1);
      await graph.ask(query(3));
      expect(counts()).toBe(2);
    });

    test('a rate limit is obeyed for exactly the wait that upstream asked for', async () => {
      const query = '{ sportsbooks { id } }';
      graph.proxy.plan('GET /sportsbooks', rateLimited({ 'retry-after': '30' }));
      await graph.ask(query);
      graph.clock.setWallBy(STEP_MS);
      graph.clock.advance(29_999);
      expect((await graph.ask(query)).errors[0]?.extensions).toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterSeconds: 1,
      });
      graph.clock.advance(1);
      expect((await graph.ask(query)).errors).toEqual([]);
    });
  });
});

test('the embedded origin follows a clock that is set forward, as after a sleep of the machine, and not back', async () => {
  const limits = await graphOfTest({ rateLimits: { free: 1 } });
  const { originClock: clock, proxy } = limits;
  const updatedAt = async () => {
    const { meta } = await limits.rest<{ meta: { updated_at: string } }>('/odds?limit=1');
    return Date.parse(meta.updated_at);
  };
  const headers = { 'x-api-key': 'demo_free' };
  const ask = async () =>
    (await fetch(new URL('/api/v1/sportsbooks', proxy.url), { headers })).status;
  clock.setWallBy(STEP_MS);
  clock.advance(1_000);
  expect(clock.now() - (await updatedAt())).toBeLessThan(60_000);
  clock.advance(60_000);
  const before = await updatedAt();
  expect([await ask(), await ask()]).toEqual([200, 429]);
  clock.setWallBy(-STEP_MS);
  expect(await ask()).toBe(429);
  clock.advance(5_000);
  expect(await updatedAt()).toBe(before + 5_000);
  clock.advance(55_000);
  expect([await ask(), await ask()]).toEqual([200, 429]);
});
