import { expect, test } from 'vitest';
import type { Query } from '../../src/generated/schema-types.ts';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const ROUNDS = 40;
const AT_ONCE = 20;

const QUERY = `{
  viewer { tier }
  events(first: 3, filter: { live: false }) { nodes {
    sportsbookIds externalIds { sportsbookId } odds { sportsbookId } comparison { markets { holdBySportsbook { sportsbookId } } } } }
  odds(first: 60, sort: { field: SPORTSBOOK, direction: DESC }) { nodes { sportsbookId } }
}`;

const graph = await sharedGraph({ feed: simulationOfOpportunities });

/** Every sportsbook in a response. */
function booksIn(data: Query): Set<string> {
  const books = new Set<string>();
  JSON.stringify(data, (name, value) => {
    if (name === 'sportsbookId') books.add(value);
    if (name === 'sportsbookIds') for (const id of value) books.add(id);
    return value;
  });
  return books;
}

test(`two accounts that ask ${ROUNDS} times each, one after another and at once, never see each other's books`, async () => {
  const free = ['draftkings', 'fanduel'];
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const asked = Array.from({ length: 2 * AT_ONCE }, async (_, i) => {
      const key = i % 2 === 0 ? 'demo_free' : 'demo_sharp';
      const transport = TRANSPORTS[Math.floor(i / 2) % 2] ?? '/graphql';
      const data = await graph.dataOf(QUERY, { key, transport });
      const books = booksIn(data);
      if (key === 'demo_free') {
        expect(data.viewer?.tier).toBe('FREE');
        expect([...books].sort()).toEqual(free);
      } else {
        expect(data.viewer?.tier).toBe('SHARP');
        expect(books.size).toBeGreaterThan(20);
      }
    });
    await Promise.all(asked);
    graph.clock.advance(300); // Some cached responses expire, others do not.
  }
  const keys = new Set(graph.proxy.seen.map(({ key }) => key));
  expect(keys).toEqual(new Set(['demo_free', 'demo_sharp']));
});

test('a response cached for one account is not sent to another, or to a caller without a key', async () => {
  const full = await graph.ask(QUERY, { key: 'demo_sharp' });
  expect(full.errors).toEqual([]);
  for (const key of [null, 'demo_sharp2', 'DEMO_SHARP', 'demo_shar']) {
    const { status, data } = await graph.ask(QUERY, { key });
    expect(status).toBe(401);
    expect(data).toBeUndefined();
  }
  const { cost } = await graph.ask(QUERY, { key: 'demo_enterprise' });
  expect(cost.cached).toBe(0);
});
