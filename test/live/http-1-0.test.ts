import { expect, onTestFinished, test } from 'vitest';
import { RawClient } from '../harness/clients/raw-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';

const QUERY =
  'subscription { liveOdds { __typename ... on OddsUpdate { odds { price { american } } } } }';

const graph = scriptedGraph([oddsRow(1)]);

/** The body, which must consist of pings and events, without the sizes of chunks. */
function eventsOf({ text }: { readonly text: string }): unknown[] {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  expect(body).toMatch(/^(:\n\n|event: [a-z]+\ndata: .*\n\n)*$/);
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json));
}

test('an HTTP/1.0 client gets the same events without chunked coding', async () => {
  const body = JSON.stringify({ query: QUERY });
  const heard = await RawClient.connect(graph.url);
  onTestFinished(() => heard.close());
  const head = [
    'POST /graphql HTTP/1.0',
    'content-type: application/json',
    'accept: text/event-stream',
    'x-api-key: demo_pro',
    `content-length: ${body.length}`,
  ];
  heard.send(`${head.join('\r\n')}\r\n\r\n${body}`);
  void heard.read();
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
