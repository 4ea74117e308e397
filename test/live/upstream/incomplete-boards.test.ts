import { beforeEach, expect, test, vi } from 'vitest';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { until } from '../../harness/until.ts';

const random = vi.fn<() => number>();
const graph = scriptedGraph(null, { random });

beforeEach(() => void random.mockReset());

test('a price that the stream has not sent arrives with a snapshot that the graph requests', async () => {
  let rows = [oddsRow(1)];
  graph.upstream.onStream = (stream) => stream.open(rows);
  const client = await graph.live();
  await client.untilState('READY');
  rows = [oddsRow(1, 1), oddsRow(2, 1)];
  (await graph.upstream.stream(1)).update(oddsDelta(2, 1), oddsDelta(1, 1));
  await client.untilKind('OddsUpdate');
  random.mockReturnValue(0.2); // Not all boards are renewed at once.
  await graph.pass(60_000);
  await until(() => random.mock.calls.length === 1);
  graph.clock.advance(1_000);
  await graph.roundTrip();
  expect(graph.upstream.requests).toBe(1);
  random.mockReturnValue(0.19);
  await graph.pass(60_000);
  await client.untilState('RECONNECTING');
  graph.clock.advance(1_000);
  await client.untilState('READY');
  const updated = client.of('OddsUpdate').flatMap(({ odds }) => odds);
  expect(updated.map(({ id }) => id)).toEqual(['1', '2']);
});

test('a complete board gets no new snapshot', async () => {
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
  const client = await graph.live();
  await client.untilState('READY');
  random.mockReturnValue(0);
  await graph.pass(60_000);
  await graph.pass(60_000);
  expect([random.mock.calls.length, graph.upstream.requests]).toEqual([0, 1]);
});
