import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Odds as WireOdds } from '../../src/contract/odds/odds.ts';
import type {
  Event,
  EventConnection,
  Odds,
  OddsConnection,
} from '../../src/generated/schema-types.ts';
import { nodesOf } from '../harness/clients/pages.ts';
import { hasWorldCup, WORLD_CUP } from '../harness/servers/recorded-boards.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

type Row = Record<keyof WireOdds | 'timestamp', string>;

const BATCH_FIELDS =
  'key eventId sportsbookId sport league marketType selection selectionType price { american decimal probability } line lastSeenAt isLive';
const ALL_FIELDS = `id homeTeam awayTeam eventStartTime changedAt status playerName statCategory publicBetShare maxBet ${BATCH_FIELDS}`;

/** The fields of a row in the file that a batch must return. */
function batched(row: Row) {
  return {
    key: [row.event_id, row.sportsbook, row.market_type, row.selection, row.selection_type]
      .map((part) => part.replace(/[\\|]/g, '\\$&'))
      .concat(row.line === '' ? '' : String(Number(row.line)))
      .join('|'),
    eventId: row.event_id,
    sportsbookId: row.sportsbook,
    sport: row.sport,
    league: row.league,
    marketType: row.market_type,
    selection: row.selection,
    selectionType: row.selection_type,
    price: {
      american: Number(row.odds_american),
      decimal: Number(row.odds_decimal),
      probability: 1 / Number(row.odds_decimal),
    },
    line: row.line === '' ? null : Number(row.line),
    lastSeenAt: row.timestamp,
    isLive: row.is_live === 'True',
  };
}

/** The fields of a row in the file that the list must return. */
function listed(row: Row) {
  const { price, ...rest } = batched(row);
  return {
    id: row.id,
    homeTeam: row.home_team === '' ? null : row.home_team,
    awayTeam: row.away_team === '' ? null : row.away_team,
    eventStartTime: row.event_start_time,
    changedAt: null,
    status: null,
    playerName: null,
    statCategory: null,
    publicBetShare: null,
    maxBet: null,
    ...rest,
    price: { ...price, probability: Number(row.odds_probability) },
  };
}

/** Sorted by `key`, of which no two are the same. */
function sorted<T extends { key: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

describe.skipIf(!hasWorldCup)('the recorded World Cup board', () => {
  let graph: TestGraph;
  let rows: Row[];

  beforeAll(async () => {
    rows = parse<Row>(readFileSync(WORLD_CUP), { columns: true });
    graph = await startTestGraph({ feed: WORLD_CUP });
  });
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());

  /** Every node of a list, page after page. */
  async function all<T>(list: 'odds' | 'events', first: number, selection: string): Promise<T[]> {
    const query = `query ($after: String) { ${list}(first: ${first}, after: $after) {
      nodes ${selection} pageInfo { hasNextPage endCursor } } }`;
    return nodesOf(async (after) => {
      const data = await graph.dataOf<
        Record<typeof list, (OddsConnection | EventConnection) & { nodes: T[] }>
      >(query, { variables: { after } });
      return data[list];
    });
  }

  test('is returned by odds page by page, each of its 6,132 prices as in the file', async () => {
    const odds = await all<Odds>('odds', 200, `{ ${ALL_FIELDS} }`);
    expect(odds).toHaveLength(6_132);
    expect(sorted(odds)).toEqual(sorted(rows.map(listed)));
    expect(new Set(odds.map(({ id }) => id)).size).toBe(6_116); // 16 ids appear twice.
    expect(new Set(odds.map(({ key }) => key)).size).toBe(6_132);
    expect(graph.proxy.costs).toEqual({ 'GET /odds': 31 });
  });

  test('is returned by the odds of its events in batches', async () => {
    const events = await all<Event>('events', 200, `{ odds { ${BATCH_FIELDS} } }`);
    expect(events).toHaveLength(250);
    const odds = events.flatMap((event) => event.odds ?? []);
    expect(sorted(odds)).toEqual(sorted(rows.map(batched)));
    expect(graph.proxy.costs).toEqual({ 'GET /events': 2, 'POST /odds/batch': 3 });
  });

  test('is returned by the odds of its events from the list', async () => {
    const events = await all<Event>('events', 50, `{ id odds { ${ALL_FIELDS} } }`);
    const odds = events.flatMap((event) => event.odds ?? []);
    expect(sorted(odds)).toEqual(sorted(rows.map(listed)));
    for (const event of events) {
      expect(event.odds?.every(({ eventId }) => eventId === event.id)).toBe(true);
    }
  });

  test('has null teams in events and prices if the file names none, and events have a name anyway', async () => {
    const events = await all<Event>('events', 200, '{ id homeTeam awayTeam name }');
    const nameless = events.filter(({ awayTeam }) => awayTeam === null);
    expect(nameless.length).toBeGreaterThan(0);
    const about = 'FIFA - World Cup: ';
    for (const { homeTeam, name } of nameless) {
      expect(name).toEqual(homeTeam ?? expect.stringContaining(about));
    }
    const teams = events.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]);
    expect(teams).not.toContain('');
  });

  test.each([
    ['julian ALVAREZ', /juli[aá]n [aá]lvarez/i],
    ['Julián  Álvarez', /juli[aá]n [aá]lvarez/i],
    ['zaire emery', /za[iï]re[ -]emery/i],
    ['Nico O’Reilly', /nico o'reilly/i],
  ])('has the props of "%s", whose name the selection has', async (player, spellings) => {
    const query = `query ($id: ID!, $players: [String!]) {
      event(id: $id) { odds(filter: { players: $players }) { ${BATCH_FIELDS} } } }`;
    const isOfPlayer = ({ selection }: Row) => spellings.test(selection);
    const isProp = (row: Row) => row.market_type.startsWith('player_') && isOfPlayer(row);
    const id = rows.find(isProp)?.event_id;
    const expected = rows.filter((row) => row.event_id === id && isOfPlayer(row));
    expect(new Set(expected.map(({ selection }) => selection)).size).toBeGreaterThan(1);
    const { data } = await graph.ask(query, { variables: { id, players: [player] } });
    expect(sorted(data.event?.odds ?? []).map(({ key }) => key)).toEqual(
      sorted(expected.map(batched)).map(({ key }) => key),
    );
  });
});
