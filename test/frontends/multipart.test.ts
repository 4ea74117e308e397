import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { expect, onTestFinished, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { postJson } from '../harness/clients/graph-client.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';

/*
 * Apollo's clients read subscriptions as multipart HTTP. Apollo Client reads them here. What Apollo iOS and Apollo Kotlin
 * send, and how they read an answer, is as the fixtures of their own tests have it.
 */

const ACCEPTS = {
  'iOS 1': 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json',
  'iOS 2':
    'multipart/mixed;subscriptionSpec=1.0,application/graphql-response+json,application/json',
  Kotlin:
    'multipart/mixed;subscriptionSpec=1.0, application/graphql-response+json, application/json',
};
const QUERIES =
  'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json';

/** What the header of an answer says to Apollo iOS, which knows the protocol by these very letters, without quotes. */
function headerForIos(contentType: string | null) {
  const directives = (contentType ?? '').split(';').map((directive) => directive.trim());
  return {
    isMultipart: contentType?.includes('multipart/mixed'),
    boundary: directives
      .find((one) => one.startsWith('boundary='))
      ?.replace(/^boundary="?|"$/g, ''),
    protocol: directives.find((one) => one.includes('Spec=')),
  };
}

/** The bytes of these parts, up to the delimiter after them, at which clients take the last one for whole. */
function bytesOf(parts: readonly object[]): string {
  const bodies = parts.map(
    (part) => `\r\n--graphql\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(part)}`,
  );
  return `${bodies.join('')}\r\n--graphql`;
}

/** The content of the parts in these bytes. */
function partsOf(text: string) {
  const contents = text.matchAll(/\r\n\r\n(\{.*\})\r\n--graphql/g);
  return Array.from(contents, ([, content = '']) => JSON.parse(content));
}

const LIVE_ODDS = `subscription { liveOdds(filter: { markets: ["moneyline"] }) {
  __typename
  ... on OddsSnapshot { odds { id price { american } } }
  ... on OddsUpdate { odds { id price { american } } }
} }`;

const game = new OneGame();
const graph = await sharedViewerGraph({ feed: () => game.feed });

async function post(accept: string, query: string): Promise<Response> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const headers = { accept, 'x-api-key': 'demo_pro' };
  return postJson(`${graph.url}/graphql`, { query }, headers, stop.signal);
}

test('Apollo Client follows prices over multipart HTTP', async () => {
  const headers = { 'x-api-key': 'demo_pro' };
  const link = new HttpLink({ uri: `${graph.url}/graphql`, headers });
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link });
  onTestFinished(() => apollo.stop());
  const seen: string[] = [];
  const subscription = apollo
    .subscribe({ query: gql(LIVE_ODDS), fetchPolicy: 'no-cache' })
    .subscribe(({ data }) => seen.push(JSON.stringify(data)));
  onTestFinished(() => subscription.unsubscribe());
  await until(() => seen.some((text) => text.includes('OddsSnapshot')));
  game.moveHome(170);
  await until(() => {
    graph.clock.advance(100);
    return seen.some((text) => text.includes('OddsUpdate') && text.includes('170'));
  });
});

test.each(Object.entries(ACCEPTS))(
  'Apollo %s gets each part as soon as it is there, and heartbeats',
  async (_, accept) => {
    const response = await post(accept, LIVE_ODDS);
    expect(headerForIos(response.headers.get('content-type'))).toEqual({
      isMultipart: true,
      boundary: 'graphql',
      protocol: 'subscriptionSpec=1.0',
    });
    let text = '';
    const chunks = response.body?.pipeThrough(new TextDecoderStream());
    const reading = (async () => {
      for await (const chunk of chunks ?? []) text += chunk;
    })();
    reading.catch(() => {}); // The test ends it.
    await until(() =>
      partsOf(text).some(({ payload }) => payload?.data.liveOdds.odds?.length === 2),
    );
    expect(partsOf(text)[0]).toEqual({});
    const before = partsOf(text).length;
    graph.clock.advance(12_000);
    await until(() =>
      partsOf(text)
        .slice(before)
        .some((part) => Object.keys(part).length === 0),
    );
    expect(text).toBe(bytesOf(partsOf(text)));
  },
);

test('a subscription that ends with an error says so in its last part', async () => {
  const exp = graph.clock.now() / 1_000 + 20;
  let text = '';
  const grown = await growthOf(graph.url, async () => {
    const authorization = `Bearer ${await graph.token({ tier: 'pro', exp })}`;
    const headers = { accept: ACCEPTS.Kotlin, authorization };
    const response = await postJson(`${graph.url}/graphql`, { query: LIVE_ODDS }, headers);
    for (let second = 0; second <= 50; second += 1) graph.clock.advance(1_000);
    text = await response.text();
  });
  // How long it lasts is not how long a request takes.
  expect(Object.keys(grown).join()).not.toContain(
    'http_request_duration_seconds_count{route="/graphql"',
  );
  expect(text).toBe(`${bytesOf(partsOf(text))}--\r\n`);
  expect(partsOf(text).at(-1)).toMatchObject({
    payload: null,
    errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHENTICATED' } }],
  });
});

test('queries of Apollo iOS and Apollo Kotlin are answered as JSON', async () => {
  const response = await post(QUERIES, '{ viewer { tier } }');
  expect(response.headers.get('content-type')).toContain('json');
  expect(await response.json()).toMatchObject({ data: { viewer: { tier: 'PRO' } } });
});

test('who accepts event streams too gets one', async () => {
  const response = await post(`${ACCEPTS.Kotlin}, text/event-stream`, LIVE_ODDS);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
});
