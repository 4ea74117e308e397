import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { largeSimulation } from '../harness/feeds/simulations.ts';
import { cut } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';
import { endFirstStreamWithEvents } from './end-first-stream.ts';
import { bundleSnippets } from './snippets.ts';

declare const snippets: {
  readonly live: {
    followOdds(
      filter: object,
      prices: Map<string, unknown>,
      onChange: (event: object) => void,
    ): void;
  };
  readonly bets: {
    followBets(onChange: (bets: readonly Bet[], event: object) => void): Promise<void>;
  };
  readonly apollo: { loadEvents(): Promise<unknown> };
  readonly urql: { loadViewer(): Promise<unknown> };
  readonly relay: { loadEvents(): Promise<unknown> };
  readonly event_source: { openOdds(onEvent: (event: object) => void): Promise<void> };
};

interface Bet {
  readonly id: string;
  readonly line: number | null;
  readonly evPercent: number;
}

/** What the page keeps for the test to look at. */
interface Kept {
  readonly prices: Map<string, { price: { american: number } }>;
  readonly kinds: string[];
  readonly bets: readonly Bet[];
  readonly states: string[];
  readonly failure: string;
}
declare const kept: Kept;

const FILTER = { markets: ['moneyline'], sportsbooks: ['draftkings'] };

describe.skipIf(CHROMIUM === null)('the snippets for frontend developers', () => {
  let site: Server;
  let tokens = 0;
  let tier = 'pro';
  let lifetimeSeconds = 20;
  let graph: ViewerGraph;
  let browser: Browser;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    let script = '';
    site = createServer(async (request, response) => {
      if (request.url === '/token') {
        tokens += 1;
        response.end(await graph.token({ tier, exp: graph.clock.now() / 1_000 + lifetimeSeconds }));
      } else if (request.url === '/script.js') {
        response.setHeader('content-type', 'text/javascript').end(script);
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><script src="/script.js"></script>');
      }
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    graph = await startViewerGraph({ feed: largeSimulation, corsOrigins: [origin] });
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

  test('Relay loads events with a token', async () => {
    const data = await page.evaluate(
      () => snippets.relay.loadEvents() as Promise<{ events: { edges: object[] } }>,
    );
    expect(data.events.edges).toHaveLength(3);
  });

  /** Advances the origin until the page has got more events. */
  const moreEvents = async () => {
    const received = () => page.evaluate(() => kept.kinds.length);
    const before = await received();
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await received()) > before;
    });
  };
  const snapshots = () =>
    page.evaluate(() => kept.kinds.filter((kind) => kind === 'snapshot').length);

  /** Lets the token expire: after twenty seconds, and thirty for clocks that differ. */
  const expireToken = async () => {
    const before = tokens;
    for (let second = 0; second <= 50; second += 1) graph.clock.advance(1_000);
    await page.clock.setFixedTime(graph.clock.now());
    await until(() => tokens > before);
  };

  test('an EventSource goes on with a new token and without a new snapshot', async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, { kept: { kinds: [] } });
      return snippets.event_source.openOdds((event) => {
        kept.kinds.push('offset' in event ? 'snapshot' : 'other');
      });
    });
    await until(async () => (await snapshots()) > 0);
    await moreEvents();
    const before = await snapshots();
    await expireToken();
    await moreEvents();
    expect(await snapshots()).toBe(before);
    await page.reload(); // Closes it.
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
    const before = await snapshots();
    await expireToken();
    await moreEvents();
    expect(await snapshots()).toBe(before);
  });

  test('live odds go on after the stream has ended together with several events', async () => {
    const busy = await browser.newPage();
    onTestFinished(() => busy.close());
    await busy.clock.setFixedTime(graph.clock.now());
    await busy.addInitScript(endFirstStreamWithEvents);
    await busy.goto(origin);
    let streams = 0;
    busy.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/event-stream')) streams += 1;
    });
    await busy.evaluate((filter) => {
      Object.assign(globalThis, { kept: { prices: new Map(), kinds: [] } });
      snippets.live.followOdds(filter, kept.prices, () => kept.kinds.push('event'));
    }, FILTER);
    const received = () => busy.evaluate(() => kept.kinds.length);
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await received()) > 0;
    });
    const before = await received();
    await until(async () => {
      graph.originClock.advance(1_000);
      return streams === 2 && (await received()) > before;
    });
  });

  const BETS = `{ opportunities(kinds: [EV], minEvPercent: 1, first: 200) {
    nodes { id line ... on EvOpportunity { evPercent } } } }`;

  /** Follows the +EV bets in the page. */
  const followBets = () =>
    page.evaluate(() => {
      Object.assign(globalThis, { kept: { bets: [], states: [], failure: '' } });
      snippets.bets
        .followBets((bets, event) => {
          Object.assign(kept, { bets });
          if ('state' in event) kept.states.push(`${event.state}`);
        })
        .catch(({ message }) => Object.assign(kept, { failure: message }));
    });
  const shownBets = () =>
    page.evaluate(() => kept.bets.map(({ id, line, evPercent }) => ({ id, line, evPercent })));

  test('live +EV bets equal those that are open, best first, before and after changes', async () => {
    await followBets();
    await until(async () => (await shownBets()).length > 0);
    const before = JSON.stringify(await shownBets());
    await until(async () => {
      graph.originClock.advance(1_000);
      return JSON.stringify(await shownBets()) !== before;
    });
    await until(async () => {
      graph.clock.advance(1_000);
      const { data } = await graph.ask(BETS, { key: 'demo_pro' });
      const open = data.opportunities?.nodes.map((bet) => ({ ...bet }));
      const byValue = (bets: object[] | undefined) =>
        JSON.stringify(bets?.map((bet) => Object(bet).evPercent));
      const shown = await shownBets();
      return open?.length === shown.length && byValue(open) === byValue(shown);
    });
  });

  test('a subscription that cannot start is started again when the odds service is back', async () => {
    lifetimeSeconds = 24 * 60 * 60; // The test advances the clock fast.
    await page.reload();
    graph.clock.advance(2 * 60_000); // The stream without subscribers is closed, and the tier is forgotten.
    graph.proxy.spoil('GET /account/keys', cut);
    let subscriptions = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('liveOpportunities')) subscriptions += 1;
    });
    await followBets();
    const states = () => page.evaluate(() => kept.states);
    await until(async () => {
      graph.clock.advance(1_000);
      return (await states()).includes('RECONNECTING');
    });
    expect(await shownBets()).toEqual([]);
    graph.proxy.reset();
    await until(async () => {
      graph.clock.advance(1_000);
      return (await shownBets()).length > 0;
    });
    expect(subscriptions).toBeGreaterThan(1);
  });

  test('a subscription that the tier does not allow ends with its message', async () => {
    await page.reload();
    tier = 'free';
    await followBets();
    await until(async () => (await page.evaluate(() => kept.failure)) !== '');
    expect(await page.evaluate(() => kept.failure)).toContain('hobby tier');
  });
});
