import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { answer } from '../../harness/servers/faults.ts';
import { sharedGraph } from '../../harness/servers/shared-graph.ts';

const graph = await sharedGraph({ hints: false }); // As in production.

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

describe('a name that does not exist is told, with the nearest known one', () => {
  const CASES: readonly [query: string, hint: readonly string[]][] = [
    [
      '{ events(filter: { leagues: ["NBAA"] }) { totalCount } }',
      ['events', 'filter.leagues', 'NBAA', 'nba'],
    ],
    [
      '{ events(filter: { sports: ["basketbal"] }) { totalCount } }',
      ['events', 'filter.sports', 'basketbal', 'basketball'],
    ],
    [
      '{ odds(filter: { markets: ["moneylin"] }) { totalCount } }',
      ['odds', 'filter.markets', 'moneylin', 'moneyline'],
    ],
    [
      '{ odds(filter: { sportsbooks: ["draftking"] }) { totalCount } }',
      ['odds', 'filter.sportsbooks', 'draftking', 'draftkings'],
    ],
    [
      '{ few: splits(filter: { sportsbooks: ["draftking"] }) { totalCount } }',
      ['few', 'filter.sportsbooks', 'draftking', 'draftkings'],
    ],
    [
      '{ lowHoldOpportunities(filter: { leagues: ["nflx"] }) { totalCount } }',
      ['lowHoldOpportunities', 'filter.leagues', 'nflx', 'nfl'],
    ],
    [
      '{ events(first: 3) { nodes { odds(filter: { markets: ["total_point"] }) { key } } } }',
      ['events.nodes.odds', 'filter.markets', 'total_point', 'total_points'],
    ],
    [
      '{ events(first: 3) { nodes { comparison(sportsbooks: ["draftking"]) { eventId } } } }',
      ['events.nodes.comparison', 'sportsbooks', 'draftking', 'draftkings'],
    ],
  ];

  test.each(CASES)('%s', async (query, hint) => {
    const { hints, message } = await told(query);
    expect(hints).toEqual([hint]);
    expect(message).toContain(`\`${hint[2]}\``);
    expect(message).toContain(`Did you mean \`${hint[3]}\``);
  });
});

describe('a team that finds nothing', () => {
  let name: string;

  beforeAll(async () => {
    const { data } = await graph.ask(
      '{ events(first: 1, filter: { leagues: ["nba"] }) { nodes { homeTeam } } }',
    );
    name = data.events?.nodes[0]?.homeTeam ?? '';
  });

  const search = (team: string, filter = '') =>
    told(`{ events(filter: { team: ${JSON.stringify(team)} ${filter} }) { totalCount } }`);

  test('is told with the teams whose names are spelled alike, or share a word', async () => {
    const mascot = name.split(' ').at(-1) ?? '';
    for (const team of [`${mascot.slice(0, 2)}${mascot.slice(3)}`, `XY ${mascot}`, `${name}s`]) {
      const { hints, message } = await search(team);
      expect(hints).toEqual([['events', 'filter.team', team, name.toLowerCase()]]);
      expect(message).toContain('among the teams known here');
    }
  });

  test('is told with teams of the leagues that are asked for alone', async () => {
    const nearestIn = async (league: string) =>
      (await search(`${name}s`, `leagues: ["${league}"]`)).hints?.[0]?.[3];
    expect(await nearestIn('NBA')).toBe(name.toLowerCase());
    expect(await nearestIn('epl')).not.toBe(name.toLowerCase());
  });

  test('is not told if it is found, or is known and has no such game', async () => {
    const part = name.slice(2, 8);
    expect((await search(part)).hints).toBeUndefined();
    expect(await search(name, 'leagues: ["epl"]')).toMatchObject({
      data: { events: { totalCount: 0 } },
      hints: undefined,
    });
  });
});

describe('a name without a likeness is told', () => {
  test('with those that exist, if they are few', async () => {
    const { hints, message } = await told(
      '{ events(filter: { leagues: ["quidditch_world_league"] }) { totalCount } }',
    );
    expect(hints?.[0]?.[3]).toBeUndefined();
    expect(message).toMatch(/There are: `\w+`, .*`nba`, .*`nhl`/);
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

test('a name that exists, but finds nothing under the rest of the filter, is not told', async () => {
  const { hints, data } = await told(
    '{ events(filter: { leagues: ["nhl"], search: "no such team" }) { totalCount } }',
  );
  expect(data).toEqual({ events: { totalCount: 0 } });
  expect(hints).toBeUndefined();
});

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

test('an answer does not depend on whether names can be listed', async () => {
  graph.proxy.spoil('GET /sportsbooks', answer(500));
  const { data, hints } = await told(
    '{ odds(filter: { sportsbooks: ["fandual"] }) { totalCount } }',
  );
  expect(data).toEqual({ odds: { totalCount: 0 } });
  expect(hints).toBeUndefined();
});

describe('while a subscription is open', () => {
  let subscriber: LiveClient;

  afterEach(() => subscriber.close());

  test('names are known from its board, without a request', async () => {
    subscriber = await LiveClient.open(
      graph.url,
      'subscription { liveOdds { __typename ... on FeedStatus { state } } }',
    );
    await subscriber.untilState('READY');
    await graph.ask('{ sportsbooks { id } }');
    graph.clock.advance(3_000);
    await graph.proxy.heartbeat();
    const { calls, hints } = await told(
      '{ odds(filter: { sportsbooks: ["betmgn"] }) { totalCount } }',
    );
    expect(hints).toEqual([['odds', 'filter.sportsbooks', 'betmgn', 'betmgm']]);
    expect(calls).toBe(1);
  });
});
