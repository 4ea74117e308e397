import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange, type OperationResult } from '@urql/core';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveLink, oddsCacheConfig } from '../../src/client/libraries/apollo.ts';
import { liveExchange, mergeOdds } from '../../src/client/libraries/urql.ts';
import type { LiveOddsEvent, Odds } from '../../src/client/odds-client.ts';
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

interface LiveOdds {
  readonly liveOdds: LiveOddsEvent<Odds> | null;
}
interface Events {
  readonly events: { readonly nodes: readonly { readonly odds: readonly Odds[] }[] };
}

const shown = (odds: readonly Odds[]) =>
  odds.map(({ id, price: { american } }) => `${id} ${american}`).sort();

/** A client of Apollo with the list of an event's prices, and how that list looks now. */
async function startApollo() {
  const started = await startGame();
  const { client, graph } = started;
  const headers = { authorization: `Bearer ${KEY}` };
  const apollo = new ApolloClient({
    cache: new InMemoryCache(oddsCacheConfig),
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      createLiveLink(client),
      new HttpLink({ uri: `${graph.url}/graphql`, headers }),
    ),
  });
  onTestFinished(() => apollo.stop());
  await apollo.query<Events>({ query: EVENTS });
  const odds = () => {
    const [node] = apollo.readQuery<Events>({ query: EVENTS })?.events.nodes ?? [];
    return shown(node?.odds ?? []);
  };
  expect(odds()).toEqual(['1 100', '2 100', '3 100']);
  return { ...started, apollo, odds };
}

test("Apollo Client's queries follow a subscription: prices change, and those that are removed leave the cache", async () => {
  const { game, graph, apollo, odds } = await startApollo();
  let snapshots = 0;
  const subscription = apollo
    .subscribe<LiveOdds>({ query: gql(LIVE_ODDS) })
    .subscribe(({ data }) => {
      snapshots += Number(data?.liveOdds?.__typename === 'OddsSnapshot');
    });
  onTestFinished(() => subscription.unsubscribe());
  await until(() => snapshots > 0);
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
});

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
