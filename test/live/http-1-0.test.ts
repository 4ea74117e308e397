import { expect, onTestFinished, test } from 'vitest';
import { postJson } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';

const QUERY =
  'subscription { liveOdds { __typename ... on OddsUpdate { odds { price { american } } } } }';

const graph = scriptedGraph([oddsRow(1)]);

/** Sends this text on a connection of its own, and reads all that comes. */
async function say(head: string, body = ''): Promise<RawClient> {
  const client = await RawClient.connect(graph.url);
  onTestFinished(() => client.close());
  client.send(`${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);
  void client.read();
  return client;
}

/** The body, which must consist of pings and events, without the sizes of chunks. */
function eventsOf({ text }: { readonly text: string }): unknown[] {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  expect(body).toMatch(/^(:\n\n|event: [a-z]+\ndata: .*\n\n)*$/);
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json));
}

test('an HTTP/1.0 client gets the same events without chunked coding', async () => {
  const body = JSON.stringify({ query: QUERY });
  const heard = await say(
    `POST /graphql HTTP/1.0
content-type: application/json
accept: text/event-stream
x-api-key: demo_pro
content-length: ${body.length}`,
    body,
  );
  await until(() => heard.text.includes('OddsSnapshot'));
  (await graph.upstream.stream(1)).update(oddsDelta(1, 7));
  await until(() => heard.text.includes('107'));
  expect(heard.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(heard.text).not.toMatch(/transfer-encoding/i);
  expect(eventsOf(heard)).toContainEqual({
    data: { liveOdds: { __typename: 'OddsUpdate', odds: [{ price: { american: 107 } }] } },
  });
  await graph.stopGraph();
  await until(() => heard.isClosed);
  eventsOf(heard);
});

test('an HTTP/1.0 client gets a single-connection stream without chunked coding', async () => {
  const headers = { 'x-api-key': 'demo_pro' };
  const address = `${graph.url}/graphql/stream`;
  const token = await (await fetch(address, { method: 'PUT', headers })).text();
  const heard = await say(
    `GET /graphql/stream?token=${token} HTTP/1.0
accept: text/event-stream
x-api-key: demo_pro`,
  );
  await until(() => heard.text.includes(':\n\n'));
  const body = { query: '{ __typename }', extensions: { operationId: 'a' } };
  await postJson(address, body, { ...headers, 'x-graphql-event-stream-token': token });
  await until(() => heard.text.includes('event: complete'));
  expect(eventsOf(heard)).toMatchObject([
    { id: 'a', payload: { data: { __typename: 'Query' } } },
    { id: 'a' },
  ]);
});
