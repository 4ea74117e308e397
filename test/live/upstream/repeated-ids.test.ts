import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { heldBy } from '../../harness/clients/held-prices.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { until } from '../../harness/until.ts';

const graph = scriptedGraph(null, { random: () => 0 }); // Every incomplete board is renewed.

const OTHERS = [oddsRow(0), oddsRow(3)];
/** Prices of two selections with one id. */
const TWINS: readonly Odds[] = [oddsRow(1), { ...oddsRow(2), id: '1' }];
const BOARD = [...OTHERS, ...TWINS];

/** A subscriber that has the board, the stream that changes it, and what waits until the subscriber holds these prices. */
async function subscribed() {
  graph.upstream.listed = BOARD;
  const opening = graph.live();
  const stream = await graph.upstream.stream(1);
  stream.open(BOARD);
  const client = await opening;
  const holds = heldBy(client);
  await holds(...OTHERS, oddsRow(1));
  return { client, stream, holds };
}

test('an update of an id that stands twice gives neither price the odds of the other', async () => {
  const { client, stream, holds } = await subscribed();
  stream.update(oddsDelta(1, 5));
  await holds(...OTHERS);
  stream.update(oddsDelta(1, 6), oddsDelta(3, 2));
  await holds(oddsRow(0), oddsRow(3, 2));
  // The check of the board finds what it expects, so no new snapshot is asked for.
  graph.upstream.listed = [oddsRow(0), oddsRow(3, 2), oddsRow(1, 6), ...TWINS.slice(1)];
  await graph.pass(60_000);
  await until(() => graph.upstream.lists.length > 0);
  await graph.pass(15 * 60_000);
  expect(graph.upstream.requests).toBe(1);
  stream.heartbeat(); // The board answers queries again, but not for these prices.
  await graph.roundTrip();
  const { data, cost } = await new GraphClient(graph.url).ask(
    '{ odds { nodes { id price { american } } } }',
  );
  expect(data.odds?.nodes).toHaveLength(4);
  expect(cost.calls).toBe(1);

  stream.cut();
  await client.untilState('RECONNECTING');
  graph.clock.advance(30_000);
  (await graph.upstream.stream(2)).open(graph.upstream.listed);
  await holds(...graph.upstream.listed.slice(0, 3));
});

test('an update of an id before its second price is listed counts for neither', async () => {
  const { client, stream, holds } = await subscribed();
  stream.cut();
  await client.untilState('RECONNECTING');
  graph.clock.advance(30_000);
  const second = await graph.upstream.stream(2);
  second.connected();
  second.update(oddsDelta(1, 5));
  await holds(...OTHERS);
  const part = (...odds: Odds[]) =>
    second.send('snapshot', { odds, count: odds.length, total: 4, offset: 0, has_more: true });
  part(...OTHERS, oddsRow(1));
  second.update(oddsDelta(1, 6));
  part(...TWINS.slice(1));
  second.complete(BOARD);
  await client.untilState('READY');
  await holds(...OTHERS);
});
