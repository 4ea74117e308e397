import { fetchExchange, Client as UrqlClient } from '@urql/core';
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-sse';
import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../src/generated/schema-types.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { watchedConnections } from '../harness/open-connections.ts';
import { until } from '../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];

const QUERY = `subscription Live($filter: LiveFilter) {
  liveOdds(filter: $filter) {
    __typename
    ... on OddsSnapshot { odds { id price { american } } offset isLast cursor }
    ... on OddsUpdate { odds { id price { american } } cursor conflated }
    ... on OddsRemoval { ids cursor }
    ... on FeedStatus { state at code message }
  }
}`;
const variables = { filter: { leagues: ['nba', 'nhl'] } };

const openConnections = watchedConnections();
const graph = scriptedGraph(BOARD);

type Data = Pick<Subscription, 'liveOdds'>;

/** The events that a client has got, by type, with the newest price of each update. */
class Got {
  readonly events: string[] = [];
  readonly errors: unknown[] = [];
  isComplete = false;

  readonly take = ({ data }: { readonly data?: Data | null | undefined }): void => {
    const event = data?.liveOdds;
    if (event?.__typename === 'FeedStatus') this.events.push(event.state);
    else if (event?.__typename === 'OddsRemoval') this.events.push(`-${event.ids}`);
    else if (event && 'odds' in event) {
      const prices = event.odds.map(({ id, price }) => `${id}:${price.american}`);
      this.events.push(`${event.__typename} ${prices}`);
    }
  };
  readonly fail = (error: unknown): void => {
    this.errors.push(error);
  };
  readonly complete = (): void => {
    this.isComplete = true;
  };
}

function sseClient(headers: Record<string, string> = { 'x-api-key': 'demo_pro' }) {
  return createClient({ url: `${graph.url}/graphql`, headers, retryAttempts: 0 });
}

function follow(client: ReturnType<typeof sseClient>, got: Got): () => void {
  return client.subscribe<Data>(
    { query: QUERY, variables },
    { next: got.take, error: got.fail, complete: got.complete },
  );
}

/** How each client subscribes; returns what makes it leave. */
const CLIENTS: Readonly<Record<string, (got: Got) => () => void>> = {
  'graphql-sse, distinct connections mode': (got) => follow(sseClient(), got),

  'urql, which reads event streams itself': (got) =>
    new UrqlClient({
      ...{ url: `${graph.url}/graphql`, exchanges: [fetchExchange], preferGetMethod: false },
      fetchSubscriptions: true,
      fetchOptions: { headers: { 'x-api-key': 'demo_pro' } },
    })
      .subscription<Data>(QUERY, variables)
      .subscribe((result) => {
        if (result.error) got.fail(result.error);
        got.take(result);
      }).unsubscribe,

  'a plain EventSource with the key in the URL'(got) {
    const address = new URL(`${graph.url}/graphql`);
    address.searchParams.set('query', QUERY);
    address.searchParams.set('variables', JSON.stringify(variables));
    address.searchParams.set('api_key', 'demo_pro');
    const source = new EventSource(address);
    source.addEventListener('next', ({ data }) => got.take(JSON.parse(data)));
    source.addEventListener('error', got.fail);
    return () => source.close();
  },
};

test.each(Object.entries(CLIENTS))(
  'a client gets the snapshot, an update and a removal, and its stream closes when it leaves: %s',
  async (_, subscribe) => {
    const got = new Got();
    const leave = subscribe(got);
    await until(() => got.events.includes('READY'));
    expect(got.events.toSorted()).toEqual(['CONNECTED', 'OddsSnapshot 1:100,3:100', 'READY']);
    const stream = await graph.upstream.stream(1);
    stream.update(oddsDelta(1, 7), oddsDelta(2, 7));
    stream.remove('3');
    await until(() => got.events.length === 5);
    expect(got.events.slice(3)).toEqual(['-3', 'OddsUpdate 1:107']);
    leave();
    await until(() => openConnections() === 0);
    expect(got.errors).toEqual([]);
    expect(graph.log).not.toContain('demo_pro');
  },
);

test('graphql-sse gets the error with which its subscription is refused', async () => {
  const results = sseClient({}).iterate<Data>({ query: QUERY });
  const { value } = await results.next();
  expect(value).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(await results.next()).toMatchObject({ done: true });
});

test('graphql-sse reconnects after its connection was ended, and gets a new snapshot', async () => {
  const got = new Got();
  const client = createClient({
    url: `${graph.url}/graphql`,
    headers: { 'x-api-key': 'demo_pro' },
    retryAttempts: 1,
    retry: async () => {},
  });
  const leave = follow(client, got);
  await until(() => got.events.length === 3);
  graph.clock.advance(60 * 60_000); // Longer than the lifetime of a connection.
  await until(() => got.events.filter((event) => event.startsWith('OddsSnapshot')).length === 2);
  expect([got.errors, got.isComplete]).toEqual([[], false]);
  leave();
});

describe('an event stream', () => {
  const ACCEPTS = {
    'Hive Gateway': 'text/event-stream',
    'Hive Router': 'multipart/mixed;subscriptionSpec="1.0", text/event-stream',
    urql: 'text/event-stream, multipart/mixed',
    "urql's default":
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  };
  test.each(Object.entries(ACCEPTS))(
    'is the response to the Accept header of %s, and is not buffered on the way',
    async (_, accept) => {
      const client = await graph.live({}, { headers: { accept, 'accept-encoding': 'gzip, br' } });
      expect(client.response.statusCode).toBe(200);
      expect(client.response.headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/event-stream/),
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      expect(client.response.headers['content-encoding']).toBeUndefined();
      expect((await client.nextOdds()).__typename).toBe('OddsSnapshot');
    },
  );

  test('starts with its head and a first byte before there is any event', async () => {
    graph.upstream.onStream = (stream) => stream.connected();
    const client = await LiveClient.open(
      graph.url,
      'subscription { liveOdds { ... on OddsSnapshot { total } } }',
    );
    await until(() => client.pings === 1);
  });

  test('may be read by a page of another origin', async () => {
    const client = await graph.live({}, { headers: { origin: 'https://example.com' } });
    expect(client.response.headers['access-control-allow-origin']).toBe('*');
  });

  test('has a ping every twelve seconds', async () => {
    const client = await graph.live();
    await client.untilState('READY');
    for (const pings of [2, 3, 4]) {
      graph.clock.advance(11_999);
      await graph.roundTrip();
      expect(client.pings).toBe(pings - 1);
      graph.clock.advance(1);
      await until(() => client.pings === pings);
    }
  });
});
