import { afterEach, expect, test } from 'vitest';
import type { ArbitrageOpportunity } from '../../src/generated/schema-types.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';

const ARBITRAGES = `query ($first: Int) {
  opportunities(kinds: [ARBITRAGE], minProfitPercent: 0, first: $first) { nodes { eventId marketType line
    ... on ArbitrageOpportunity { legs { selection sportsbookId line price { american } } } } } }`;

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Lines by selection, for an arbitrage as upstream might send it. */
async function linesOf(market: string, line: number | null, ...selections: readonly string[]) {
  const graph = await ScriptedGraph.start();
  stop = () => graph.stop();
  graph.upstream.onStream = (stream) => {
    stream.connected();
    stream.send('arb:detected', [arbitrage(market, line, selections)]);
    stream.complete([]);
  };
  const { data, errors } = await new GraphClient(graph.url).ask(ARBITRAGES);
  expect(errors).toEqual([]);
  const [node] = (data.opportunities?.nodes ?? []) as ArbitrageOpportunity[];
  return node?.legs.map((leg) => leg.line);
}

function arbitrage(market_type: string, line: number | null, selections: readonly string[]) {
  return {
    id: 'a',
    event_id: 'event_1',
    event_name: 'Girona @ Atlético Madrid',
    sport: 'soccer',
    league: 'la_liga',
    market_type,
    line,
    profit_percent: 2,
    implied_total: 0.98,
    is_live: false,
    legs: selections.map((selection) => ({
      sportsbook: 'draftkings',
      selection,
      odds_american: 110,
      odds_decimal: 2.1,
      implied_probability: 0.476,
      stake_percent: 50,
    })),
    detected_at: '2026-11-21T18:00:00Z',
  };
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
    expect(await linesOf(market, line, ...sides)).toEqual(lines);
  },
);
