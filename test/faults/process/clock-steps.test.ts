import { describe, expect, test } from 'vitest';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { graphOfTest, sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
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
