import { describe, expect, onTestFinished, test } from 'vitest';
import { warmBoard } from '../harness/clients/board-subscriber.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph({ feed: simulationOfOpportunities });

/** Queries two equivalent fields, and expects equal, non-empty results. */
async function expectSame(loud: string, plain: string): Promise<void> {
  const data = await graph.dataOf<Record<'loud' | 'plain', unknown>>(
    `{ loud: ${loud} plain: ${plain} }`,
  );
  expect(JSON.stringify(data.plain)).toMatch(/:"[^"]+"/); // Something was found.
  expect(data.loud).toEqual(data.plain);
}

describe('names in any case and aliases share one upstream request', () => {
  test.each([
    [
      'events(filter: { sports: ["Ice_Hockey", "HOCKEY"], leagues: ["NHL"], sportsbooks: ["DraftKings"] }) { nodes { id } }',
      'events(filter: { sports: ["hockey"], leagues: ["nhl"], sportsbooks: ["draftkings"] }) { nodes { id } }',
      { 'GET /events': 1 },
    ],
    [
      'odds(filter: { leagues: ["NBA"], sportsbooks: ["FanDuel"], markets: ["H2H", "MoneyLine"] }) { nodes { key } }',
      'odds(filter: { leagues: ["nba"], sportsbooks: ["fanduel"], markets: ["moneyline"] }) { nodes { key } }',
      { 'GET /odds': 1 },
    ],
    [
      'gameStates(sport: "Ice_Hockey", league: "NHL") { eventKey }',
      'gameStates(sport: "hockey", league: "nhl") { eventKey }',
      { 'GET /gamestate/hockey': 1 },
    ],
    [
      'sportsbook(id: "DraftKings") { id displayName }',
      'sportsbook(id: "draftkings") { id displayName }',
      { 'GET /sportsbooks': 1 },
    ],
    [
      'sportsbooks(filter: { regions: ["us"] }) { id }',
      'sportsbooks(filter: { regions: ["US"] }) { id }',
      { 'GET /sportsbooks': 1 },
    ],
  ])('%s', async (loud, plain, costs) => {
    await expectSame(loud, plain);
    expect(graph.proxy.costs).toEqual(costs);
  });

  test('below events, in shared batches', async () => {
    const events = (odds: string) =>
      `events(first: 50, filter: { live: false }) { nodes { ${odds} } }`;
    for (const [loud, plain] of [
      [
        'odds(filter: { markets: ["Spreads"], sportsbooks: ["DraftKings"], selectionTypes: ["Home"] }) { key }',
        'odds(filter: { markets: ["spread"], sportsbooks: ["draftkings"], selectionTypes: ["home"] }) { key }',
      ],
      [
        'comparison(markets: ["H2H"], sportsbooks: ["DraftKings"]) { markets { marketType } }',
        'comparison(markets: ["moneyline"], sportsbooks: ["draftkings"]) { markets { marketType } }',
      ],
    ] as const) {
      await expectSame(events(loud), events(plain));
    }
    expect(graph.proxy.costs).toEqual({
      'GET /events': 1,
      'POST /odds/batch': 2, // That of the comparisons has another market.
    });
  });
});

test('upstream requests use lower case and the names of the contract', async () => {
  await graph.ask(`{ odds(filter: {
    leagues: ["NBA", "nba"], sports: ["Ice_Hockey"], sportsbooks: ["DraftKings"],
    markets: ["outrights", "SPREADS"], eventIds: ["Case_Counts"] }) { totalCount } }`);
  const { query } = graph.proxy.seen.find(({ route }) => route === '/odds') ?? {};
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    league: 'nba',
    sport: 'hockey',
    sportsbook: 'draftkings',
    market: 'outright,championship_winner,tournament_winner,season_leader,spread',
    event: 'Case_Counts',
  });
});

test('the board of a subscription answers queries in any case', async () => {
  const filter = { leagues: ['NBA'], sports: ['BasketBall'], sportsbooks: ['DraftKings'] };
  const client = await warmBoard(graph);
  onTestFinished(() => client.close());
  const query =
    'query ($filter: OddsFilter) { odds(first: 200, filter: $filter) { nodes { id } } }';
  const variables = { filter: { ...filter, markets: ['H2H'] } };
  const { data, cost } = await graph.ask(query, { variables });
  expect(data.odds?.nodes.length).toBeGreaterThan(1);
  expect(cost.calls).toBe(0);
});
