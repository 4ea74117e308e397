import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, onTestFinished } from 'vitest';
import type { LiveStore, Odds, OddsClient } from '../../../src/client/odds-client.ts';
import { CHROMIUM, sharedBrowser } from '../../harness/browser/launch-browser.ts';
import { OneGame } from '../../harness/feeds/one-game.ts';
import { viewerGraphOfTest } from '../../harness/hooks/shared-graph.ts';
import { watchConnections } from '../../harness/open-connections.ts';
import { until } from '../../harness/until.ts';

/** What each page has for the test to look at. */
declare const held: { readonly client: OddsClient; readonly store: LiveStore<Odds> };

const SCRIPT = `
import { createClient } from './odds-client.ts';
import { groupName } from './connection/caller-rights.ts';

globalThis.key = new URLSearchParams(location.search).get('key');
const client = createClient({ url: location.origin + '/graphql', credential: () => globalThis.key });
const store = client.liveOdds();
store.subscribe(() => {});
Object.assign(globalThis, { held: { client, store }, names: { groupName } });
`;

/** The state of a page and its price of the home team. */
export function homePrice(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [home] = [...held.store.getSnapshot().values()].filter(({ id }) => id === '1');
    return `${held.store.state} ${home?.price.american}`;
  });
}

export interface LivePages {
  /** A server with one game, and a browser without any history. `before` runs in each page first. */
  startTabs(before?: () => void): ReturnType<typeof startTabs>;
}

/** Tests of pages with a live store in a browser, skipped where there is none. */
export function describePages(name: string, define: (pages: LivePages) => void): void {
  describe.skipIf(CHROMIUM === null)(name, () => {
    let script: string;

    beforeAll(async () => {
      const resolveDir = fileURLToPath(new URL('../../../src/client', import.meta.url));
      const stdin = { contents: SCRIPT, resolveDir, loader: 'ts' } as const;
      const built = await build({ stdin, bundle: true, write: false, format: 'esm' });
      script = built.outputFiles[0]?.text ?? '';
    });

    define({ startTabs: (before) => startTabs(script, before) });
  });
}

async function startTabs(script: string, before?: () => void) {
  const game = new OneGame();
  const connections = watchConnections();
  const graph = await viewerGraphOfTest({ feed: () => game.feed });
  const context = await (await sharedBrowser()).newContext();
  onTestFinished(() => context.close());
  if (before) await context.addInitScript(before);
  const body = `<!doctype html><script type="module">${script}</script>`;
  await context.route(`${graph.url}/page*`, (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  const open = async (key = 'demo_pro') => {
    const page = await context.newPage();
    await page.goto(`${graph.url}/page?key=${key}`);
    return page;
  };
  const openAll = (count: number) => Promise.all(Array.from({ length: count }, () => open()));
  /** Waits until all pages are live, or in another state, with this price of the home team. */
  const allShow = (pages: readonly Page[], price: number, state = 'live') =>
    until(async () => {
      graph.clock.advance(100);
      const shown = await Promise.all(pages.map(homePrice));
      return shown.every((text) => text === `${state} ${price}`);
    });
  return { game, graph, context, connections, open, openAll, allShow };
}
