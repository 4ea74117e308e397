import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange, type OperationResult } from '@urql/core';
import { isAbstractType } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLiveLink, oddsCacheConfig } from '../../src/client/libraries/apollo.ts';
import type { Followed, OnState } from '../../src/client/libraries/feed-results.ts';
import { liveExchange, mergeOdds } from '../../src/client/libraries/urql.ts';
import type { LiveOddsEvent, Odds } from '../../src/client/odds-client.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { until } from '../harness/until.ts';
import { KEY, open, startGame } from './live-game.ts';

const LIVE_ODDS = `subscription ($after: String) {
  liveOdds(after: $after) {
    ... on OddsSnapshot { offset isLast cursor odds { ...Price } }
    ... on OddsUpdate { cursor replacedKeys odds { ...Price } }
    ... on OddsRemoval { cursor keys }
  }
}
fragment Price on Odds { key id price { american } }`;
const EVENTS = gql`
  query { events(first: 1) { nodes { id odds { key id price { american } } } } }
`;

const INVALID = `subscription ($least: Float) {
  liveOpportunities(minEvPercent: $least) { nothing }
}`;

interface LiveOdds {
  readonly liveOdds: LiveOddsEvent<Odds> | null;
}
interface Events {
  readonly events: { readonly nodes: readonly { readonly odds: readonly Odds[] }[] };
}

const shown = (odds: readonly Odds[]) =>
  odds.map(({ id, price: { american } }) => `${id} ${american}`).sort();

/** A client of Apollo with the list of an event's prices, how that list looks now, and the requests for queries. */
async function startApollo() {
  const started = await startGame();
  const { client, graph } = started;
  const headers = { authorization: `Bearer ${KEY}` };
  const fetch = vi.fn(globalThis.fetch);
  const apollo = new ApolloClient({
    cache: new InMemoryCache(oddsCacheConfig),
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      createLiveLink(client),
      new HttpLink({ uri: `${graph.url}/graphql`, headers, fetch }),
    ),
  });
  onTestFinished(() => apollo.stop());
  await apollo.query<Events>({ query: EVENTS });
  const odds = () => {
    const [node] = apollo.readQuery<Events>({ query: EVENTS })?.events.nodes ?? [];
    return shown(node?.odds ?? []);
  };
  expect(odds()).toEqual(['1 100', '2 100', '3 100']);
  return { ...started, apollo, odds, requests: fetch.mock.calls };
}

/** Subscribes to prices until the end of the test. Resolves once they have come. */
async function followOdds(apollo: ApolloClient, document = LIVE_ODDS) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = apollo
    .subscribe<LiveOdds>({ query: gql(document), errorPolicy: 'all' })
    .subscribe(() => resolve());
  onTestFinished(() => subscription.unsubscribe());
  await promise;
}

test.each([
  ['a subscription', LIVE_ODDS],
  ['one in which a field fails', LIVE_ODDS.replace('key id', 'key opening { at }')],
])(
  "Apollo Client's queries follow %s: prices change, and those that are removed leave the cache",
  async (_, document) => {
    const { game, graph, apollo, odds } = await startApollo();
    await followOdds(apollo, document);
    game.moveHome();
    await until(() => {
      graph.clock.advance(100);
      return odds().includes('1 150');
    });
    game.feed.withdraw(game.moneyline.slice(1));
    await until(() => {
      graph.clock.advance(100);
      return odds().length === 2;
    });
  },
);

test("Apollo Client's queries lose the prices that a later snapshot lacks, after its last part", async () => {
  const { game, graph, apollo, odds } = await startApollo();
  const inParts = LIVE_ODDS.replace('after: $after)', 'after: $after, chunkSize: 1)');
  const lists = new Set<string>();
  let snapshots = 0;
  const subscription = apollo.subscribe<LiveOdds>({ query: gql(inParts) }).subscribe(({ data }) => {
    const event = data?.liveOdds;
    snapshots += Number(event?.__typename === 'OddsSnapshot' && event.isLast);
    lists.add(odds().join());
  });
  onTestFinished(() => subscription.unsubscribe());
  await until(() => snapshots === 1);
  await graph.stopGraph(); // Another process knows no cursor of this one.
  game.feed.withdraw(game.moneyline.slice(1));
  await graph.startGraph();
  await until(() => snapshots === 2);
  expect([...lists]).toEqual(['1 100,2 100,3 100', '1 100,3 100']);
});

test("what is removed leaves the edges of Apollo Client's queries, which does not take a request", async () => {
  const { game, graph, apollo, requests } = await startApollo();
  const query = gql`query { odds { edges { node { key id price { american } } } } }`;
  let odds: readonly Odds[] = [];
  const watched = apollo
    .watchQuery<{ odds: { edges: readonly { node: Odds }[] } }>({ query })
    .subscribe(({ data, dataState }) => {
      if (dataState === 'complete') odds = data.odds.edges.map(({ node }) => node);
    });
  onTestFinished(() => watched.unsubscribe());
  await until(() => odds.length === 3);
  await followOdds(apollo);
  game.feed.withdraw(game.moneyline.slice(1));
  await until(() => {
    graph.clock.advance(100);
    return odds.length === 2;
  });
  game.moveHome();
  await until(() => {
    graph.clock.advance(100);
    return shown(odds).includes('1 150');
  });
  expect(requests).toHaveLength(2); // Those for the list of the event and for this one.
});

test('edges that are read without their prices stay as they are', async () => {
  const { apollo } = await startApollo();
  const query = gql`query { odds { edges { cursor } } }`;
  const { data } = await apollo.query<{ odds: { edges: object[] } }>({ query });
  expect(data?.odds.edges).toHaveLength(3);
});

test("Apollo Client knows the types of all of the graph's interfaces and unions", () => {
  const schema = executableSchema();
  const types = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .filter(({ name }) => name !== '_Entity') // For routers.
    .map((type) => [type.name, new Set(schema.getPossibleTypes(type).map(({ name }) => name))]);
  const known = Object.entries(oddsCacheConfig.possibleTypes);
  expect(Object.fromEntries(known.map(([name, of]) => [name, new Set(of)]))).toEqual(
    Object.fromEntries(types),
  );
});

test("urql's subscriptions keep a list of prices over a restart of the server", async () => {
  const { game, graph, client } = await startGame();
  const urql = new Client({
    url: `${graph.url}/graphql`,
    preferGetMethod: false,
    exchanges: [liveExchange(client), fetchExchange],
  });
  let odds: readonly Odds[] = [];
  const { unsubscribe } = urql.subscription<LiveOdds>(LIVE_ODDS, {}).subscribe(({ data }) => {
    if (data?.liveOdds) odds = mergeOdds(odds, data.liveOdds);
  });
  onTestFinished(unsubscribe);
  await until(() => odds.length === 3);
  await graph.stopGraph();
  game.moveHome();
  await graph.startGraph();
  await until(() => shown(odds).includes('1 150'));
  game.feed.withdraw(game.moneyline.slice(1));
  await until(() => {
    graph.clock.advance(100);
    return odds.length === 2;
  });
});

test('whoever makes the link of Apollo Client or the exchange of urql hears when what they have is not current', async () => {
  const { graph, client } = await startGame();
  const states = { apollo: '', urql: '' };
  const link = createLiveLink(client, ({ kind }) => {
    states.apollo = kind;
  });
  const exchange = liveExchange(client, ({ kind }) => {
    states.urql = kind;
  });
  const apollo = new ApolloClient({ cache: new InMemoryCache(oddsCacheConfig), link });
  onTestFinished(() => apollo.stop());
  const urql = new Client({ url: graph.url, preferGetMethod: false, exchanges: [exchange] });
  onTestFinished(urql.subscription(LIVE_ODDS, {}).subscribe(() => {}).unsubscribe);
  await followOdds(apollo);
  await until(() => states.apollo === 'open' && states.urql === 'open');
  await graph.stopGraph();
  await until(() => states.apollo === 'lost' && states.urql === 'lost');
  await graph.startGraph();
  await until(() => states.apollo === 'open' && states.urql === 'open');
});

test('who hears states is told of which subscription each is, and when that has ended', async () => {
  const { graph } = await startGame();
  const client = open(graph);
  const heard = new Map<Followed, string>();
  const hear: OnState = ({ kind }, followed) => {
    heard.set(followed, kind);
    followed.ended.addEventListener('abort', () => heard.delete(followed));
  };
  const urql = new Client({
    url: graph.url,
    preferGetMethod: false,
    exchanges: [liveExchange(client, hear)],
  });
  const prices = urql.subscription(LIVE_ODDS, {}).subscribe(() => {});
  const kindOf = (field: string) =>
    [...heard].find(([{ query }]) => query.includes(field))?.[1] ?? 'none';
  await until(() => kindOf('liveOdds') === 'open');
  const { error } = await urql.subscription(INVALID, { least: 1 }).toPromise();
  expect(error).toBeDefined();
  expect([...heard.keys()].map(({ variables }) => variables)).toEqual([{}]);
  prices.unsubscribe();
  expect([...heard]).toEqual([]);
});

test('Apollo Client and urql hear of the errors of fields beside the rest of a result', async () => {
  const { client, graph } = await startGame();
  const document =
    'subscription { liveOdds { ... on OddsSnapshot { odds { key opening { at } } } } }';
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link: createLiveLink(client) });
  onTestFinished(() => apollo.stop());
  const heard: unknown[] = [];
  const options = { query: gql(document), errorPolicy: 'all', fetchPolicy: 'no-cache' } as const;
  const subscription = apollo.subscribe(options).subscribe((result) => heard.push(result.error));
  onTestFinished(() => subscription.unsubscribe());
  await until(() => heard.length > 0);
  const code = 'FEATURE_NOT_AVAILABLE';
  expect(heard[0]).toMatchObject({ errors: [{ extensions: { code } }, {}, {}] });
  const urql = new Client({
    url: `${graph.url}/graphql`,
    preferGetMethod: false,
    exchanges: [liveExchange(client)],
  });
  const results: OperationResult<LiveOdds>[] = [];
  const { unsubscribe } = urql
    .subscription<LiveOdds>(document, {})
    .subscribe((result) => results.push(result));
  onTestFinished(unsubscribe);
  await until(() => results.length > 0);
  expect(results[0]?.data?.liveOdds).toMatchObject({ odds: [{}, {}, {}] });
  expect(results[0]?.error?.graphQLErrors).toMatchObject([{ extensions: { code } }, {}, {}]);
});

test('a subscription that is refused for good ends with its error', async () => {
  const { graph } = await startGame();
  const urql = new Client({
    url: `${graph.url}/graphql`,
    preferGetMethod: false,
    exchanges: [liveExchange(open(graph, 'demo_free'))],
  });
  const { error } = await urql.subscription(LIVE_ODDS, {}).toPromise();
  expect(error?.networkError ?? error).toMatchObject({ code: 'TIER_RESTRICTED' });
});
