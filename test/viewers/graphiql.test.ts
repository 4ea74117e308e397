import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let graph: ViewerGraph;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === null) return;
  [graph, browser] = await Promise.all([startViewerGraph(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await graph?.stop();
});

test.skipIf(CHROMIUM === null)(
  'GraphiQL sends the token of its headers editor, and shows what the viewer may see',
  async () => {
    const token = await graph.token({ tier: 'pro', sub: 'alice' });
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    const query = encodeURIComponent('{ viewer { tier rateLimit { limit } } }');
    await page.goto(`${graph.url}/graphql?query=${query}`);
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.monaco-editor[data-uri$="headers.json"]').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('{"authorization":"'); // The editor closes quotes and braces by itself.
    await page.keyboard.insertText(`Bearer ${token}`);
    const [answer] = await Promise.all([
      page.waitForResponse((it) => it.request().postData()?.includes('rateLimit') === true),
      page.getByRole('button', { name: /execute query/i }).click(),
    ]);
    expect(await answer.json()).toMatchObject({
      data: { viewer: { tier: 'PRO', rateLimit: { limit: 120 } } },
    });
    await page.locator('.result-window').getByText('"PRO"').waitFor();
    expect(answer.request().headers()['authorization']).toBe(`Bearer ${token}`);
    expect(answer.request().headers()).not.toHaveProperty('x-api-key');
    expect(new Set(graph.proxy.seen.map(({ key }) => key))).toEqual(new Set(['demo_pro']));
    expect(graph.log()).not.toContain(token);
  },
  60_000,
);
