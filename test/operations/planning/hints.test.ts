import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { simulationOfOpportunities } from '../../harness/feeds/simulations.ts';
import { graphOfTest, sharedGraph } from '../../harness/hooks/shared-graph.ts';

const graph = await sharedGraph({ feed: simulationOfOpportunities });

async function hintsOf(query: string, key = 'demo_enterprise') {
  const { cost, errors } = await graph.ask(query, { key });
  expect(errors).toEqual([]);
  return cost.hints;
}

const events = (selection: string, first = 20) =>
  `{ events(first: ${first}, filter: { live: false }) { nodes { name ${selection} } } }`;

test('a hint says why prices are read page by page, what it cost and what would be cheaper', async () => {
  const { cost, errors } = await graph.ask(events('odds { id price { american } }'));
  expect(errors).toEqual([]);
  const pages = graph.proxy.costs['GET /odds'] ?? 0;
  expect(pages).toBeGreaterThan(20);
  expect(cost.hints).toEqual([
    {
      path: 'events.nodes.odds',
      fields: ['Odds.id'],
      route: 'GET /odds',
      requests: pages,
      message: `Event.odds selected \`id\`, which POST /odds/batch does not carry, and took ${pages} requests of 200 prices each. Leave that out: \`key\` stands for \`id\`, and the event has its teams, start and status. Then one request serves as many events as \`viewer.oddsBatchLimit\`. Or narrow the filter by \`markets\` or \`sportsbooks\`: fewer prices take fewer requests.`,
    },
  ]);
});

test('there is no hint for batches or for fields that cost no more than a batch', async () => {
  expect(await hintsOf(events('odds { key price { american } }'))).toBeUndefined();
  expect(
    await hintsOf(
      events('odds(filter: { markets: ["moneyline"], sportsbooks: ["fanduel"] }) { id }', 5),
    ),
  ).toBeUndefined();
  // Some hundred prices of 16 events: one request for all of them, and one or two batches.
  const few = 'odds(filter: { markets: ["moneyline"], sportsbooks: ["fanduel", "circa"] }) { id }';
  graph.fresh();
  expect(await hintsOf(events(few, 16))).toBeUndefined();
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'GET /odds': 1 });
  expect(await hintsOf(events('comparison { markets { marketType } }'))).toBeUndefined();
  expect(await hintsOf(events('splitsHistory { totalCount }', 1))).toBeUndefined();
  expect(await hintsOf('{ odds(first: 200) { nodes { id playerName } } }')).toBeUndefined();
});

test('the hint names each field that batches lack', async () => {
  const hints = await hintsOf(`
    { events(first: 10, filter: { live: false }) { nodes {
      prices: odds { __typename id homeTeam eventStartTime ...More } } } }
    fragment More on Odds { status playerName deepLink { url } }`);
  const [{ path, fields } = { path: '', fields: [] }] = hints ?? [];
  expect(hints).toHaveLength(1);
  expect(path).toBe('events.nodes.prices');
  expect(fields).toEqual(
    ['id', 'homeTeam', 'eventStartTime', 'status', 'playerName', 'deepLink'].map(
      (f) => `Odds.${f}`,
    ),
  );
});

test('each path has one hint, for any number of events', async () => {
  const hints = await hintsOf(`{
    soon: events(first: 10, filter: { live: false }) { nodes { odds { id } comparison { eventId } } }
    now: events(first: 3, filter: { live: true }) { nodes { splitsHistory { totalCount } } } }`);
  expect(hints?.map(({ path, route, requests }) => [path, route, requests])).toEqual([
    ['soon.nodes.odds', 'GET /odds', graph.proxy.costs['GET /odds']],
    ['now.nodes.splitsHistory', 'GET /splits/history', 3],
  ]);
  for (const hint of hints ?? []) expect(hint.message).toContain(`${hint.requests} requests`);
  expect(hints?.[1]?.message).toContain('takes one request for each `Event`, and took 3 requests');
});

test('a cached response has no hint', async () => {
  const query = events('odds { id }', 5);
  expect(await hintsOf(query)).toHaveLength(1);
  expect(await hintsOf(query)).toBeUndefined();
});

test('a response has at most twenty hints', async () => {
  const places = Array.from({ length: 30 }, (_, i) => `a${i}: splitsHistory { totalCount }`);
  expect(await hintsOf(events(places.join(' '), 2))).toHaveLength(20);
});

test('responses have no hints in production', async () => {
  const quiet = await graphOfTest({ hints: false });
  const { cost, errors } = await quiet.ask(events('odds { id }'));
  expect(errors).toEqual([]);
  expect(quiet.proxy.costs['GET /odds']).toBeGreaterThan(5);
  expect(cost).not.toHaveProperty('hints');
});

test('NODE_ENV decides whether there are hints', () => {
  const hints = [{ NODE_ENV: 'production' }, { NODE_ENV: 'development' }, {}].map(
    (environment) => readConfig(environment).hints,
  );
  expect(hints).toEqual([false, true, true]);
});
