import { expect, test } from 'vitest';
import type { ArbitrageOpportunity } from '../../src/generated/schema-types.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { arbOpportunity } from '../harness/odds-rows.ts';

const ARBITRAGES = `query ($first: Int) {
  opportunities(kinds: [ARBITRAGE], minProfitPercent: 0, first: $first) { nodes { eventId marketType line
    ... on ArbitrageOpportunity { legs { selection sportsbookId line price { american } } } } } }`;

const graph = scriptedGraph();

/** The lines of the selections, for an arbitrage as upstream might send it. */
async function linesOf(market_type: string, line: number | null, selections: readonly string[]) {
  const legs = selections.map((selection) => [selection, 'draftkings'] as const);
  const event_name = 'Girona @ Atlético Madrid';
  const found = [arbOpportunity(legs, { event_name, market_type, line })];
  graph.upstream.onStream = (stream) => stream.openOpportunities('arb:detected', found);
  const { data, errors } = await new GraphClient(graph.url).ask(ARBITRAGES);
  expect(errors).toEqual([]);
  const [node] = (data.opportunities?.nodes ?? []) as ArbitrageOpportunity[];
  return node?.legs.map((leg) => leg.line);
}

test.each([
  ['point_spread', -1.5, ['Atletico Madrid', 'Girona'], [-1.5, 1.5]],
  ['asian_handicap', 0, ['Girona', 'Atlético Madrid'], [0, 0]],
  ['point_spread', -1.5, ['Real Madrid', 'Girona'], [null, 1.5]], // The side is unknown.
  ['total_goals', 2.5, ['Over', 'Under'], [2.5, 2.5]],
  ['moneyline', null, ['Girona', 'Atlético Madrid'], [null, null]],
])(
  'in the market %s of the line %j, the bets %j have the lines %j',
  async (market, line, sides, lines) => {
    expect(await linesOf(market, line, sides)).toEqual(lines);
  },
);
