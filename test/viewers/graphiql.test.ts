import { describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { startViewerGraph } from '../harness/viewers/viewer-graph.ts';

const QUERY = encodeURIComponent('{ viewer { tier rateLimit { limit } } }');

describe.skipIf(CHROMIUM === null)('GraphiQL with the token of a viewer', () => {
  test('shows what the viewer may see: after "Bearer" where API keys are not accepted', async () => {
    const graph = await startViewerGraph({ acceptsApiKeys: false });
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(async () => {
      await page.close();
      await graph.stop();
    });
    const token = await graph.token({ tier: 'pro', sub: 'alice' });
    await page.goto(`${graph.url}/graphql?query=${QUERY}`);
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.monaco-editor[data-uri$="headers.json"]').click();
    for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft']) {
      await page.keyboard.press(key);
    }
    await page.keyboard.insertText(token); // Before the quote that ends the header.
    const [answer] = await Promise.all([
      page.waitForResponse((it) => it.request().postData()?.includes('rateLimit') === true),
      page.getByRole('button', { name: /execute query/i }).click(),
    ]);
    expect(answer.request().headers()).toMatchObject({ authorization: `Bearer ${token}` });
    expect(await answer.json()).toMatchObject({
      data: { viewer: { tier: 'PRO', rateLimit: { limit: 120 } } },
    });
    await page.locator('.result-window').getByText('"PRO"').waitFor();
    expect(graph.log()).not.toContain(token);
  });
});

test('GraphiQL has a header for an API key, or for a token in its place, where keys are accepted', async () => {
  const graph = await startViewerGraph();
  onTestFinished(() => graph.stop());
  const page = await fetch(`${graph.url}/graphql`, { headers: { accept: 'text/html' } });
  const headers = JSON.stringify({ 'x-api-key': '' }, null, 2);
  const text = await page.text(); // Nine megabytes, which a failure need not print.
  expect(text.includes(`"headers":${JSON.stringify(headers)}`)).toBe(true);
  const token = await graph.token({ tier: 'pro' });
  const { data } = await graph.ask('{ viewer { tier } }', {
    key: null,
    headers: { 'x-api-key': token },
  });
  expect(data).toEqual({ viewer: { tier: 'PRO' } });
  expect(graph.log()).not.toContain(token);
});
