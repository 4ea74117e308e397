import { afterEach, beforeEach, expect, test } from 'vitest';
import { codesOf } from '../harness/clients/graph-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { until, untilDelivered } from '../harness/until.ts';

const graph = await sharedViewerGraph();
let router: CallbackRouter;

beforeEach(async () => {
  router = await CallbackRouter.open();
});
afterEach(() => router.close());

/** Subscribes with a viewer's token, which the router has passed on. */
async function subscribe(claims: Record<string, unknown> = {}) {
  const viewer = await graph.viewer({ tier: 'pro', ...claims });
  const variables = { filter: { markets: ['moneyline'], sportsbooks: ['draftkings'] } };
  return router.subscribe(graph.url, { ...viewer, variables });
}

/**
 * Resolves when the subscription has its snapshot, and nothing is on its way. READY does not always follow:
 * the upstream stream may have been open before.
 */
async function served(): Promise<void> {
  await until(() => router.eventKinds().includes('OddsSnapshot'));
  for (let messages = -1; messages !== router.messages.length || router.waiting > 0; ) {
    messages = router.messages.length;
    await untilDelivered();
  }
}

test('a viewer subscribes through a router, and is served with the key of its tier', async () => {
  expect(await subscribe()).toMatchObject({ status: 200, body: { data: null } });
  await until(() => router.eventKinds().includes('READY'));
  expect(router.eventKinds()).toContain('OddsSnapshot');
  expect(new Set(graph.proxy.seen.map(({ key }) => key))).toEqual(new Set(['demo_pro']));
});

test('the subscription ends with UNAUTHENTICATED when the token expires', async () => {
  await subscribe({ exp: graph.clock.now() / 1_000 - 26 }); // Clocks may differ by 30 seconds.
  await served();
  graph.clock.advance(3_000);
  expect(router.of('complete')).toEqual([]);
  graph.clock.advance(2_000);
  const [end] = await router.got(1, 'complete');
  expect(codesOf(end ?? {})).toEqual(['UNAUTHENTICATED']);
});
