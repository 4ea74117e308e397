import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { LiveOddsEvent } from '../../../src/generated/schema-types.ts';
import { oddsKey } from '../../../src/models/odds.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { until } from '../../harness/until.ts';

/** A cache that knows prices by `key`, as Apollo Client does with `keyFields: ['key']`. */
class KeyedCache {
  readonly prices = new Map<string, number>();
  cursor = '';
  readonly #client: LiveClient;

  constructor(client: LiveClient) {
    this.#client = client;
  }

  /** Applies events until it holds these prices, by their keys. */
  async holds(expected: readonly Odds[]): Promise<void> {
    const wanted = expected.map((row) => [oddsKey(row.event_id, row), row.odds_american]);
    for (let events = 0; events < 20; events += 1) {
      if (isDeepStrictEqual(sorted(this.prices), sorted(wanted))) return;
      this.#apply((await this.#client.next()).data?.liveOdds);
    }
    expect(sorted(this.prices)).toEqual(sorted(wanted));
  }

  #apply(event: LiveOddsEvent | null | undefined): void {
    if (event?.__typename === 'OddsSnapshot' && event.offset === 0) this.prices.clear();
    if (event?.__typename === 'OddsRemoval') for (const key of event.keys) this.prices.delete(key);
    if (event?.__typename === 'OddsUpdate') {
      for (const key of event.replacedKeys) this.prices.delete(key);
    }
    if (event && 'odds' in event) {
      for (const { key, price } of event.odds) this.prices.set(key, price.american);
    }
    if (event && 'cursor' in event) this.cursor = event.cursor;
  }
}

const sorted = (entries: Iterable<unknown>) => [...entries].map(String).sort();

const BY_KEY = `subscription ($after: String, $conflateMs: Int, $chunkSize: Int) {
  liveOdds(after: $after, conflateMs: $conflateMs, chunkSize: $chunkSize) {
    __typename
    ... on OddsSnapshot { offset cursor odds { key price { american } } }
    ... on OddsUpdate { cursor replacedKeys odds { key price { american } } }
    ... on OddsRemoval { cursor keys }
  } }`;

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
  await until(() => graph.upstream.streams.length === 1);
  graph.upstream.streams[0]?.remove('2', '0');
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

  async function follow(variables: object = {}) {
    graph.upstream.listed = [total(1, 40.5), total(2, 41.5), total(3, 42.5)];
    const client = await LiveClient.open(graph.url, BY_KEY, { variables: { ...variables } });
    const cache = new KeyedCache(client);
    await cache.holds(graph.upstream.listed);
    const stream = () => graph.upstream.streams.at(-1);
    return { client, cache, stream };
  }

  test('when a line moves, and when it moves back', async () => {
    const { cache, stream } = await follow();
    stream()?.update(moved(1, 39.5, 110));
    await cache.holds([total(1, 39.5, 110), total(2, 41.5), total(3, 42.5)]);
    stream()?.update(moved(1, 40.5, 120));
    await cache.holds([total(1, 40.5, 120), total(2, 41.5), total(3, 42.5)]);
  });

  test('when lines follow each other, whatever the size of a message', async () => {
    const { cache, stream } = await follow({ chunkSize: 1 });
    stream()?.update(moved(3, 43.5, 103), moved(2, 42.5, 102), moved(1, 41.5, 101));
    await cache.holds([total(1, 41.5, 101), total(2, 42.5, 102), total(3, 43.5, 103)]);
    stream()?.update(moved(1, 42.5, 111), moved(2, 43.5, 112), moved(3, 44.5, 113));
    await cache.holds([total(1, 42.5, 111), total(2, 43.5, 112), total(3, 44.5, 113)]);
  });

  test('when it comes back after lines have moved several times, or were removed', async () => {
    const { client, cache, stream } = await follow();
    const { cursor } = cache;
    client.close();
    const { cache: watching } = await follow();
    for (const line of [50.5, 51.5, 52.5]) stream()?.update(moved(1, line), moved(2, line - 20));
    stream()?.remove('2');
    await watching.holds([total(1, 52.5), total(3, 42.5)]);
    const back = await LiveClient.open(graph.url, BY_KEY, { variables: { after: cursor } });
    const resumed = new KeyedCache(back);
    for (const [key, price] of cache.prices) resumed.prices.set(key, price);
    await resumed.holds([total(1, 52.5), total(3, 42.5)]);
    expect(back.of('OddsSnapshot')).toEqual([]);
  });

  test('when changes are merged', async () => {
    const { cache, stream } = await follow({ conflateMs: 1_000 });
    stream()?.update(moved(1, 30.5));
    await cache.holds([total(1, 30.5), total(2, 41.5), total(3, 42.5)]);
    stream()?.update(moved(1, 31.5));
    stream()?.update(moved(1, 32.5), moved(2, 30.5));
    stream()?.remove('2');
    graph.clock.advance(1_000);
    await cache.holds([total(1, 32.5), total(3, 42.5)]);
  });

  test('when a price comes again under another id, in one message with the removal', async () => {
    const { cache, stream } = await follow({ conflateMs: 1_000 });
    stream()?.update(moved(1, 30.5));
    await cache.holds([total(1, 30.5), total(2, 41.5), total(3, 42.5)]);
    stream()?.remove('3');
    stream()?.snapshot([total(9, 42.5, 150)], 1_000);
    graph.clock.advance(1_000);
    await cache.holds([total(1, 30.5), total(2, 41.5), total(9, 42.5, 150)]);
  });

  test('when another price takes over an id, in one message with the removal', async () => {
    const { cache, stream } = await follow({ conflateMs: 1_000 });
    stream()?.update(moved(1, 30.5));
    await cache.holds([total(1, 30.5), total(2, 41.5), total(3, 42.5)]);
    const under = { ...total(3, 42.5, 150), selection: 'Under', selection_type: 'under' };
    stream()?.remove('3');
    stream()?.snapshot([under], 1_000);
    graph.clock.advance(1_000);
    await cache.holds([total(1, 30.5), total(2, 41.5), under]);
  });

  test.each(['moves on', 'is removed'])(
    'when a line moves to that of a price that %s in the next message',
    async (what) => {
      const { cache, stream } = await follow();
      stream()?.update(moved(2, 40.5, 102));
      await cache.holds([total(2, 40.5, 102), total(3, 42.5)]); // For a moment, two prices have one key.
      if (what === 'is removed') stream()?.remove('1');
      else stream()?.update(moved(1, 39.5, 101));
      stream()?.update(moved(3, 42.5, 103));
      const rest = what === 'is removed' ? [] : [total(1, 39.5, 101)];
      await cache.holds([...rest, total(2, 40.5, 102), total(3, 42.5, 103)]);
    },
  );

  test('when a lost stream comes back with another line', async () => {
    const { cache, stream } = await follow();
    graph.upstream.listed = [total(1, 47.5, 105), total(2, 41.5), total(3, 42.5)];
    stream()?.end();
    await until(() => {
      graph.clock.advance(1_000); // Until the stream is opened again.
      return graph.upstream.streams.length > 1;
    });
    await cache.holds(graph.upstream.listed);
  });
});
