import { afterEach, expect, test } from 'vitest';
import { isHandicap } from '../../src/contract/odds/covering-sides.ts';
import type { Odds } from '../../src/contract/odds/odds.ts';
import type { ArbitrageOpportunity } from '../../src/generated/schema-types.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { largeSimulation } from '../harness/feeds/simulations.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

const ARBITRAGES = `query ($first: Int) {
  opportunities(kinds: [ARBITRAGE], minProfitPercent: 0, first: $first) { nodes { eventId marketType line
    ... on ArbitrageOpportunity { legs { selection sportsbookId line price { american } } } } } }`;

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

test('the line of each bet is that of its price on the board', { timeout: 60_000 }, async () => {
  const graph: TestGraph = await startTestGraph({ feed: largeSimulation });
  stop = () => graph.stop();
  graph.originClock.advance(30_000);
  const { data, errors } = await graph.ask(ARBITRAGES, { variables: { first: 200 } });
  expect(errors).toEqual([]);
  const nodes = (data.opportunities?.nodes ?? []) as ArbitrageOpportunity[];
  const handicaps = nodes.filter(({ marketType }) => isHandicap(marketType));
  const others = nodes.filter(({ marketType }) => !isHandicap(marketType));
  expect(handicaps.length).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);
  for (const { eventId, marketType, legs } of [...handicaps, ...others.slice(0, 20)]) {
    for (const { selection, sportsbookId, line, price } of legs) {
      const filter = `event=${eventId}&market=${marketType}&sportsbook=${sportsbookId}&limit=200`;
      const { data: rows } = await graph.rest<{ data: Odds[] }>(`/odds?${filter}`);
      const found = rows.filter(
        (row) =>
          selection.startsWith(row.selection) &&
          row.odds_american === price.american &&
          (row.line ?? null) === line,
      );
      expect(found, `${marketType} ${selection} ${line}`).not.toEqual([]);
    }
  }
});

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

test('in handicaps the home side has the line of the market, and the away side the opposite one', async () => {
  expect(await linesOf('point_spread', -1.5, 'Atletico Madrid', 'Girona')).toEqual([-1.5, 1.5]);
});

test('a handicap of 0 is 0 for both sides', async () => {
  expect(await linesOf('asian_handicap', 0, 'Girona', 'Atlético Madrid')).toEqual([0, 0]);
});

test('in handicaps the line of an unknown side is null', async () => {
  expect(await linesOf('point_spread', -1.5, 'Real Madrid', 'Girona')).toEqual([null, 1.5]);
});

test('all other bets have the line of the market', async () => {
  expect(await linesOf('total_goals', 2.5, 'Over', 'Under')).toEqual([2.5, 2.5]);
  await stop?.();
  expect(await linesOf('moneyline', null, 'Girona', 'Atlético Madrid')).toEqual([null, null]);
});
