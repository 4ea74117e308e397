import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';
import { bundleSnippets } from './snippets.ts';

declare const snippets: {
  readonly live: {
    followOdds(
      filter: object,
      prices: Map<string, unknown>,
      onChange: (event: object) => void,
    ): void;
  };
  readonly apollo: { loadEvents(): Promise<unknown> };
  readonly urql: { loadViewer(): Promise<unknown> };
  readonly event_source: { openOdds(onOdds: (odds: unknown[]) => void): Promise<unknown> };
};

/** What the page keeps for the test to look at. */
interface Kept {
  readonly prices: Map<string, { price: { american: number } }>;
  readonly kinds: string[];
  readonly updates: unknown[];
}
declare const kept: Kept;

const FILTER = { markets: ['moneyline'], sportsbooks: ['draftkings'] };

describe.skipIf(CHROMIUM === null)('the snippets for frontend developers', () => {
  let site: Server;
  let tokens = 0;
  let graph: ViewerGraph;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    let script = '';
    site = createServer(async (request, response) => {
      if (request.url === '/token') {
        tokens += 1;
        response.end(await graph.token({ tier: 'pro', exp: graph.clock.now() / 1_000 + 20 }));
      } else if (request.url === '/script.js') {
        response.setHeader('content-type', 'text/javascript').end(script);
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><script src="/script.js"></script>');
      }
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    graph = await startViewerGraph({ corsOrigins: [origin] });
    script = await bundleSnippets(graph.url);
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.clock.setFixedTime(graph.clock.now()); // Tokens are of the graph's own time.
    await page.goto(origin);
  });

  afterAll(async () => {
    await browser?.close();
    site.close();
    await graph.stop();
  });

  test('Apollo Client loads events with a token', async () => {
    const { data } = await page.evaluate(
      () => snippets.apollo.loadEvents() as Promise<{ data: { events: { nodes: object[] } } }>,
    );
    expect(data.events.nodes).toHaveLength(3);
  });

  test('urql loads the viewer with a token', async () => {
    const { data } = await page.evaluate(
      () => snippets.urql.loadViewer() as Promise<{ data: unknown }>,
    );
    expect(data).toMatchObject({ viewer: { tier: 'PRO' } });
  });

  test('an EventSource with the token in "api_key" receives changes', async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, { kept: { updates: [] } });
      return snippets.event_source.openOdds((odds) => kept.updates.push(...odds)).then(() => {});
    });
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await page.evaluate(() => kept.updates.length)) > 0;
    });
  });

  test('live odds equal the graph, and go on after the token has expired without a new snapshot', async () => {
    await page.evaluate((filter) => {
      Object.assign(globalThis, { kept: { prices: new Map(), kinds: [] } });
      snippets.live.followOdds(filter, kept.prices, (event) => {
        kept.kinds.push('offset' in event ? 'snapshot' : 'ids' in event ? 'removal' : 'other');
      });
    }, FILTER);
    const shown = () => page.evaluate(() => kept.prices.size);
    await until(async () => (await shown()) > 0);
    const snapshots = () =>
      page.evaluate(() => kept.kinds.filter((kind) => kind === 'snapshot').length);
    const before = await snapshots();
    const tokensBefore = tokens;
    // Twenty seconds, and thirty for clocks that differ.
    for (let second = 0; second <= 50; second += 1) graph.clock.advance(1_000);
    await page.clock.setFixedTime(graph.clock.now());
    await until(() => tokens > tokensBefore);
    const changes = await page.evaluate(() => kept.kinds.length);
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await page.evaluate(() => kept.kinds.length)) > changes;
    });
    expect(await snapshots()).toBe(before);
  });
});
