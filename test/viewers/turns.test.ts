import { expect, test } from 'vitest';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';

const graph = await sharedViewerGraph({ requestsPerMinute: 150 });

/** A query that sends so many requests upstream, none of which equals another. */
function lists(from: number, count: number): string {
  const list = (_: unknown, i: number) =>
    `a${i}: odds(first: 1, filter: { minAmerican: ${from + i} }) { totalCount }`;
  return `{ ${Array.from({ length: count }, list).join(' ')} }`;
}

test('viewers take turns for the connections of their key, and so do the operations of each', async () => {
  const greedy = await graph.viewer({ tier: 'pro', sub: 'greedy' });
  const modest = await graph.viewer({ tier: 'pro', sub: 'modest' });
  await graph.ask('{ sportsbooks { id } }', modest); // From here on, only prices are asked for.
  graph.proxy.reset();
  const unanswered: (() => unknown)[] = [];
  graph.proxy.spoil('GET /odds', ({ relay }) => void unanswered.push(relay));
  const sent = () => graph.proxy.seen.length;
  const asked = async () => sent() + (await metricOf(graph.url, 'upstream_requests_waiting'));

  const heavy = [100, 200].map((from) => graph.ask(lists(from, 60), greedy));
  await until(async () => (await asked()) === 120);
  const light = [greedy, modest].map((viewer, i) => graph.ask(lists(8_000 + i, 1), viewer));
  await until(async () => (await asked()) === 122);
  const before = sent();
  for (let more = 1; more <= 5; more += 1) {
    unanswered.shift()?.();
    await until(() => sent() === before + more);
  }
  const next = graph.proxy.seen.slice(before).map(({ query }) => query.get('min_odds'));
  expect(next.indexOf('8001')).toBe(1);
  expect(next).toContain('8000');

  graph.proxy.reset(); // What is sent from now on is answered.
  for (const answer of unanswered) answer();
  for (const { errors } of await Promise.all([...light, ...heavy])) expect(errors).toEqual([]);
});
