import { expect, test, vi } from 'vitest';
import type { OddsComparison } from '../../../src/generated/schema-types.ts';
import { OddsModel } from '../../../src/models/odds.ts';
import { ROWS_PER_SLICE } from '../../../src/resolvers/lists/execution-slices.ts';
import { largeSimulation } from '../../harness/feeds/simulations.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { TurnCount } from '../../harness/node/turn-count.ts';
import { wrapResolver } from '../../harness/wrap-resolver.ts';

/** The time to execute one row, on the graph's clock. */
const ROW_MS = 0.05;

const graph = await sharedGraph({ feed: largeSimulation });

/** Counts rows that are executed, which takes time on the graph's clock. */
class RowCount extends TurnCount {
  override add(rows: number): void {
    super.add(rows);
    graph.clock.stall(rows * ROW_MS);
  }
}

// A slice ends with the list that fills it, and takes longer than a turn of the scheduler.

test('a large query is executed in slices, and others are served in between', async () => {
  const count = new RowCount();
  const executed = new WeakSet<OddsModel>();
  const selection = Object.getOwnPropertyDescriptor(OddsModel.prototype, 'selection')?.get;
  vi.spyOn(OddsModel.prototype, 'selection', 'get').mockImplementation(function (this: OddsModel) {
    if (!executed.has(this)) {
      executed.add(this);
      count.add(1);
    }
    return selection?.call(this);
  });
  const query =
    '{ events(first: 100) { nodes { odds { key selection line price { american } } } } }';
  const { data, errors } = await graph.ask(query);
  const lists = data.events?.nodes.map(({ odds }) => odds?.length ?? 0) ?? [];
  expect(errors).toEqual([]);
  expect(count.all).toBe(lists.reduce((sum, length) => sum + length));
  expect(count.all).toBeGreaterThan(10_000);
  expect(count.most).toBeLessThanOrEqual(ROWS_PER_SLICE + Math.max(...lists));
});

const ofManyEvents = async () => `{ events(first: 100) { nodes { comparison { markets { selections {
  selection prices { sportsbookId price { american } } } } } } } }`;

/** Estimated as small: events with many markets have far more prices than is assumed. */
async function oftenOfOneEvent(): Promise<string> {
  const { data } = await graph.ask('{ events(first: 100) { nodes { id odds { key } } } }');
  const [event] = (data.events?.nodes ?? []).toSorted(
    (a, b) => (b.odds?.length ?? 0) - (a.odds?.length ?? 0),
  );
  const comparison = 'comparison { markets { selections { prices { sportsbookId } } } }';
  const compared = Array.from({ length: 25 }, (_, i) => `a${i}: ${comparison}`);
  return `{ event(id: "${event?.id}") { ${compared.join(' ')} } }`;
}

test.each([
  ['of many events', ofManyEvents],
  ['of one event under many aliases', oftenOfOneEvent],
])('comparisons %s are made in slices', async (_, query) => {
  const asked = await query();
  const count = new RowCount();
  const lists: number[] = [];
  wrapResolver('Event.comparison', (resolve) => async (...args) => {
    const compared = (await resolve(...args)) as OddsComparison | null;
    const selections = compared?.markets.flatMap((market) => market.selections) ?? [];
    const prices = selections.reduce((sum, selection) => sum + selection.prices.length, 0);
    lists.push(prices);
    count.add(prices);
    return compared;
  });
  const { errors } = await graph.ask(asked);
  expect(errors).toEqual([]);
  expect(count.all).toBeGreaterThan(10_000);
  expect(count.most).toBeLessThanOrEqual(ROWS_PER_SLICE + Math.max(...lists));
});

test('many entities for a router are executed in slices', async () => {
  const count = new RowCount();
  wrapResolver('Event.nodeId', (resolve) => (...args) => {
    count.add(1);
    return resolve(...args);
  });
  const { data } = await graph.rest<{ data: { id: string }[] }>('/events?limit=1');
  const event = { __typename: 'Event', id: data[0]?.id };
  const representations = Array.from({ length: 3 * ROWS_PER_SLICE }, () => event);
  const query = `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Event { id name nodeId } } }`;
  const { data: found, errors } = await graph.ask<{ _entities: unknown[] }>(query, {
    variables: { representations },
    transport: '/subgraph',
  });
  expect(errors).toEqual([]);
  expect(found._entities).toHaveLength(representations.length);
  expect(new Set(found._entities.map((entity) => JSON.stringify(entity))).size).toBe(1);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  expect(count.all).toBe(representations.length);
  expect(count.most).toBeLessThanOrEqual(ROWS_PER_SLICE);
});
