import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tracing } from '../../src/observability/tracing/tracing.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { type RunningGraph, startGraph } from '../harness/servers/running-graph.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';
import { isWithin, OtlpReceiver } from './otlp-receiver.ts';

const ROWS = [0, 1, 2].map((i) => oddsRow(i));

let redis: RedisServer;
let upstream: ScriptedUpstream;
let receiver: OtlpReceiver;
let tracings: Tracing[];
let replicas: RunningGraph[];

beforeEach(async () => {
  if (!hasRedis) return;
  [tracings, replicas] = [[], []];
  redis = await RedisServer.start();
  receiver = await OtlpReceiver.open();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open(ROWS);
});

afterEach(async () => {
  if (!hasRedis) return;
  await Promise.all(replicas.map((replica) => replica.stop()));
  await Promise.all(tracings.map((tracing) => tracing.stop()));
  await upstream.close();
  await receiver.close();
  await redis.stop();
  expect(receiver.text).not.toMatch(/demo_/);
});

async function startReplica(isTraced = true): Promise<RunningGraph> {
  const tracing = isTraced ? receiver.trace() : null;
  if (tracing !== null) tracings.push(tracing);
  const options = { baseUrl: upstream.url, clock: systemClock, redisUrl: redis.url, tracing };
  const replica = await startGraph(options);
  replicas.push(replica);
  return replica;
}

/** Starts a replica, and resolves with a subscriber that has the board. */
async function subscribed(isTraced = true): Promise<LiveClient> {
  const replica = await startReplica(isTraced);
  const client = await LiveClient.open(replica.url);
  await client.untilKind('OddsSnapshot');
  return client;
}

describe.skipIf(!hasRedis)('a frame that replicas share', { timeout: 60_000 }, () => {
  test('is one trace: the frame, its step, and the step on each replica', async () => {
    const clients = [await subscribed(), await subscribed()];
    await until(() => receiver.named('relay append').length > 0);
    receiver.reset();
    upstream.streams[0]?.update(oddsDelta(1, 5));
    for (const client of clients) await client.untilKind('OddsUpdate');
    const [frame] = await receiver.got('live frame');
    const [append] = await receiver.got('relay append');
    const steps = await receiver.got('relay step', 2);
    expect(frame).toMatchObject({
      parentId: null,
      attributes: { 'oddsgraph.live.frame': 'odds:update', 'oddsgraph.live.subscribers': 0 },
    });
    expect(append).toMatchObject({
      kind: 'producer',
      traceId: frame.traceId,
      parentId: frame.spanId,
      isError: false,
      attributes: { 'db.system.name': 'redis', 'oddsgraph.relay.rows': 1 },
    });
    expect(isWithin(append, frame)).toBe(true);
    for (const step of steps) {
      expect(step).toMatchObject({
        kind: 'consumer',
        traceId: frame.traceId,
        parentId: append.spanId,
        attributes: { 'oddsgraph.relay.rows': 1, 'oddsgraph.live.subscribers': 1 },
      });
    }
    for (const client of clients) client.close();
  });

  test('is traced by a replica whose leader does not trace', async () => {
    const leading = await subscribed(false);
    const following = await subscribed();
    await receiver.got('subscription');
    upstream.streams[0]?.update(oddsDelta(1, 5));
    await following.untilKind('OddsUpdate');
    const [step] = await receiver.got('relay step');
    expect(step).toMatchObject({ parentId: null, attributes: { 'oddsgraph.live.subscribers': 1 } });
    expect(receiver.named('relay append')).toEqual([]);
    for (const client of [leading, following]) client.close();
  });
});

test.skipIf(!hasRedis)(
  'an operation that is forwarded to another replica is a trace of its own there',
  async () => {
    const [holder, other] = [await startReplica(), await startReplica()];
    const client = await StreamClient.open(holder.url);
    await client.at(other.url).ask('a', '{ viewer { tier } }');
    await client.whole('a');
    const [query] = await receiver.got('query');
    expect(query).toMatchObject({ kind: 'internal', parentId: null });
    const [sent] = await receiver.got('POST /graphql/stream');
    expect(sent.traceId).not.toBe(query.traceId);
    client.close();
  },
);
