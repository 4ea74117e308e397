import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import type { Sport } from '../../src/generated/schema-types.ts';
import { subscribeToBoard } from '../harness/clients/board-subscriber.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { rowsOf } from '../harness/clients/pages.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { wideBoard } from '../harness/feeds/wide-board.ts';
import { graphOfTest } from '../harness/hooks/shared-graph.ts';
import { rewrite } from '../harness/servers/fault-proxy.ts';
import { hasWorldCup, WORLD_CUP } from '../harness/servers/recorded-boards.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

const SPORTS = `{ sports { id name eventCount liveEventCount leagues { id name eventCount } marketTypes } }`;
const SECOND = 1_000;

interface Page {
  readonly data: Event[];
  readonly meta: { readonly pagination: object };
}

let graph: TestGraph;

const listedEvents = (key?: string) => rowsOf<Event>(graph, '/events', key);

/** Upstream's list of events, of which it says that there are so many, and that every page has a next one. */
const listOf = (total: number) =>
  rewrite<Page>(({ data, meta }) => ({
    data,
    meta: { ...meta, total, pagination: { ...meta.pagination, has_more: true } },
  }));

/** The pages that a list of so many events takes: each begins ten events before the end of the one before. */
const pagesOf = (count: number) => Math.ceil((count - 10) / 190);

const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();

/** The sports of events, counted independently of the server. Names are left out. */
function expectedSports(events: readonly Event[]) {
  const priced = events.filter(({ books }) => books.length > 0);
  return sorted(priced.map(({ sport }) => sport)).map((sport) => {
    const own = priced.filter((event) => event.sport === sport);
    return {
      id: sport,
      name: expect.any(String),
      eventCount: own.length,
      liveEventCount: own.filter(({ is_live }) => is_live).length,
      leagues: sorted(own.map(({ league }) => league)).map((league) => ({
        id: league,
        name: expect.any(String),
        eventCount: own.filter((event) => event.league === league).length,
      })),
      marketTypes: sorted(own.flatMap(({ markets }) => markets)),
    };
  });
}

describe('on the simulated board', () => {
  beforeAll(async () => {
    graph = await startTestGraph({ feed: simulationOfOpportunities });
    graph.originClock.advance(5 * SECOND);
  });
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());

  test('sports counts all events that a tier sees', async () => {
    for (const key of ['demo_free', 'demo_enterprise']) {
      graph.fresh();
      const events = await listedEvents(key);
      const { data, errors, cost } = await graph.ask(SPORTS, { key });
      expect(errors).toEqual([]);
      expect(data.sports).toEqual(expectedSports(events));
      const pages = pagesOf(events.length);
      expect(graph.proxy.costs).toEqual({ 'GET /events': pages });
      expect(cost).toMatchObject({ calls: pages, cached: 0 });
    }
  });

  test('the slugs find the events that are counted, and the names are for people', async () => {
    const { data } = await graph.ask(SPORTS);
    expect(data.sports?.length).toBeGreaterThan(4);
    const leagues = data.sports?.flatMap((sport) => sport.leagues) ?? [];
    for (const { id, eventCount } of leagues) {
      const query = `query ($in: [String!]) { events(first: 1, filter: { leagues: $in }) { totalCount } }`;
      const { data: found } = await graph.ask(query, { variables: { in: [id] } });
      expect(found.events?.totalCount, id).toBe(eventCount);
    }
    const all = [...(data.sports ?? []), ...leagues];
    const names = new Map(all.map(({ id, name }) => [id, name]));
    expect([names.get('basketball'), names.get('nba')]).toEqual(['Basketball', 'NBA']);
    expect(names.size).toBe(all.length);
  });

  test('an event without odds, and an event on two pages, do not add to the counts', async () => {
    const events = await listedEvents();
    const [first] = events;
    const without = { ...first, books: [], book_count: 0, markets: [] };
    graph.proxy.rewriteRows<Event>('GET /events', (event) =>
      event.id === first?.id ? { ...event, ...without } : event,
    );
    const { data } = await graph.ask(SPORTS);
    expect(data.sports).toEqual(expectedSports(events.slice(1)));
  });

  test('slugs that differ only in case are one sport and one league', async () => {
    const events = await listedEvents();
    graph.proxy.rewriteRows<Event>('GET /events', (event, index) =>
      index % 2 === 0
        ? { ...event, sport: event.sport.toUpperCase(), league: event.league.toUpperCase() }
        : event,
    );
    const { data } = await graph.ask<{ sports: Sport[] }>(SPORTS);
    const lower = (sport: Sport) => [sport.id.toLowerCase(), sport.eventCount];
    expect(data.sports.map(lower)).toEqual(
      expectedSports(events).map(({ id, eventCount }) => [id, eventCount]),
    );
  });

  test('an operation that also looks up events shares the pages', async () => {
    const events = await listedEvents();
    const [one] = events;
    const data = await graph.dataOf(`query ($id: ID!) { sports { id } event(id: $id) { id } }`, {
      variables: { id: one?.id },
    });
    expect(data.event?.id).toBe(one?.id);
    expect(graph.proxy.costs).toEqual({ 'GET /events': pagesOf(events.length) });
  });

  test('a list that is longer than upstream can be paged through is an error, not a wrong count', async () => {
    graph.proxy.spoil('GET /events', listOf(5_141));
    const reply = await graph.ask(SPORTS);
    expect(reply.data.sports).toBeNull();
    expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(reply.errors[0]?.message).toContain('more events than the 5000 events');
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  });

  test('of the longest list that upstream can be paged through, all pages after the first are read together', async () => {
    const PAGES = 27;
    const all = Promise.withResolvers<void>();
    graph.proxy.spoil('GET /events', async (exchange) => {
      const asked = graph.proxy.counts['GET /events'] ?? 0;
      if (asked === PAGES) all.resolve();
      if (asked > 1) await all.promise;
      await listOf(5_140)(exchange);
    });
    expect((await graph.ask(SPORTS)).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ 'GET /events': PAGES });
  });

  test('a live board answers without a request, with what the list of events says', async () => {
    const subscriber = await subscribeToBoard(graph);
    onTestFinished(() => subscriber.close());
    await graph.ask('{ sportsbooks { id } }');
    let fromBoard = 0;
    for (let round = 0; round < 5; round += 1) {
      graph.originClock.advance(20 * SECOND);
      await graph.proxy.heartbeat();
      graph.clock.advance(3 * SECOND);
      graph.proxy.reset();
      const { data, cost } = await graph.ask(`{ more: sports { id } ${SPORTS.slice(1)}`);
      expect(data.sports).toEqual(expectedSports(await listedEvents()));
      if (cost.calls > 0) continue;
      fromBoard += 1;
      expect(cost.cached).toBe(1); // However often it is selected.
    }
    expect(fromBoard).toBeGreaterThan(0);
  });

  test("a board of another tier, and a board that is silent, don't answer", async () => {
    const subscriber = await subscribeToBoard(graph);
    onTestFinished(() => subscriber.close());
    graph.clock.advance(15 * SECOND);
    graph.proxy.reset();
    expect((await graph.ask(SPORTS)).cost.calls).toBeGreaterThan(0);
    expect((await graph.ask(SPORTS, { key: 'demo_hobby' })).cost.calls).toBeGreaterThan(0);
  });
});

test('every page of a long list counts, and an operation soon after uses them again', async () => {
  graph = await graphOfTest({ feed: wideBoard(500) });
  const { data, cost } = await graph.ask(SPORTS);
  expect(data.sports).toMatchObject([
    { id: 'basketball', eventCount: 500, leagues: [{ id: 'nba', eventCount: 500 }] },
  ]);
  expect(cost).toMatchObject({ calls: 3, cached: 0 });
  const again = await graph.ask('{ sports { eventCount } }');
  expect(again.cost).toMatchObject({ calls: 0, cached: 3 });
  expect(graph.proxy.costs).toEqual({ 'GET /events': 3 });
});

describe.skipIf(!hasWorldCup)('on the recorded World Cup board', () => {
  test('sports counts its events, with a live board and without', async () => {
    graph = await graphOfTest({ feed: WORLD_CUP });
    const expected = expectedSports(await listedEvents());
    expect((await graph.ask(SPORTS)).data.sports).toEqual(expected);
    await subscribeToBoard(graph);
    graph.clock.advance(3 * SECOND);
    const { data } = await graph.ask<{ sports: Sport[] }>(SPORTS);
    expect(data.sports).toEqual(expected);
    expect(data.sports[0]?.leagues[0]?.name).toBe('FIFA - World Cup');
  });
});
