import { describe, expect, onTestFinished, test } from 'vitest';
import type { Odds, OddsConnection } from '../../src/generated/schema-types.ts';
import { startSimulation } from '../../src/origin/feeds/simulation/simulation.ts';
import { steadyClock } from '../../src/scheduling/clock.ts';
import { warmBoard } from '../harness/clients/board-subscriber.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { pagesOf } from '../harness/clients/pages.ts';
import { HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { graphOfTest, sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph({
  feed: (clock) => startSimulation({ clock: steadyClock(clock), seed: 1, games: 28 }),
});

const FIELDS = 'key eventId playerName marketType selection selectionType price { american }';

const props = await graph.ask(
  '{ odds(first: 200, filter: { leagues: ["nba"], markets: ["player_points"] }) { nodes { eventId playerName } } }',
);
const nodes = props.data.odds?.nodes ?? [];
/** Two games with props, each on several pages, and all their prices. */
const eventIds = [...new Set(nodes.map(({ eventId }) => eventId))].slice(0, 2);
/** A player of the first game. */
const player = nodes[0]?.playerName ?? '';
const odds: Odds[] = [];
for (const id of eventIds) odds.push(...(await oddsOf(id, {})));

async function oddsOf(id: string, filter: object): Promise<Odds[]> {
  const query = `query ($id: ID!, $filter: EventOddsFilter) {
    event(id: $id) { odds(filter: $filter) { id ${FIELDS} } } }`;
  const data = await graph.dataOf(query, { variables: { id, filter } });
  return data.event?.odds ?? [];
}

const keysOf = (rows: readonly Odds[]) => rows.map(({ key }) => key).sort();

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The prices of all players with a part of a name. Some markets name the player in the selection alone. */
function ofPlayer(part: string, rows = odds): Odds[] {
  return rows.filter(({ playerName, selection, selectionType, marketType }) => {
    const isOfTeam =
      /home|away|draw/.test(selectionType) || /team_to_win|winning_margin/.test(marketType);
    const name = playerName ?? (isOfTeam ? '' : selection);
    return plain(name).includes(plain(part));
  });
}

test('Event.comparison of a player compares the props of that player, at as many requests as odds of them', async () => {
  const [id = ''] = eventIds;
  const query = `query ($id: ID!, $players: [String!]) { event(id: $id) {
    comparison(players: $players, markets: ["props"]) { markets { marketType selections {
      selectionType line best { american } bestSportsbookId bestSeenAt prices { sportsbookId } } } }
    odds(filter: { players: $players, markets: ["props"] }) { key sportsbookId } } }`;
  const { data, errors, cost } = await graph.ask(query, {
    variables: { id, players: [player.toUpperCase()] },
  });
  expect(errors).toEqual([]);
  const selections = data.event?.comparison?.markets.flatMap((market) => market.selections) ?? [];
  expect(selections.flatMap(({ prices }) => prices).length).toBe(data.event?.odds?.length);
  expect(new Set(selections.map((one) => one.selectionType)).size).toBeGreaterThan(1);
  expect(selections[0]).toMatchObject({ best: {}, bestSeenAt: expect.any(String) });
  graph.fresh();
  const odds = await graph.ask(query.replace(/comparison.*\n.*\n/, ''), {
    variables: { id, players: [player.toUpperCase()] },
  });
  expect(odds.errors).toEqual([]);
  expect(cost.calls).toBe(odds.cost.calls);
  expect(cost.calls).toBeLessThan(20);
});

interface Offer {
  readonly player: string;
  readonly sportsbook: string;
  readonly over: number;
  readonly under?: number;
}

/** A graph whose only prices are on the shots of players in one game. */
function graphOfShots(offers: readonly Offer[]) {
  const rows = offers.flatMap(({ player, sportsbook, over, under }) =>
    [over, under].flatMap((decimal, index) => {
      const named = { sportsbook, selection: player, player_name: player };
      const side = { selection_type: index === 0 ? 'over' : 'under', line: 1.5 };
      if (decimal === undefined) return [];
      return [price({ market_type: 'player_shots', ...named, ...side, odds_decimal: decimal })];
    }),
  );
  return graphOfTest({
    feed: (clock) => {
      const feed = new HandMadeFeed(clock);
      feed.offer(rows.map((row, id) => ({ ...row, id: `${id}` })));
      return feed;
    },
  });
}

const SHOTS = `query ($players: [String!]) { event(id: "game") {
  odds(filter: { players: $players }) { sportsbookId }
  comparison(players: $players) { markets { bestHoldPercent holdBySportsbook { sportsbookId holdPercent }
    selections { selectionType bestSportsbookId } } } } }`;

test.each([
  ['P.J. Washington Jr.', 'PJ Washington Jr', 'pj wash'],
  ['Rasmus Højlund', 'Rasmus Hojlund', 'hojlund'],
  ['É. Álvarez', 'E. Alvarez', 'e. alv'],
])('%s and %s are one player, whom "%s" finds', async (name, plainName, part) => {
  const spelled = await graphOfShots([
    { player: plainName, sportsbook: 'fanduel', over: 2.2, under: 1.67 },
    { player: name, sportsbook: 'draftkings', over: 1.91, under: 1.91 },
  ]);
  const { event } = await spelled.dataOf(SHOTS, { variables: { players: [part] } });
  expect(event?.odds).toHaveLength(4);
  const selections = [
    { selectionType: 'over', bestSportsbookId: 'fanduel' },
    { selectionType: 'under', bestSportsbookId: 'draftkings' },
  ];
  expect(event?.comparison?.markets).toMatchObject([{ bestHoldPercent: -2.1894, selections }]);
});

test.each([
  ['both sides of each', { under: 1.8 }],
  ['both sides of one alone', {}],
])('props of several players have no hold, with %s, and those of one have', async (_, other) => {
  const several = await graphOfShots([
    { player: 'Saka', sportsbook: 'fanduel', over: 1.9, under: 1.9 },
    { player: 'Havertz', sportsbook: 'draftkings', over: 1.8, ...other },
  ]);
  const holdsOf = async (players: readonly string[]) => {
    const { event } = await several.dataOf(SHOTS, { variables: { players } });
    return event?.comparison?.markets;
  };
  expect(await holdsOf([])).toMatchObject([{ bestHoldPercent: null, holdBySportsbook: [] }]);
  const holdBySportsbook = [{ sportsbookId: 'fanduel', holdPercent: 5.2632 }];
  expect(await holdsOf(['saka'])).toMatchObject([{ bestHoldPercent: 5.2632, holdBySportsbook }]);
});

describe('Event.odds', () => {
  test('of a player are the props of that player, in any case and by a part of the name', async () => {
    const [id = ''] = eventIds;
    const surname = player.split(' ').at(-1) ?? '';
    const expected = ofPlayer(
      surname,
      odds.filter(({ eventId }) => eventId === id),
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(new Set(expected.map(({ marketType }) => marketType)).size).toBeGreaterThan(1);
    for (const name of [surname, ` ${surname.toUpperCase()} `, surname.normalize('NFD')]) {
      expect(keysOf(await oddsOf(id, { players: [name] }))).toEqual(keysOf(expected));
    }
  });

  test('are complete where the last price of a page has the id of the first of the next', async () => {
    const [id = ''] = eventIds;
    const own = odds.filter(({ eventId }) => eventId === id);
    expect(own.length).toBeGreaterThan(400);
    const withRepeatedIds = (filter: object) => {
      graph.fresh();
      // Feeds repeat ids, but not on one selection, whose line may move from one page to the next.
      const lines = new Map<string, unknown>();
      graph.proxy.rewriteRows('GET /odds', (row, i) => {
        const { sportsbook, market_type, selection, selection_type, line } = row;
        const name = JSON.stringify([sportsbook, market_type, selection, selection_type]);
        if (i % 199 !== 0) return row;
        if (!lines.has(name)) lines.set(name, line);
        return lines.get(name) === line ? { ...row, id: 'repeated' } : row;
      });
      return oddsOf(id, filter);
    };
    expect(keysOf(await withRepeatedIds({}))).toEqual(keysOf(own));
    const ofOne = await withRepeatedIds({ players: [player] });
    expect(keysOf(ofOne)).toEqual(keysOf(ofPlayer(player, own)));
  });

  test('of several players are those of each', async () => {
    const [id = ''] = eventIds;
    const own = odds.filter(({ eventId }) => eventId === id);
    const named = own.flatMap(({ playerName }) => playerName ?? []);
    const names = [...new Set(named)].slice(0, 3);
    const expected = names.flatMap((name) => ofPlayer(name, own));
    expect(keysOf(await oddsOf(id, { players: names }))).toEqual(keysOf(expected));
    expect(expected.length).toBeLessThan(own.length);
  });

  test('take one request for every 200 prices, and fewer with markets', async () => {
    const [id = ''] = eventIds;
    const query = (filter: string) =>
      `{ _entities(representations: [{ __typename: "Event", id: "${id}" }]) {
         ... on Event { odds(filter: { players: ["${player}"], ${filter} }) { key } } } }`;
    const { cost } = await graph.ask(query(''));
    const own = odds.filter(({ eventId }) => eventId === id);
    expect(graph.proxy.costs['GET /odds']).toBe(Math.ceil(own.length / 200));
    expect(graph.proxy.costs).not.toHaveProperty('POST /odds/batch');
    expect(cost.hints?.[0]).toMatchObject({ fields: ['EventOddsFilter.players'] });
    expect(cost.hints?.[0]?.message).toContain('asked for `players`');
    graph.fresh();
    const { data } = await graph.ask<{ _entities: { odds: Odds[] }[] }>(
      query('markets: ["player_points"]'),
    );
    const points = ofPlayer(player, own).filter((o) => o.marketType === 'player_points');
    expect(data._entities[0]?.odds).toHaveLength(points.length);
    expect(graph.proxy.costs['GET /odds']).toBe(1);
  });

  test('have neither a team nor a side of the match by the name of a player, and nobody without that name', async () => {
    const [id = ''] = eventIds;
    const totals = (await oddsOf(id, { players: ['der'] })).filter((o) => o.selection === 'Under');
    expect(totals).toEqual([]);
    const own = odds.filter(({ eventId }) => eventId === id);
    const team = own.find(({ marketType }) => marketType === 'moneyline')?.selection;
    expect(own.map(({ marketType }) => marketType)).toContain('winning_margin'); // "Pistons by 1-5".
    expect(await oddsOf(id, { players: [team] })).toEqual([]);
    expect(await oddsOf(id, { players: ['Nobody of this name'] })).toEqual([]);
    expect(keysOf(await oddsOf(id, { players: [] }))).toEqual(keysOf(own));
  });
});

describe('odds', () => {
  const QUERY = `query ($filter: OddsFilter, $first: Int = 200, $after: String, $sort: OddsSort) {
    odds(filter: $filter, first: $first, after: $after, sort: $sort) {
      totalCount nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`;

  async function pageOf(variables: Record<string, unknown>): Promise<OddsConnection> {
    const data = await graph.dataOf(QUERY, { variables });
    return data.odds as OddsConnection;
  }

  test('of players in events come in pages with the total of all', async () => {
    const filter = { eventIds, players: ['A'] };
    const expected = ofPlayer('a');
    const sort = { field: 'AMERICAN', direction: 'DESC' };
    const found: Odds[] = [];
    for await (const page of pagesOf((after) => pageOf({ filter, sort, first: 40, after }))) {
      expect(page.totalCount).toBe(expected.length);
      found.push(...page.nodes);
    }
    expect(keysOf(found)).toEqual(keysOf(expected));
    const prices = found.map(({ price }) => price.american);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(found.length).toBeGreaterThan(80);
  });

  test('that have changed are selected by player as well', async () => {
    const query = `query ($filter: OddsFilter) {
      oddsChanges(since: "2026-01-01T00:00:00Z", filter: $filter, first: 200) {
        totalCount serverTime nodes { ${FIELDS} } } }`;
    const data = await graph.dataOf(query, {
      variables: { filter: { eventIds, players: [player] } },
    });
    const { nodes = [], totalCount, serverTime } = data.oddsChanges ?? {};
    expect(nodes.length).toBeGreaterThan(0);
    expect(totalCount).toBe(nodes.length);
    expect(ofPlayer(player, nodes)).toEqual(nodes);
    expect(Date.parse(String(serverTime))).not.toBeNaN();
  });

  test.each([
    ['without events', { players: ['James'] }, 'filter.players'],
    ['with no events', { players: ['James'], eventIds: [] }, 'filter.players'],
    ['with an empty name', { players: [' '], eventIds: ['1'] }, 'filter.players.0'],
    ['with a long name', { players: ['x'.repeat(101)], eventIds: ['1'] }, 'filter.players.0'],
    ['with too many names', { players: Array(21).fill('x'), eventIds: ['1'] }, 'filter.players'],
  ])('players %s are refused without a request', async (_, filter, argument) => {
    const reply = await graph.ask(QUERY, { variables: { filter } });
    expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
    expect(reply.errors[0]?.extensions).toMatchObject({ argument });
    expect(graph.proxy.costs).toEqual({});
  });

  test('of a player cost nothing while a subscription is open', async () => {
    const subscriber = await warmBoard(graph);
    onTestFinished(() => subscriber.close());
    const { data, cost } = await graph.ask(QUERY, {
      variables: { filter: { eventIds, players: [player] } },
    });
    expect(cost).toMatchObject({ calls: 0, cached: 1 });
    expect(keysOf(data.odds?.nodes ?? [])).toEqual(keysOf(ofPlayer(player)));
  });
});
