import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tracing } from '../../src/observability/tracing/tracing.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { oddsDelta } from '../harness/odds-rows.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import type { RunningGraph } from '../harness/servers/running-graph.ts';
import { until } from '../harness/until.ts';
import { BoardReplicas, subscribe } from '../relay/board-replicas.ts';
import { isWithin, OtlpReceiver } from './otlp-receiver.ts';

let boards: BoardReplicas;
let receiver: OtlpReceiver;
let tracings: Tracing[];

beforeEach(async () => {
  if (!hasRedis) return;
  tracings = [];
  boards = await BoardReplicas.open();
  receiver = await OtlpReceiver.open();
});

afterEach(async () => {
  if (!hasRedis) return;
  await boards.stop();
  await Promise.all(tracings.map((tracing) => tracing.stop()));
  await receiver.close();
  expect(receiver.text).not.toMatch(/demo_/);
});

async function startReplica(isTraced = true): Promise<RunningGraph> {
  const tracing = isTraced ? receiver.trace() : null;
  if (tracing !== null) tracings.push(tracing);
  return boards.start({ tracing });
}

/** Starts a replica, and resolves with a subscriber that has the board. */
async function subscribed(isTraced = true): Promise<LiveClient> {
  const client = await subscribe(await startReplica(isTraced));
  await client.snapshot();
  return client;
}

describe.skipIf(!hasRedis)('a frame that replicas share', { timeout: 60_000 }, () => {
  test('is one trace: the frame, its step, and the step on each replica', async () => {
    const clients = [await subscribed(), await subscribed()];
    await until(() => receiver.named('relay append').length > 0);
    receiver.reset();
    boards.upstream.streams[0]?.update(oddsDelta(1, 5));
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
    boards.upstream.streams[0]?.update(oddsDelta(1, 5));
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
