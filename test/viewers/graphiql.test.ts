import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

const QUERY = encodeURIComponent('{ viewer { tier rateLimit { limit } } }');

test.skipIf(CHROMIUM === null)(
  'GraphiQL with the token of a viewer after "Bearer", where API keys are not accepted, shows what the viewer may see',
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

test('where API keys are accepted, GraphiQL has a header for a key, in place of which a token is read, too', async () => {
  const graph = await viewerGraphOfTest();
  const page = await fetch(`${graph.url}/graphql`, { headers: { accept: 'text/html' } });
  const headers = JSON.stringify({ 'x-api-key': '' }, null, 2);
  expect((await page.text()).slice(-1_000)).toContain(`"headers":${JSON.stringify(headers)}`);
  const key = await graph.token({ tier: 'pro', sub: 'alice' });
  const { viewer } = await graph.dataOf('{ viewer { rateLimit { limit } } }', { key });
  expect(viewer?.rateLimit?.limit).toBe(120);
});
