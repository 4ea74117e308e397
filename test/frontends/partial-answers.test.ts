import { createHash } from 'node:crypto';
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
} from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { fetchExchange, Client as UrqlClient } from '@urql/core';
import { createClient as createHttpClient } from 'graphql-http';
import { createClient as createSseClient } from 'graphql-sse';
import { beforeEach, expect, test } from 'vitest';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();
/** The statuses that the client was given. */
let statuses: number[];

beforeEach(() => {
  statuses = [];
});

/** The list of live sports is above the tier of this key. */
const KEY = { 'x-api-key': 'demo_pro' };
const PARTIAL = '{ viewer { tier } liveSports { sport } }';
const DATA = { viewer: { tier: 'PRO' }, liveSports: null };
const ERROR = { path: ['liveSports'], extensions: { code: 'TIER_RESTRICTED' } };
const REFUSED = { extensions: { code: 'UNAUTHENTICATED' } };

const recording: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  statuses.push(response.status);
  return response;
};

function apollo(headers: Record<string, string>, ...before: ApolloLink[]) {
  const http = new HttpLink({ uri: `${graph.url}/graphql`, headers, fetch: recording });
  return new ApolloClient({ link: ApolloLink.from([...before, http]), cache: new InMemoryCache() });
}

function urql(headers: Record<string, string>) {
  return new UrqlClient({
    url: `${graph.url}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers },
    fetch: recording,
  });
}

/** What each client makes of an answer: the data, and the errors that it found in it. */
const CLIENTS: Readonly<Record<string, (headers: Record<string, string>) => Promise<unknown>>> = {
  async 'Apollo Client'(headers) {
    const options = { errorPolicy: 'all', fetchPolicy: 'no-cache' } as const;
    const { data, error } = await apollo(headers).query({ query: gql(PARTIAL), ...options });
    return { data, errors: CombinedGraphQLErrors.is(error) ? error.errors : error };
  },
  async urql(headers) {
    const { data, error } = await urql(headers).query(PARTIAL, {}).toPromise();
    return { data, errors: error?.networkError ?? error?.graphQLErrors };
  },
  'graphql-http'(headers) {
    const client = createHttpClient({ url: `${graph.url}/graphql`, headers, fetchFn: recording });
    return new Promise((next, error) => {
      client.subscribe({ query: PARTIAL }, { next, error, complete() {} });
    });
  },
};

test.each(Object.entries(CLIENTS))(
  '%s takes a partial answer for data with an error',
  async (_, ask) => {
    expect(await ask(KEY)).toMatchObject({ data: DATA, errors: [ERROR] });
    expect(statuses).toEqual([294]);
  },
);

test.each(['Apollo Client', 'urql'])(
  '%s gets the error of a request that is refused with 401',
  async (name) => {
    expect(await CLIENTS[name]?.({})).toMatchObject({ errors: [REFUSED, REFUSED] });
    expect(statuses).toEqual([401]);
  },
);

test('Apollo Client sends the text after 404 for its hash, and then only the hash', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const client = apollo(KEY, new PersistedQueryLink({ sha256 }));
  const ask = () => client.query({ query: gql('{ viewer { tier } }'), fetchPolicy: 'no-cache' });
  for (const expected of [[404, 200], [200]]) {
    statuses = [];
    expect((await ask()).data).toMatchObject({ viewer: { tier: 'PRO' } });
    expect(statuses).toEqual(expected);
  }
});

test.each([
  ['distinct connections', '/graphql', [200]],
  ['a single connection', '/graphql/stream', [201, 200, 202]],
])('graphql-sse takes a partial answer for a result, in %s mode', async (_, path, expected) => {
  const client = createSseClient({
    url: graph.url + path,
    singleConnection: path !== '/graphql',
    headers: KEY,
    retryAttempts: 0,
    fetchFn: recording,
  });
  const results = client.iterate({ query: PARTIAL });
  expect((await results.next()).value).toMatchObject({ data: DATA, errors: [ERROR] });
  expect(await results.next()).toMatchObject({ done: true });
  expect(statuses).toEqual(expected);
  client.dispose();
});
