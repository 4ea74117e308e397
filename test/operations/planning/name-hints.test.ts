import { describe, expect, onTestFinished, test } from 'vitest';
import type { EventConnection } from '../../../src/generated/schema-types.ts';
import { warmBoard } from '../../harness/clients/board-subscriber.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';

const graph = await sharedGraph({ hints: false }); // As in production.

const BOOK = ['draftking', 'draftkings'] as const;

/** What a query is told about names, and the requests that it took. */
async function told(query: string, key = 'demo_enterprise') {
  const { data, errors, cost } = await graph.ask<Record<string, unknown>>(query, { key });
  expect(errors).toEqual([]);
  const hints = cost.hints?.map(({ path, argument, value, nearest }) => [
    path,
    argument,
    value,
    nearest[0],
  ]);
  return { data, hints, message: cost.hints?.[0]?.message, calls: cost.calls };
}

test.each([
  ['events(filter: { leagues: [$] }) { totalCount }', 'filter.leagues', 'NBAA', 'nba'],
  ['events(filter: { sports: [$] }) { totalCount }', 'filter.sports', 'basketbal', 'basketball'],
  ['odds(filter: { markets: [$] }) { totalCount }', 'filter.markets', 'spreadz', 'spread'],
  [
    'odds(filter: { markets: [$] }) { totalCount }',
    'filter.markets',
    'touchdown',
    'anytime_touchdown_scorer',
  ],
  ['odds(filter: { sportsbooks: [$] }) { totalCount }', 'filter.sportsbooks', ...BOOK],
  ['few: splits(filter: { sportsbooks: [$] }) { totalCount }', 'filter.sportsbooks', ...BOOK],
  ['lowHoldOpportunities(filter: { leagues: [$] }) { id }', 'filter.leagues', 'nflx', 'nfl'],
  [
    'events.nodes.odds(filter: { markets: [$] }) { key }',
    'filter.markets',
    'total_point',
    'total_points',
  ],
  ['events.nodes.comparison(sportsbooks: [$]) { eventId }', 'sportsbooks', ...BOOK],
])('%s: in %s, the unknown name %s is told with %s', async (field, argument, name, nearest) => {
  const asked = field.replace('$', JSON.stringify(name)).replace('{ id }', '{ totalCount }');
  const [path = ''] = /[\w.]+/.exec(field) ?? [];
  const query = asked.replace('events.nodes.', 'events(first: 3) { nodes { ');
  const { hints, message } = await told(`{ ${query} ${query === asked ? '' : '} }'} }`);
  expect(hints).toEqual([[path, argument, name, nearest]]);
  expect(message).toContain(`\`${name}\` has found nothing, and is not among the known `);
  expect(message).toContain(`Did you mean \`${nearest}\``);
});

const { data: games } = await graph.ask(
  '{ events(first: 1, filter: { leagues: ["nba"] }) { nodes { homeTeam } } }',
);
const team = games.events?.nodes[0]?.homeTeam ?? '';

describe('a team that finds nothing', () => {
  const search = (name: string, filter = '') =>
    told(`{ events(filter: { team: ${JSON.stringify(name)} ${filter} }) { totalCount } }`);

  test('is told with the teams whose names are spelled alike, or share a word', async () => {
    const mascot = team.split(' ').at(-1) ?? '';
    for (const other of [`${mascot.slice(0, 2)}${mascot.slice(3)}`, `XY ${mascot}`, `${team}s`]) {
      const { hints, message } = await search(other);
      expect(hints).toEqual([['events', 'filter.team', other, team.toLowerCase()]]);
      expect(message).toContain('among the known teams with games in play or to come.');
    }
  });

  test('is told with the team whose whole name is most alike, before others that share a word', async () => {
    const { data } = await graph.ask('{ events(first: 200) { nodes { homeTeam awayTeam } } }');
    const names = data.events?.nodes.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]);
    const byCity = Map.groupBy(new Set(names), (name) => name?.split(' ').slice(0, -1).join(' '));
    const shared = [...byCity].filter(([city, teams]) => city && teams.length > 1);
    expect(shared.length).toBeGreaterThan(1);
    for (const [, teams] of shared.slice(0, 5)) {
      const last = teams.at(-1) ?? '';
      expect((await search(`${last}x`)).hints?.[0]?.[3]).toBe(last.toLowerCase());
    }
  });

  test('is not told if it is found, or is known and has no such game', async () => {
    const part = team.slice(2, 8);
    expect(await search(part)).toMatchObject({ calls: 1, hints: undefined });
    for (const known of [team, part]) {
      expect(await search(known, 'leagues: ["epl"]')).toMatchObject({
        data: { events: { totalCount: 0 } },
        hints: undefined,
      });
    }
  });
});

describe('a name without a likeness is told', () => {
  test('with those that are known, if they are few', async () => {
    const { hints, message } = await told(
      '{ events(filter: { leagues: ["quidditch_world_league"] }) { totalCount } }',
    );
    expect(hints?.[0]?.[3]).toBeUndefined();
    expect(message).toMatch(/Known are: `\w+`, .*`nba`, .*`nhl`/);
  });

  test('with the field that lists those that exist, if they are many', async () => {
    const { message } = await told('{ odds(filter: { markets: ["quidditch"] }) { totalCount } }');
    expect(message).toContain('`sports { marketTypes }` has those that exist');
  });

  test('to be a sport, if it is one', async () => {
    const { message } = await told(
      '{ events(filter: { leagues: ["Basketball"] }) { totalCount } }',
    );
    expect(message).toContain('It is a sport: ask for it in `sports`.');
  });
});

test('a name beside others that are found is told as well, as the client wrote it', async () => {
  const { hints, data } = await told(
    '{ sportsbooks { id } odds(first: 200, filter: { sportsbooks: ["FanDuel", "Draft_Kings"], markets: ["h2h"], leagues: ["nfl"] }) { totalCount } }',
  );
  expect(data['odds']).not.toEqual({ totalCount: 0 });
  expect(hints).toEqual([['odds', 'filter.sportsbooks', 'Draft_Kings', 'draftkings']]);
});

test('a league is neither told nor looked up by one page of many: another one may have it', async () => {
  const page = 'totalCount pageInfo { endCursor }';
  const filter = 'filter: { leagues: ["nba", "nbaq"] }';
  const first = await told(`{ events(first: 1 ${filter}) { ${page} } }`);
  const { events } = first.data as { events: EventConnection };
  const after = `first: 200, after: ${JSON.stringify(events.pageInfo.endCursor)}`;
  const rest = await told(`{ events(${after} ${filter}) { totalCount } }`);
  for (const { hints, calls } of [first, rest]) expect([hints, calls]).toEqual([undefined, 1]);
});

test('a misspelt sportsbook is told by one page of many, too: all that exist are listed', async () => {
  const filter = 'filter: { sportsbooks: ["fanduel", "draft kings"] }';
  for (const field of ['odds', 'lowHoldOpportunities', 'opportunities']) {
    const { data, hints } = await told(`{ ${field}(first: 2, ${filter}) { totalCount } }`);
    expect(Object(data[field]).totalCount).toBeGreaterThan(2);
    expect(hints).toEqual([[field, 'filter.sportsbooks', 'draft kings', 'draftkings']]);
  }
  const known = await told(
    '{ odds(first: 1, filter: { sportsbooks: ["fanduel", "bet365"] }) { totalCount } }',
  );
  expect(known).toMatchObject({ calls: 1, hints: undefined });
});

test('names are listed once in five minutes, and only if one has found nothing', async () => {
  const league = (name: string) =>
    told(`{ events(filter: { leagues: ["${name}"] }) { totalCount nodes { id } } }`);
  expect(await league('epl')).toMatchObject({ calls: 1, hints: undefined });
  expect(await league('nbaa')).toMatchObject({ calls: 2, hints: [expect.anything()] });
  graph.clock.advance(4 * 60_000);
  expect(await league('nbab')).toMatchObject({ calls: 1, hints: [expect.anything()] });
  graph.clock.advance(2 * 60_000);
  expect(await league('nbac')).toMatchObject({ calls: 2, hints: [expect.anything()] });
});

test.each([
  ['lowHoldOpportunities(filter: { sportsbooks: ["draftkings"] }) { totalCount }', 1],
  ['lowHoldOpportunities(first: 200, filter: { leagues: ["nba"] }) { totalCount }', 1],
  ['odds(first: 200, filter: { leagues: ["nba"], markets: ["player_blocks"] }) { totalCount }', 1],
  [
    'events(filter: { sports: ["association_football"], search: "no such team" }) { totalCount }',
    1,
  ],
  ['odds(first: 1, filter: { sports: ["basketball"], leagues: ["nba"] }) { totalCount }', 1],
  ['events(first: 1) { nodes { comparison(sportsbooks: ["draftkings"]) { eventId } } }', 2],
  ['events(first: 1) { nodes { odds(filter: { markets: ["main"] }) { key } } }', 2], // The contract has it.
])('%s finds all names and lists none', async (field, calls) => {
  graph.clock.advance(6 * 60_000); // What earlier tests have listed is too old.
  expect(await told(`{ ${field} }`)).toMatchObject({ calls, hints: undefined });
});

test('names of all kinds take at most two more requests', async () => {
  const filters = ['leagues: ["x_x"]', 'sports: ["x_x"]', 'markets: ["x_x"]', 'team: "x_x"'];
  const calls: (number | null | undefined)[] = [];
  for (const filter of [...filters, 'sportsbooks: ["x_x"]']) {
    const field = /market|book/.test(filter) ? 'odds' : 'events';
    const asked = await told(`{ ${field}(filter: { ${filter} }) { totalCount } }`);
    expect(asked.hints).toHaveLength(1);
    calls.push(asked.calls);
    graph.clock.advance(3_000);
  }
  expect(calls).toEqual([2, 1, 1, 1, 2]);
});

test('a name that exists, but finds nothing under the rest of the filter, is not told', async () => {
  const { hints, data } = await told(
    '{ events(filter: { leagues: ["nhl"], search: "no such team" }) { totalCount } }',
  );
  expect(data).toEqual({ events: { totalCount: 0 } });
  expect(hints).toBeUndefined();
});

test('a source of splits above the tier is known by its entries', async () => {
  const listed = await graph.ask('{ events(first: 50) { nodes { id splits { sportsbookId } } } }');
  const { id } =
    listed.data.events?.nodes.find(({ splits }) =>
      splits?.some(({ sportsbookId }) => sportsbookId === 'circa'),
    ) ?? {};
  const { data, hints, calls } = await told(
    `{ event(id: "${id}") { splitsHistory(sportsbooks: ["circa"]) { totalCount } } }`,
    'demo_hobby',
  );
  expect(JSON.stringify(data)).toMatch(/"totalCount":[1-9]/);
  expect([hints, calls]).toEqual([undefined, 2]);
});

test.each([
  ['splits', '{ splits(filter: { sportsbooks: ["$"], eventIds: ["zzz"] }) { totalCount } }'],
  [
    'events.nodes.splits',
    '{ events(first: 1, filter: { leagues: ["epl"] }) { nodes { splits(sportsbooks: ["$"]) { sportsbookId } } } }',
  ],
])(
  '%s tells a misspelt source, but none that may be a source without being a sportsbook of the tier',
  async (path, query) => {
    const misspelt = await told(query.replace('$', 'draftking'), 'demo_free');
    const argument = path === 'splits' ? 'filter.sportsbooks' : 'sportsbooks';
    expect(misspelt.hints).toEqual([[path, argument, ...BOOK]]);
    expect((await told(query.replace('$', 'westgate'), 'demo_free')).hints).toBeUndefined();
  },
);

test('a cached response tells it again', async () => {
  const query = '{ events(filter: { leagues: ["NBAA"] }) { totalCount } }';
  const first = await told(query);
  expect(await told(query)).toEqual({ ...first, calls: 0 });
});

test('sportsbooks that a tier does not see are not suggested to it', async () => {
  const query = '{ odds(filter: { sportsbooks: ["pinacle"] }) { totalCount } }';
  expect((await told(query)).hints?.[0]?.[3]).toBe('pinnacle');
  const { data, cost } = await graph.ask(query, { key: 'demo_hobby' });
  expect(data.odds?.totalCount ?? 0).toBe(0);
  expect(JSON.stringify(cost.hints ?? [])).not.toContain('pinnacle');
});

describe('while a subscription is open', () => {
  test('names are known from its board, without a request', async () => {
    const subscriber = await warmBoard(graph);
    onTestFinished(() => subscriber.close());
    const asked = '{ odds(filter: { leagues: ["nbaa"] }) { totalCount } }';
    const hints = [['odds', 'filter.leagues', 'nbaa', 'nba']];
    expect(await told(asked)).toMatchObject({ calls: 1, hints });
  });

  test('a sportsbook without prices is known by the list', async () => {
    const subscriber = await warmBoard(graph);
    onTestFinished(() => subscriber.close());
    const asked = '{ odds(filter: { sportsbooks: ["bovada"] }) { totalCount } }';
    expect(await told(asked)).toMatchObject({
      data: { odds: { totalCount: 0 } },
      hints: undefined,
    });
  });
});
