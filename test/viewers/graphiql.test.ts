import { describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

const QUERY = encodeURIComponent('{ viewer { tier rateLimit { limit } } }');

describe.skipIf(CHROMIUM === null)('GraphiQL with the token of a viewer', () => {
  test.each([
    ['in place of the API key', true],
    ['after "Bearer" where API keys are not accepted', false],
  ])(
    'shows what the viewer may see: %s',
    async (_, acceptsApiKeys) => {
      const graph = await viewerGraphOfTest({ acceptsApiKeys });
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
      const header = acceptsApiKeys ? { 'x-api-key': token } : { authorization: `Bearer ${token}` };
      const [answer] = await Promise.all([
        page.waitForResponse((it) => it.request().postData()?.includes('rateLimit') === true),
        page.getByRole('button', { name: /execute query/i }).click(),
      ]);
      expect(answer.request().headers()).toMatchObject(header);
      expect(await answer.json()).toMatchObject({
        data: { viewer: { tier: 'PRO', rateLimit: { limit: 120 } } },
      });
      await page.locator('.result-window').getByText('"PRO"').waitFor();
      expect(graph.log()).not.toContain(token);
    },
    60_000,
  );
});
