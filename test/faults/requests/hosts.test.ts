import { expect, test } from 'vitest';
import { RawClient } from '../../harness/clients/raw-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

const BODY = JSON.stringify({ query: '{ __typename }' });

/** What a request gets that no well-behaved client can send. */
function rawAnswer(method: string, target: string, host: string): Promise<string> {
  const body = method === 'POST' ? BODY : '';
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: application/json, text/event-stream',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    'Connection: close',
  ];
  return RawClient.exchange(graph.url, `${head.join('\r\n')}\r\n\r\n${body}`);
}

const SECRET = 'key-of-the-address';
const QUERY = `query={__typename}&api_key=${SECRET}`;
const TARGETS = [
  ['GET', `/graphql?${QUERY}`],
  ['POST', `/graphql?${QUERY}`],
  ['POST', `/subgraph?${QUERY}`],
  ['GET', `/graphql/stream?${QUERY}`],
  ['GET', `/nowhere?${QUERY}`],
] as const;

const HOSTS = [
  ...['x:99999', 'a b', 'x:y', '[::1', 'x%'],
  ...['x/', 'x/graphql?query={__typename}&z=', 'x?', 'x#', 'user@x', 'x\\graphql', 'x"y'],
];

test.each([
  ...HOSTS.map((host) => [host, ...TARGETS[0]] as const),
  ...TARGETS.slice(1).map((target) => ['x/', ...target] as const),
])('the host "%s" is refused with 400 for %s %s', async (host, method, target) => {
  const answer = await rawAnswer(method, target, host);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"BAD_USER_INPUT"');
  expect(answer).toContain('Host');
  expect(answer).toContain('access-control-allow-origin: *'); // So that pages can read it.
  expect(answer).not.toContain(SECRET);
  expect(graph.log()).not.toContain(SECRET);
});

test.each(['localhost:4000', '[::1]:4000', 'odds.example.com', ''])(
  'the host "%s" is accepted',
  async (host) => {
    expect(await rawAnswer('POST', '/graphql', host)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test.each([
  ['x', 'http://x/graphql'],
  ['odds.example.com:4000', 'http://odds.example.com:4000/graphql'],
  ['[::1]:4000', 'HTTP://[::1]:4000/graphql'],
])('proxies at the host "%s" may send the whole URL (%s)', async (host, url) => {
  const answer = await rawAnswer('GET', `${url}?query={__typename}`, host);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"data":{"__typename":"Query"}');
});

test.each([
  ['POST', '/gr%61phql'],
  ['GET', '/%67raphql?query={__typename}'],
  ['POST', '/subgr%61ph'],
])('%s %s is the same endpoint as without percent-encoding', async (method, target) => {
  const answer = await rawAnswer(method, target, 'x');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"data":{"__typename":"Query"}');
});

test.each([
  `http://x:99999/graphql?${QUERY}`,
  `//x:99999/graphql?${QUERY}`,
  `/graphql/%E0%A4%A?${QUERY}`,
  `/graphql%ff?${QUERY}`,
])('the URL %s is refused, and neither logged nor repeated', async (target) => {
  const answer = await rawAnswer('GET', target, 'x');
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] (.|\s)*"code":"(BAD_USER_INPUT|NOT_FOUND)"/);
  expect(answer).not.toContain(SECRET);
  expect(graph.log()).not.toContain(SECRET);
});
