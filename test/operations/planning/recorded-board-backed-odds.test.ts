import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event, EventConnection, OddsFilter } from '../../../src/generated/schema-types.ts';
import { subscribeToBoard } from '../../harness/clients/board-subscriber.ts';
import { nodesOf } from '../../harness/clients/pages.ts';
import { HELD } from '../../harness/held-odds.ts';
import { hasWorldCup, WORLD_CUP } from '../../harness/servers/recorded-boards.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';

const EVENTS = `query ($after: String) { events(first: 50, after: $after) {
  nodes { id odds { ${HELD} } } pageInfo { endCursor hasNextPage } } }`;
const ODDS = `query ($filter: OddsFilter) {
  odds(filter: $filter, first: 200, sort: { field: DECIMAL }) {
    totalCount pageInfo { hasNextPage } nodes { ${HELD} } } }`;

/** Events with two prices under one id. */
const DOUBTFUL = [
  'fifa_-_world_cup_france_spain_2026-07-14_b3',
  'fifa_-_world_cup_argentina_england_2026-07-15_b3',
];

describe.skipIf(!hasWorldCup)('on the recorded World Cup board', () => {
  let graph: TestGraph;
  let coldEvents: readonly Event[];

  /** Every event with its prices. */
  const allEvents = () =>
    nodesOf(async (after) => {
      const data = await graph.dataOf<{ events: EventConnection }>(EVENTS, {
        variables: { after },
      });
      return data.events;
    });

  const list = (filter: OddsFilter) => graph.ask(ODDS, { variables: { filter } });

  beforeAll(async () => {
    graph = await startTestGraph({ feed: WORLD_CUP });
    coldEvents = await allEvents();
    await subscribeToBoard(graph);
    graph.clock.advance(3_000); // No answer is used again.
    graph.proxy.reset();
  });
  afterAll(() => graph.stop());

  test('the prices of all but two events come from the live board', async () => {
    expect(await allEvents()).toEqual(coldEvents);
    const prices = coldEvents
      .filter(({ id }) => DOUBTFUL.includes(id))
      .flatMap(({ odds }) => odds ?? []);
    const pages = Math.ceil(prices.length / 200);
    expect(graph.proxy.costs['GET /events']).toBe(5);
    expect(graph.proxy.costs['GET /odds']).toBeGreaterThanOrEqual(pages);
    expect(graph.proxy.costs['GET /odds']).toBeLessThanOrEqual(pages + 1);
  });

  test('a price that shares its id with another one is found', async () => {
    const filter = { minAmerican: 120, maxAmerican: 120, sportsbooks: ['betrivers'] };
    const { data } = await list({ ...filter, markets: ['1st_half_team_total_corners'] });
    expect(data.odds?.nodes.map(({ selection }) => selection)).toEqual(['France Under']);
  });
});
