import { describe, expect, onTestFinished, test } from 'vitest';
import type { Event, EventConnection, EventFilter } from '../../src/generated/schema-types.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { pagesOf } from '../harness/clients/pages.ts';
import { simulationOfManyGames } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

const DAY = 24 * 3_600_000;

const graph = await sharedGraph({ feed: simulationOfManyGames });
const { data: board } = await graph.ask(
  '{ events(first: 200) { nodes { id name league homeTeam awayTeam startTime markets } } }',
);
/** All events of the board, by start. */
const events = board.events?.nodes ?? [];
/** The first midnight in UTC after which events start. */
const midnight = Math.ceil(Date.parse(events[0]?.startTime ?? '') / DAY) * DAY;

const QUERY = `query ($filter: EventFilter, $first: Int, $after: String) {
  events(filter: $filter, first: $first, after: $after) {
    totalCount nodes { id name } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage endCursor } } }`;

async function pageOf(filter: EventFilter, page: object = {}): Promise<EventConnection> {
  const data = await graph.dataOf(QUERY, { variables: { filter, first: 200, ...page } });
  return data.events as EventConnection;
}

/** A range of hours from the first midnight on. */
function hours(from: number, to: number) {
  const time = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString();
  return { startsAfter: time(from), startsBefore: time(to) };
}

function startingIn({ startsAfter, startsBefore }: ReturnType<typeof hours>): string[] {
  const [after, before] = [Date.parse(startsAfter), Date.parse(startsBefore)];
  return events
    .filter(({ startTime }) => Date.parse(startTime) >= after && Date.parse(startTime) < before)
    .map(({ id }) => id);
}

const idsOf = ({ nodes }: EventConnection) => nodes.map(({ id }) => id);

describe('events between two times', () => {
  test.each([
    ['an evening over midnight', -6, 6],
    ['a day', -24, 0],
    ['eight days', 0, 8 * 24],
    ['eight days that begin and end within a day', 5, 8 * 24 + 5],
  ])('%s: in order, in one request', async (_, from, to) => {
    const range = hours(from, to);
    const page = await pageOf(range);
    const expected = startingIn(range);
    expect(expected.length).toBeGreaterThan(1);
    expect(expected.length).toBeLessThan(events.length);
    expect(idsOf(page)).toEqual(expected);
    expect(page.totalCount).toBe(expected.length);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  });

  test('the first time is included and the second is not', async () => {
    const [first, second] = [...new Set(events.map(({ startTime }) => startTime))];
    const range = { startsAfter: first ?? '', startsBefore: second ?? '' };
    const starts = events.filter(({ startTime }) => startTime === first);
    expect(idsOf(await pageOf(range))).toEqual(starts.map(({ id }) => id));
  });

  test('in another zone they are the same moments', async () => {
    const { startsAfter, startsBefore } = hours(-6, 6);
    const west = new Date(Date.parse(startsAfter) - 5 * 3_600_000).toISOString();
    const page = await pageOf({ startsAfter: west.replace('Z', '-05:00'), startsBefore });
    expect(idsOf(page)).toEqual(startingIn({ startsAfter, startsBefore }));
  });

  test('pages follow each other by cursor, with the total of the whole list', async () => {
    const range = hours(-24, 72);
    const found: string[] = [];
    for await (const page of pagesOf((after) => pageOf(range, { first: 3, after }))) {
      expect(page.totalCount).toBe(startingIn(range).length);
      expect(page.edges.map(({ node }) => node.id)).toEqual(idsOf(page));
      expect(page.pageInfo.hasPreviousPage).toBe(found.length > 0);
      found.push(...idsOf(page));
    }
    expect(found).toEqual(startingIn(range));
    expect(found.length).toBeGreaterThan(6);
  });

  test('a cursor belongs to its range', async () => {
    const { pageInfo } = await pageOf(hours(-24, 72), { first: 1 });
    const reply = await graph.ask(QUERY, {
      variables: { filter: hours(-24, 71), after: pageInfo.endCursor },
    });
    expect(reply.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'after',
    });
  });

  test('the other conditions apply as well, and a day within the range narrows it', async () => {
    const range = hours(-24, 7 * 24);
    const inLeague = (id: string) => events.find((event) => event.id === id)?.league === 'nba';
    const nba = startingIn(range).filter(inLeague);
    expect(nba.length).toBeGreaterThan(0);
    expect(idsOf(await pageOf({ ...range, leagues: ['NBA'] }))).toEqual(nba);
    graph.fresh();
    const date = new Date(midnight - DAY).toISOString().slice(0, 10);
    expect(idsOf(await pageOf({ ...range, date }))).toEqual(startingIn(hours(-24, 0)));
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  });

  const at = (startsAfter: string, startsBefore: string) => ({ startsAfter, startsBefore });
  test.each<[string, EventFilter, string]>([
    ['no end', { startsAfter: '2026-11-24T00:00:00Z' }, 'startsAfter'],
    ['no beginning', { startsBefore: '2026-11-24T00:00:00Z' }, 'startsBefore'],
    [
      'an end at the beginning',
      at('2026-11-24T01:00:00+01:00', '2026-11-24T00:00:00Z'),
      'startsBefore',
    ],
    [
      'an end before the beginning',
      at('2026-11-24T00:00:00Z', '2026-11-23T00:00:00Z'),
      'startsBefore',
    ],
    [
      'more than eight days',
      at('2026-11-20T00:00:00Z', '2026-11-28T00:00:00.001Z'),
      'startsBefore',
    ],
    [
      'a day outside',
      { ...at('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'), date: '2026-11-21' },
      'date',
    ],
  ])('%s is refused without a request', async (_, filter, field) => {
    const reply = await graph.ask(QUERY, { variables: { filter } });
    expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
    expect(reply.errors[0]?.extensions).toMatchObject({ argument: `filter.${field}` });
    expect(graph.proxy.costs).toEqual({});
  });
});

test('events without a readable start come first, and leave the others in order', async () => {
  const starts = ['2026-11-23T00:00:00Z', '', '2026-11-21T00:00:00Z'];
  graph.proxy.rewrite<{ data: object[] }>('GET /events', (list) => ({
    ...list,
    data: starts.map((start_time, index) => ({ ...list.data[index], start_time })),
  }));
  const query = '{ events(filter: { outrights: false }) { nodes { startTime } } }';
  const { events } = await graph.dataOf(query);
  expect(events?.nodes.map(({ startTime }) => startTime)).toEqual(['', starts[2], starts[0]]);
});

test('starts without a zone are in UTC, in whatever zone the server runs', async () => {
  const starts = ['2026-11-21T19:00', '2026-11-21T20:00:00.123456', '2026-11-21T23:00:00+02:00'];
  graph.proxy.rewrite<{ data: object[] }>('GET /events', (list) => ({
    ...list,
    data: starts.map((start_time, index) => ({ ...list.data[index], start_time })),
  }));
  const server = new OddsgraphProcess({
    UPSTREAM_URL: graph.proxy.url.href,
    TZ: 'America/New_York',
  });
  onTestFinished(() => server.kill());
  const client = await server.listening();
  const { data } = await client.ask(`{ events(filter: { startsAfter: "2026-11-21T18:00:00Z",
    startsBefore: "2026-11-21T22:00:00Z" }) { nodes { startTime } } }`);
  const expected = [`${starts[0]}Z`, `${starts[1]}Z`, starts[2]];
  expect(data.events?.nodes.map(({ startTime }) => startTime)).toEqual(expected);
});

describe('outrights', () => {
  const isOutright = ({ homeTeam, awayTeam }: Event) => homeTeam === null || awayTeam === null;

  test.each([true, false])('outrights: %s selects from the whole list', async (outrights) => {
    const expected = events.filter((event) => isOutright(event) === outrights);
    const page = await pageOf({ outrights });
    expect(idsOf(page)).toEqual(expected.map(({ id }) => id));
    expect(page.totalCount).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(2);
    const rest = await pageOf({ outrights }, { first: 200, after: page.edges[1]?.cursor });
    expect(idsOf(rest)).toEqual(expected.slice(2).map(({ id }) => id));
    expect(rest.totalCount).toBe(expected.length);
  });

  test('of one market are those with odds on it, by type or by category', async () => {
    const winners = events.filter(
      (event) => isOutright(event) && event.markets.includes('championship_winner'),
    );
    const page = await pageOf({ outrights: true, markets: ['Championship_Winner'] });
    expect(idsOf(page)).toEqual(winners.map(({ id }) => id));
    expect(winners.length).toBeGreaterThan(1);
    const props = events.filter(({ markets }) => markets.some((one) => one.startsWith('player_')));
    expect(idsOf(await pageOf({ markets: ['props'] }))).toEqual(props.map(({ id }) => id));
  });

  test('have a name: their title, or the league and what they are about', () => {
    const nameless = events.filter(({ homeTeam, awayTeam }) => !homeTeam && !awayTeam);
    expect(nameless.length).toBeGreaterThan(0);
    const about = new Set(nameless.map(({ name }) => name));
    expect(about).toContain('La Liga: Championship Winner');
    expect(about.size).toBeGreaterThan(3);
    for (const { name, homeTeam, awayTeam } of events) {
      if (homeTeam && !awayTeam) expect(name).toBe(homeTeam);
      expect(name).toEqual(expect.any(String));
    }
  });
});
