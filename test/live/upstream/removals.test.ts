import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { heldBy } from '../../harness/clients/held-prices.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

const graph = scriptedGraph();

beforeEach(() => {
  graph.upstream.listed = [0, 1, 2].map((i) => oddsRow(i));
  graph.upstream.onStream = (stream) => stream.open(graph.upstream.listed);
});

test('a removal names the prices by id and by key, so that caches of either kind can drop them', async () => {
  const listed = await new GraphClient(graph.url).ask('{ odds { nodes { id key } } }');
  const keyOf = new Map(listed.data.odds?.nodes.map(({ id, key }) => [id, key]));
  const subscriber = await graph.live();
  await subscriber.untilState('READY');
  (await graph.upstream.stream(1)).remove('2', '0');
  const { ids, keys } = await subscriber.untilKind('OddsRemoval');
  expect(ids).toEqual(['2', '0']);
  expect(keys).toEqual(ids.map((id) => keyOf.get(id)));
});

describe('a cache by key holds the prices of the board, and no others', () => {
  /** Three totals of one sportsbook, which differ by their lines alone. */
  const total = (id: number, line: number, american = 100): Odds => ({
    ...oddsRow(0),
    id: String(id),
    market_type: 'total_points',
    selection: 'Over',
    selection_type: 'over',
    odds_american: american,
    line,
  });
  const moved = (id: number, line: number, american = 100) => ({
    ...oddsDelta(id, 1),
    line,
    odds_american: american,
    is_live: false,
  });

  /** A subscriber whose cache has the prices, and the stream that changes them. */
  async function follow(variables: object = {}) {
    graph.upstream.listed = [total(1, 40.5), total(2, 41.5), total(3, 42.5)];
    const client = await graph.live({ ...variables });
    const holds = heldBy(client);
    await holds(...graph.upstream.listed);
    return { holds, stream: await graph.upstream.stream(1) };
  }

  test('when a line moves, and when it moves back', async () => {
    const { holds, stream } = await follow();
    stream.update(moved(1, 39.5, 110));
    await holds(total(1, 39.5, 110), total(2, 41.5), total(3, 42.5));
    stream.update(moved(1, 40.5, 120));
    await holds(total(1, 40.5, 120), total(2, 41.5), total(3, 42.5));
  });

  test('when lines follow each other, whatever the size of a message', async () => {
    const { holds, stream } = await follow({ chunkSize: 1 });
    stream.update(moved(3, 43.5, 103), moved(2, 42.5, 102), moved(1, 41.5, 101));
    await holds(total(1, 41.5, 101), total(2, 42.5, 102), total(3, 43.5, 103));
    stream.update(moved(1, 42.5, 111), moved(2, 43.5, 112), moved(3, 44.5, 113));
    await holds(total(1, 42.5, 111), total(2, 43.5, 112), total(3, 44.5, 113));
  });

  test('when a price comes again under another id, in one message with the removal', async () => {
    const { holds, stream } = await follow({ conflateMs: 1_000 });
    stream.update(moved(1, 30.5));
    await holds(total(1, 30.5), total(2, 41.5), total(3, 42.5));
    stream.remove('3');
    stream.snapshot([total(9, 42.5, 150)], 1_000);
    graph.clock.advance(1_000);
    await holds(total(1, 30.5), total(2, 41.5), total(9, 42.5, 150));
  });

  test.each(['moves on', 'is removed'])(
    'when a line moves to that of a price that %s in the next message',
    async (what) => {
      const { holds, stream } = await follow();
      stream.update(moved(2, 40.5, 102));
      await holds(total(2, 40.5, 102), total(3, 42.5)); // For a moment, two prices have one key.
      if (what === 'is removed') stream.remove('1');
      else stream.update(moved(1, 39.5, 101));
      stream.update(moved(3, 42.5, 103));
      const rest = what === 'is removed' ? [] : [total(1, 39.5, 101)];
      await holds(...rest, total(2, 40.5, 102), total(3, 42.5, 103));
    },
  );
});
