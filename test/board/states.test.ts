import { expect, test } from 'vitest';
import { boardDocuments } from '../../src/board/board-page.ts';
import type { Mutation } from '../../src/generated/schema-types.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import type { Fault } from '../harness/servers/fault-proxy.ts';
import { answer, hang } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

const HOSTILE = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  'مكابي תל־אביב \u202Eesrever',
  '🏈👩‍👩‍👧‍👦 Ünïcödé & "quotes"',
  'W'.repeat(300),
] as const;

const NO_KEYS = { board: { demoKeys: {} } };

describeBoard('what the live board says', ({ show }) => {
  test('of names that hold markup, other directions, emoji and 300 characters: text', async () => {
    for (const teams of [HOSTILE.slice(0, 2), HOSTILE.slice(2)] as [string, string][]) {
      const { board, page } = await show({ teams });
      await board.firstPrice();
      await page.getByText(teams[0], { exact: true }).first().waitFor();
      const shown = await page.locator('.row .name').allTextContents();
      expect(shown.sort()).toEqual([...teams].sort());
      expect(await page.title()).toBe('Board – Oddsgraph');
      const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(widths[0]).toBe(widths[1]); // A long name does not widen the page.
      expect(board.problems).toEqual([]);
    }
  });

  test('of prices that have yet to come: the shapes of rows, and no numbers', async () => {
    const { page } = await show({
      prepare: ({ proxy }) => {
        for (const route of ['GET /stream', 'GET /events']) proxy.spoil(route, hang);
      },
    });
    await page.getByText('Waiting for the first prices').waitFor();
    await page.locator('.coming').waitFor();
    expect(await page.getByText('0 events').count()).toBe(0);
  });

  test('of an address without a page: that there is none, and where the board is', async () => {
    const { board, graph, page } = await show({ view: '/#/nowhere' });
    await page.getByText('There is no page at this address.').waitFor();
    expect(await page.getByRole('status').count()).toBe(0);
    for (const address of ['opportunities/42', 'event/', 'event/a/b', '/x', '?/x']) {
      await page.goto(`${graph.url}/#/`);
      await board.firstPrice();
      await page.goto(`${graph.url}/#/${address}`);
      const isBoard = address.startsWith('?');
      if (isBoard) await board.firstPrice();
      else await page.getByText('There is no page at this address.').waitFor();
    }
    await page.goto(`${graph.url}/#x`);
    await page.getByText('There is no page at this address.').waitFor();
    await page.goto(`${graph.url}/#/`);
    await board.firstPrice();
    await page.goto(`${graph.url}/#nowhere`);
    await page.getByRole('link', { name: 'Go to the board' }).click();
    await board.firstPrice();
  });

  test('of what the server refuses for good: why, and not that it tries again', async () => {
    const { board, page } = await show({ view: `/#/?league=${'x'.repeat(300)}` });
    for (const tier of ['pro', 'free']) {
      await page.getByLabel('Tier').selectOption(tier);
      await board.statusIs(/^Stopped/);
      expect(await page.locator('.loading').innerText()).toMatch(/300 characters|too long|256/);
      expect(await page.locator('.loading').innerText()).not.toContain('Trying again');
    }
  });

  test('of sports that cannot be read: what is wrong, and all that it knows of the account', async () => {
    const { page } = await show();
    const [catalogue] = boardDocuments().find(([, text]) => text.includes('query Cat')) ?? [];
    await page.route('**/graphql', (route) => {
      if (route.request().postDataJSON().documentId !== catalogue) return route.fallback();
      return route.fulfill({ json: { errors: [{ message: 'The sports are not at hand.' }] } });
    });
    await page.reload();
    await page.getByRole('alert').getByText('The sports are not at hand.').waitFor();
    await page.getByText('real time').waitFor();
    await page.locator('.head').getByText('DraftKings', { exact: true }).waitFor();
  });

  test('of a refused key: it says so and asks for another, which works', async () => {
    const { board, page } = await show(NO_KEYS);
    const field = page.getByLabel('Your API key or token');
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('was refused').waitFor();
    expect(await field.inputValue()).toBe('wrong'); // To be corrected.
    expect(board.refusals).toBe(1); // Nothing else is asked with a key that was not good yet.
    for (const copied of ['demo_pro\u200B', '“demo_pro”']) {
      await field.fill(copied);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('a character that no key or token has').waitFor();
      await field.fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('was refused').waitFor();
    }
    await field.fill('demo_pro');
    await page.keyboard.press('Enter');
    await board.firstPrice();
    await page.reload(); // The tab keeps it.
    await board.firstPrice();
    expect(board.addresses.join()).not.toContain('demo_pro');
  });

  test('of a graph that takes tokens alone: it asks for a token, and says how to get one of the embedded origin', async () => {
    const board = { demoKeys: {}, issuesTokens: true };
    const { page } = await show({ board, acceptsApiKeys: false });
    await page.getByLabel('Your token').waitFor();
    await page.getByText('npm run -s token -- --tier pro').waitFor();
  });

  /** A live board with a key of its own, which `revoke` revokes. */
  async function showWithKey() {
    const { graph, board, page } = await show(NO_KEYS);
    const mutate = (query: string) => graph.ask<Mutation>(query, { key: 'demo_pro' });
    const { data } = await mutate(
      'mutation { createApiKey(name: "board") { secret apiKey { id } } }',
    );
    const { secret = '', apiKey } = data.createApiKey ?? {};
    await page.getByLabel('Your API key or token').fill(secret);
    await page.keyboard.press('Enter');
    await board.statusIs(/^Live$/);
    /** Resolves when the page says that the key was refused. */
    const revoke = async () => {
      await mutate(`mutation { deleteApiKey(id: "${apiKey?.id}") { id } }`);
      await until(async () => {
        graph.pass(5);
        return (await page.getByText('was refused').count()) > 0;
      });
    };
    return { board, page, revoke };
  }

  test('of a key that is revoked while an event is shown: nothing is asked without a key', async () => {
    const { board, page, revoke } = await showWithKey();
    await page.locator('.row .sides').first().click();
    await page.locator('.comparison').waitFor();
    await revoke();
    const before = board.addresses.length;
    await board.setVisible(true); // With a key, the event would be read at once.
    await page.evaluate(() => fetch('board/icon.svg'));
    expect(board.addresses.slice(before)).toEqual([expect.stringMatching(/icon\.svg$/)]);
  });

  /** A page whose graph has no stream of prices. */
  const showWithStream = (fault: Fault) =>
    show({ prepare: ({ proxy }) => proxy.spoil('GET /stream', fault) });

  test('of a stream that has not begun: prices by query, and that it loads', async () => {
    const { board } = await showWithStream(hang);
    await board.firstPrice();
    expect(await board.status()).toBe('Loading');
  });

  test('of an account without the streaming add-on: that live prices and opportunities need it', async () => {
    const error = { code: 'feature_not_available', message: 'There is no add-on.' };
    const { board, page } = await showWithStream(answer(403, { error }));
    await board.firstPrice();
    await board.statusIs(/^Read every 30 s; live with the streaming add-on$/);
    await page.getByRole('link', { name: 'Opportunities' }).click();
    await page.getByText('Live opportunities need the streaming add-on.').waitFor();
    await board.statusIs(/^Not on this account$/);
    expect(await page.getByText('Waiting for the first prices').count()).toBe(0);
  });
});
