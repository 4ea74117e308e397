import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { type HttpServer, openHttpServer } from '../harness/node/http-server.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';
import { endFirstStreamWithEvents } from './end-first-stream.ts';
import { bundleSnippets } from './snippets.ts';

declare const snippets: {
  readonly client: { loadSportsbooks(): Promise<unknown> };
  readonly live: {
    followOdds(filter: object, onChange: (odds: readonly Price[], state: string) => void): void;
    followBets(
      onChange: (bets: readonly Bet[], state: string, error: Error | null) => void,
    ): () => void;
  };
  readonly react: { show(element: HTMLElement): void };
  readonly apollo: {
    readonly apollo: { extract(): Record<string, Partial<Price>> };
    loadEvents(): Promise<unknown>;
    followOdds(): void;
  };
  readonly urql: {
    loadViewer(): Promise<unknown>;
    followOdds(onChange: (odds: readonly Price[]) => void): void;
  };
  readonly relay: { loadEvents(): Promise<unknown> };
};

interface Price {
  readonly key: string;
  readonly price: { readonly american: number };
}

interface Bet {
  readonly id: string;
  readonly line: number | null;
  readonly evPercent: number;
}

/** What the page keeps for the test to look at. */
interface Kept {
  readonly odds: readonly Price[];
  readonly changes: number;
  readonly bets: readonly Bet[];
  readonly states: string[];
  readonly failure: string;
}
declare const kept: Kept;

/** Longer than the tests let pass. */
const LIFETIME_SECONDS = 24 * 60 * 60;

const FILTER = { markets: ['moneyline'], sportsbooks: ['draftkings'] };

describe.skipIf(CHROMIUM === null)('the snippets for frontend developers', () => {
  let site: HttpServer;
  let tier: string | null = 'pro'; // Null: nobody is signed in.
  let graph: ViewerGraph;
  let page: Page;

  beforeAll(async () => {
    let script = '';
    site = await openHttpServer();
    site.on('request', async (request, response) => {
      if (request.url === '/token') {
        if (tier === null) return void response.writeHead(401).end();
        response.end(
          await graph.token({ tier, exp: graph.clock.now() / 1_000 + LIFETIME_SECONDS }),
        );
      } else if (request.url === '/script.js') {
        response.setHeader('content-type', 'text/javascript').end(script);
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><script src="/script.js"></script>');
      }
    });
    graph = await startViewerGraph({ corsOrigins: [site.url] });
    script = await bundleSnippets(graph.url);
    page = await (await sharedBrowser()).newPage();
    await page.clock.setFixedTime(graph.clock.now()); // Tokens are of the graph's own time.
    await page.goto(site.url);
  });

  afterAll(async () => {
    await page?.close();
    await site.stop();
    await graph.stop();
  });

  test.each([
    ['Apollo Client', () => snippets.apollo.loadEvents(), { events: { nodes: [{}, {}, {}] } }],
    ['urql', () => snippets.urql.loadViewer(), { viewer: { tier: 'PRO' } }],
    [
      'Relay',
      async () => ({ data: await snippets.relay.loadEvents() }),
      { events: { edges: [{}, {}, {}] } },
    ],
    [
      'the client',
      () => snippets.client.loadSportsbooks(),
      { sportsbooks: expect.arrayContaining([{ id: 'draftkings', name: 'draftkings' }]) },
    ],
  ])('%s loads data with a token', async (_, load, data) => {
    expect(await page.evaluate<unknown>(load)).toMatchObject({ data });
  });

  /** Waits until the page shows something, and something else as prices move; then forgets it. */
  const untilMoved = async (shown: () => Promise<string>) => {
    await until(async () => (await shown()) !== '');
    const before = await shown();
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await shown()) !== before;
    });
    await page.reload();
  };

  test('React shows the best prices, and each as it moves', async () => {
    await page.evaluate(() => snippets.react.show(document.body));
    await page.getByText('live', { exact: true }).waitFor();
    const prices = () => page.locator('p').allTextContents();
    expect((await prices()).length).toBeGreaterThan(3);
    await untilMoved(async () => (await prices()).join());
  });

  test("Apollo Client's cache follows a subscription", async () => {
    await page.evaluate(() => snippets.apollo.loadEvents());
    await page.evaluate(() => snippets.apollo.followOdds());
    await untilMoved(() =>
      page.evaluate(() =>
        Object.values(snippets.apollo.apollo.extract())
          .map(({ price }) => price?.american ?? '')
          .join(),
      ),
    );
  });

  test("urql's subscription has a list of prices, and then their changes", async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, { kept: { odds: [] } });
      snippets.urql.followOdds((odds) => Object.assign(kept, { odds }));
    });
    await untilMoved(() =>
      page.evaluate(() => kept.odds.map(({ price }) => price.american).join()),
    );
  });

  /** Follows prices in a page. */
  const followOdds = (where: Page) =>
    where.evaluate((filter) => {
      Object.assign(globalThis, { kept: { odds: [], states: [], changes: 0 } });
      snippets.live.followOdds(filter, (odds, state) => {
        if (kept.states.at(-1) !== state) kept.states.push(state);
        Object.assign(kept, { odds, changes: kept.changes + 1 });
      });
    }, FILTER);

  /** Advances the origin until the page has seen another change. */
  const moreChanges = async (where: Page) => {
    const changes = () => where.evaluate(() => kept.changes);
    const before = await changes();
    await until(async () => {
      graph.originClock.advance(1_000);
      return (await changes()) > before;
    });
  };

  test('live odds go on after the stream has ended together with several events', async () => {
    const busy = await (await sharedBrowser()).newPage();
    onTestFinished(() => busy.close());
    await busy.clock.setFixedTime(graph.clock.now());
    await busy.addInitScript(endFirstStreamWithEvents);
    await busy.goto(site.url);
    let streams = 0;
    busy.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/event-stream')) streams += 1;
    });
    await followOdds(busy);
    await until(async () => {
      graph.originClock.advance(1_000);
      return streams === 2;
    });
    await moreChanges(busy);
  });

  const BETS = `{ opportunities(kinds: [EV], minEvPercent: 1, first: 200) {
    nodes { id line ... on EvOpportunity { evPercent } } } }`;

  /** Follows the +EV bets in the page. */
  const followBets = () =>
    page.evaluate(() => {
      Object.assign(globalThis, { kept: { bets: [], states: [], failure: '' } });
      snippets.live.followBets((bets, state, error) => {
        kept.states.push(state);
        Object.assign(kept, { bets, failure: error?.message ?? '' });
      });
    });
  const shownBets = () =>
    page.evaluate(() => kept.bets.map(({ id, line, evPercent }) => ({ id, line, evPercent })));

  test('live +EV bets equal those that are open, best first, before and after changes', async () => {
    await followBets();
    await until(async () => {
      graph.originClock.advance(1_000); // There may be none at first.
      return (await shownBets()).length > 0;
    });
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

  test.each([
    ['Apollo Client', () => snippets.apollo.loadEvents().catch(String)],
    ['urql', async () => String(Object(await snippets.urql.loadViewer()).error)],
  ])('%s sends no credential for who is not signed in', async (_, load) => {
    tier = null;
    await page.reload();
    expect(await page.evaluate<unknown>(load)).toContain('Send an API key');
  });

  test('a subscription that the tier does not allow ends with its message', async () => {
    await page.reload();
    tier = 'free';
    await followBets();
    await until(async () => (await page.evaluate(() => kept.failure)) !== '');
    expect(await page.evaluate(() => kept.failure)).toContain('hobby tier');
  });
});
