import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../../src/live/stream/shared-stream.ts';
import { type Clock, systemClock } from '../../../src/scheduling/clock.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { evOpportunity } from '../ev-opportunity.ts';
import { BoardReplicas } from './board-replicas.ts';

const QUERY = '{ opportunities(first: 50) { nodes { ... on EvOpportunity { id } } } }';
const SUBSCRIPTION = `subscription {
  liveOpportunities(kinds: [EV]) {
    __typename
    ... on OpportunitiesDetected { isSnapshot opportunities { id } }
    ... on OpportunitiesExpired { ids }
    ... on FeedStatus { state }
  }
}`;

/** Time passes as usual, but a stream without readers is closed after a second. */
const clock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms === IDLE_TIMEOUT_MS ? 1_000 : ms, run),
};

let boards: BoardReplicas;
let graph: Awaited<ReturnType<BoardReplicas['start']>>;

/** Upstream has these opportunities from now on. */
function offer(...ids: number[]): void {
  boards.upstream.onStream = (stream) => {
    stream.connected();
    stream.send(
      'ev:detected',
      ids.map((id) => evOpportunity(id)),
    );
    stream.complete([]);
  };
}

async function ask() {
  const { data, errors } = await graph.ask(QUERY);
  const ids = data.opportunities?.nodes.map((node) => Object(node).id);
  return ids ?? errors.map(({ extensions }) => extensions?.['code']);
}

beforeEach(async () => {
  if (!hasRedis) return;
  boards = await BoardReplicas.open();
  graph = await boards.start(clock);
  offer(1, 2);
  expect(await ask()).toEqual(['1', '2']);
  const stream = await boards.upstream.stream(1);
  await stream.closed;
});
afterEach(() => boards?.stop());

describe.skipIf(!hasRedis)('a board that Redis still has, after its stream was closed', () => {
  test('answers no query: it is read from upstream first', async () => {
    offer(3);
    expect(await ask()).toEqual(['3']);
  });

  test('is not shown to a caller whom upstream refuses by now', async () => {
    boards.upstream.refuse({ status: 403, code: 'tier_restricted' });
    expect(await ask()).toEqual([expect.stringMatching(/TIER_RESTRICTED|FEATURE_NOT_AVAILABLE/)]);
  });

  test('is shown to a subscriber as RECONNECTING until upstream has sent a snapshot', async () => {
    boards.upstream.onStream = (stream) => stream.connected();
    const client = await LiveClient.open(graph.url, SUBSCRIPTION);
    const states: unknown[] = [];
    while (!states.includes('RECONNECTING')) {
      const { data } = await client.next();
      states.push(Object(data?.['liveOpportunities'])['state']);
    }
    client.close();
    expect(states).not.toContain('READY');
  });
});
