import { expect, test } from 'vitest';
import { exposedMetrics } from '../harness/clients/exposed-metrics.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

test("what is left of the viewers' keys is shown by tier, and of all others the lowest", {
  timeout: 60_000,
}, async () => {
  const rateLimits = { free: 10, hobby: 100, pro: 200, sharp: 400, enterprise: 1_000 };
  const graph = await viewerGraphOfTest({
    rateLimits,
    upstreamKeys: new Map([
      ['free', 'demo_free'],
      ['pro', 'demo_pro'],
    ]),
  });
  const budgets = async () => {
    const all = [...(await exposedMetrics(graph.url))];
    return Object.fromEntries(all.filter(([series]) => series.includes('requests_remaining')));
  };
  expect(await budgets()).toEqual({});
  const books = '{ sportsbooks { id } }';
  await graph.ask(books, await graph.viewer({ tier: 'pro' }));
  expect(await budgets()).toEqual({
    'viewer_key_requests_remaining{tier="pro"}': 199,
    'viewer_key_requests_remaining_ratio{tier="pro"}': 199 / 200,
  });
  await graph.ask(books, { key: 'demo_hobby' });
  for (const query of [books, '{ odds(first: 1) { totalCount } }']) {
    await graph.ask(query, { key: 'demo_sharp' });
  }
  const remaining = async (key: string) =>
    (await graph.ask('{ viewer { rateLimit { remaining } } }', { key })).cost.rateLimit?.remaining;
  const [hobby, sharp] = [await remaining('demo_hobby'), await remaining('demo_sharp')];
  expect(await budgets()).toMatchObject({
    lowest_requests_remaining: hobby,
    lowest_requests_remaining_ratio: Math.min((hobby ?? 0) / 100, (sharp ?? 0) / 400),
    'viewer_key_requests_remaining{tier="pro"}': 199,
  });
  graph.clock.advance(60_000); // The window is over.
  expect(await budgets()).toEqual({
    lowest_requests_remaining: 100,
    lowest_requests_remaining_ratio: 1,
    'viewer_key_requests_remaining{tier="pro"}': 200,
    'viewer_key_requests_remaining_ratio{tier="pro"}': 1,
  });
});
