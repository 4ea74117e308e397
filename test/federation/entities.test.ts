import { describe, expect, test } from 'vitest';
import { codesOf, type Question, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { answer } from '../harness/servers/faults.ts';

interface Entities {
  readonly _entities: readonly (Record<string, unknown> | null)[] | null;
}

const graph = await sharedGraph();
const catalogue = await graph.rest<{ data: { id: string }[] }>('/events?limit=60');
/** Event ids in the order of the catalogue. */
const ids = catalogue.data.map(({ id }) => id);

const QUERY = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename ... on Event { id } ... on Sportsbook { id displayName } } }`;

const event = (id: unknown) => ({ __typename: 'Event', id });
const sportsbook = (id: unknown) => ({ __typename: 'Sportsbook', id });

function resolve(representations: readonly unknown[], question: Question = {}, query = QUERY) {
  return graph.ask<Entities>(query, { variables: { representations }, ...question });
}

test('a router may send 10,000 representations with several fields', async () => {
  const one = { ...sportsbook('fanduel'), a: 1, b: 2, c: null };
  const { data, errors } = await resolve(Array(10_000).fill(one), { transport: '/subgraph' });
  expect(errors).toEqual([]);
  expect(data._entities).toHaveLength(10_000);
});

describe.each(TRANSPORTS)('through %s', (transport) => {
  test('reads the catalogue once for fifty events', async () => {
    const wanted = ids.slice(0, 50).reverse();
    const { data, errors } = await resolve(wanted.map(event), { transport });
    expect(errors).toEqual([]);
    expect(data._entities?.map((entity) => entity?.['id'])).toEqual(wanted);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  });

  test('returns events and sportsbooks in the order of their representations', async () => {
    const [first, second] = ids;
    const { data, errors } = await resolve(
      [sportsbook('fanduel'), event(second), sportsbook('draftkings'), event(first), event(second)],
      { transport },
    );
    expect(errors).toEqual([]);
    expect(data._entities).toEqual([
      { __typename: 'Sportsbook', id: 'fanduel', displayName: 'FanDuel' },
      { __typename: 'Event', id: second },
      { __typename: 'Sportsbook', id: 'draftkings', displayName: 'DraftKings' },
      { __typename: 'Event', id: first },
      { __typename: 'Event', id: second },
    ]);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'GET /sportsbooks': 1 });
  });

  test('returns null without an error for an unknown id', async () => {
    const { data, errors } = await resolve([event('0'), sportsbook('nobody'), event(ids[0])], {
      transport,
    });
    expect(errors).toEqual([]);
    expect(data._entities).toEqual([null, null, { __typename: 'Event', id: ids[0] }]);
  });

  test.each([
    ['of an unknown type', { __typename: 'Horse', id: '1' }, '__typename'],
    ['of a type that is no entity', { __typename: 'Odds', id: '1' }, '__typename'],
    ['of the query type', { __typename: 'Query' }, '__typename'],
    ['without a type', { id: '1' }, '__typename'],
    ['whose type is a name that every object has', { __typename: 'constructor' }, '__typename'],
    ['without an id', { __typename: 'Event' }, 'id'],
    ['with an id that is no string', { __typename: 'Event', id: { $ne: null } }, 'id'],
    ['with an empty id', { __typename: 'Sportsbook', id: '' }, 'id'],
    ['that is no object', 7, null],
    ['that is a list', [{ __typename: 'Event', id: '1' }], '__typename'],
  ])('fails only the representation %s', async (_name, bad, part) => {
    const { status, data, errors } = await resolve([event(ids[0]), bad, sportsbook('circa')], {
      transport,
    });
    expect(status).toBe(294);
    expect(data._entities).toEqual([
      { __typename: 'Event', id: ids[0] },
      null,
      { __typename: 'Sportsbook', id: 'circa', displayName: 'Circa Sports' },
    ]);
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['_entities', 1],
        extensions: {
          code: 'BAD_USER_INPUT',
          argument: ['representations.1', part].filter((p) => p !== null).join('.'),
        },
      }),
    ]);
  });

  test('refuses an operation with a null among the representations', async () => {
    const { data, errors } = await resolve([event(ids[0]), null], { transport });
    expect(data).toBeUndefined();
    expect(codesOf({ errors })).toEqual(['BAD_USER_INPUT']);
    expect(graph.proxy.counts).toEqual({});
  });

  test('returns an empty list for no representations', async () => {
    const { data, errors } = await resolve([], { transport });
    expect({ data, errors }).toEqual({ data: { _entities: [] }, errors: [] });
    expect(graph.proxy.counts).toEqual({});
  });

  test('batches the upstream requests of event fields over all representations', async () => {
    const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Event { id odds(filter: { markets: ["moneyline"] }) { price { american } } } } }`;
    const { data, errors } = await resolve(ids.slice(0, 50).map(event), { transport }, query);
    expect(errors).toEqual([]);
    expect(data._entities).toHaveLength(50);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
  });

  test('refuses a field of an entity above the tier, and keeps its siblings', async () => {
    const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Event { id liveGameState { homeScore } } } }`;
    const { status, data, errors } = await resolve(
      [event(ids[0])],
      { transport, key: 'demo_free' },
      query,
    );
    expect(status).toBe(294);
    expect(data._entities).toEqual([{ id: ids[0], liveGameState: null }]);
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['_entities', 0, 'liveGameState'],
        extensions: {
          code: 'TIER_RESTRICTED',
          requiredTier: 'ENTERPRISE',
          currentTier: 'FREE',
        },
      }),
    ]);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  });

  test('refuses entities without a key with a single error', async () => {
    const many = [event(ids[0]), ...Array.from({ length: 2_000 }, () => ({}))];
    const { status, errors } = await resolve(many, { transport, key: null });
    expect(status).toBe(401);
    expect(codesOf({ errors })).toEqual(['UNAUTHENTICATED']);
    expect(graph.proxy.counts).toEqual({});
  });

  test('fails events but not sportsbooks if the catalogue cannot be read', async () => {
    graph.proxy.spoil('GET /events', answer(500));
    const { data, errors } = await resolve([event(ids[0]), sportsbook('fanduel')], { transport });
    expect(data._entities).toEqual([
      null,
      { __typename: 'Sportsbook', id: 'fanduel', displayName: 'FanDuel' },
    ]);
    expect(codesOf({ errors })).toEqual(['UPSTREAM_UNAVAILABLE']);
  });
});
