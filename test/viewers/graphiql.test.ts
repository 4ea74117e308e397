import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

const QUERY = encodeURIComponent('{ viewer { tier rateLimit { limit } } }');

test('GraphiQL has the header of an API key, in whose place a token can be written', async () => {
  const { url } = await viewerGraphOfTest();
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  const header = JSON.stringify({ 'x-api-key': '' }, null, 2);
  expect((await page.text()).includes(JSON.stringify(header))).toBe(true);
});

test.skipIf(CHROMIUM === null)(
  'GraphiQL shows what a viewer may see with a token after "Bearer" where API keys are not accepted',
  async () => {
    const graph = await viewerGraphOfTest({ acceptsApiKeys: false });
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(() => page.close());
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
  },
  60_000,
);
