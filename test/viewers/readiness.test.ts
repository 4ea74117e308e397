import { afterEach, beforeEach, expect, test } from 'vitest';
import { linesOf } from '../harness/clients/log-lines.ts';
import { until } from '../harness/until.ts';
import { signingKeyPair } from '../harness/viewers/token-issuer.ts';
import { bearer, startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let graph: ViewerGraph;

beforeEach(async () => {
  graph = await startViewerGraph({ issuerFault: { status: 500, body: 'out of order' } });
});
afterEach(async () => {
  await graph.stop();
  expect(graph.clock.pendingTimers).toBe(0); // It fetches no keys any more.
});

async function readiness() {
  const response = await fetch(`${graph.url}/readyz`);
  return { code: response.status, ...(await response.json()) };
}

test('a process is not ready until it has fetched the keys of the issuer, and stays ready if that fails later', async () => {
  await until(async () => (await readiness()).jwks === 'failing');
  expect(await readiness()).toMatchObject({ code: 503, status: 'no signing keys' });
  graph.issuer.fault = null;
  graph.clock.advance(5_000);
  await until(async () => (await readiness()).jwks === 'answering');
  expect(await readiness()).toEqual({
    code: 200,
    status: 'ready',
    upstream: 'untried',
    jwks: 'answering',
  });
  graph.issuer.fault = { status: 500, body: 'out of order' };
  graph.clock.advance(30_000);
  await until(async () => (await readiness()).jwks === 'failing');
  expect(await readiness()).toMatchObject({ code: 200, status: 'ready' });
  const viewer = await graph.viewer({ tier: 'pro' });
  const { data } = await graph.ask('{ viewer { tier } }', viewer);
  expect(data.viewer?.tier).toBe('PRO');
  // The issuer may list the key of another token by now.
  const unknown = await graph.issuer.sign(await signingKeyPair('new'), graph.clock.now());
  for (const afterMs of [0, 5_000]) {
    graph.clock.advance(afterMs);
    const { errors } = await graph.ask('{ viewer { tier } }', bearer(unknown));
    expect(errors[0]?.extensions?.['code']).toBe('UPSTREAM_UNAVAILABLE');
  }
  expect(linesOf(graph.log(), 'the key set for tokens cannot be fetched')).toHaveLength(2);
});

test('a viewer is told when tokens cannot be verified, and nothing is asked of upstream', async () => {
  await until(async () => (await readiness()).jwks === 'failing');
  const viewer = await graph.viewer({ tier: 'pro' });
  const { status, errors } = await graph.ask('{ viewer { tier } }', viewer);
  expect(status).toBeLessThan(500);
  expect(errors[0]?.extensions?.['code']).toBe('UPSTREAM_UNAVAILABLE');
  expect(graph.proxy.seen).toEqual([]);
});
