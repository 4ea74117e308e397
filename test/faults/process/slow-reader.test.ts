import { expect, test } from 'vitest';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { RawClient } from '../../harness/clients/raw-client.ts';
import { graphOfTest } from '../../harness/hooks/shared-graph.ts';
import { until } from '../../harness/until.ts';

/** A response of some 280 kB. */
const IDS = Array.from({ length: 10 }, (_, i) => `${'a'.repeat(100)}${i}: id`);
const QUERY = `{ odds(first: 200) { nodes { ${IDS.join(' ')} } } }`;
const PATH = `/graphql?query=${encodeURIComponent(QUERY)}`;

/** Their responses are more than what the buffers of both sockets hold. */
const REQUESTS = 30;

test('a server that stops sends what a slow client has yet to read, and waits for no connection that asks nothing', async () => {
  const graph = await graphOfTest();
  const headers = { 'x-api-key': 'demo_enterprise' };
  await (await fetch(`${graph.url}${PATH}`, { headers })).text();
  const whole = await (await fetch(`${graph.url}${PATH}`, { headers })).text();
  const client = await RawClient.connect(graph.url);
  client.get(Array(REQUESTS).fill(PATH), headers);
  await client.read(1_000);
  let previous = -1;
  // The client reads nothing more, so a response waits for it.
  await until(async () => {
    const answered = await metricOf(graph.url, 'request_cache_hits_total');
    const isStuck = answered === previous;
    previous = answered;
    return isStuck;
  });
  const silent = await RawClient.connect(graph.url);
  const stopped = graph.stop();
  await expect(RawClient.connect(graph.url)).rejects.toThrow('ECONNREFUSED');
  await client.read();
  await stopped;
  await silent.read();
  const responses = client.text.split('HTTP/1.1 200 OK').slice(1);
  expect(responses.length).toBeGreaterThan(5);
  expect(responses.length).toBeLessThan(REQUESTS);
  for (const response of responses) expect(response.endsWith(whole)).toBe(true);
});
