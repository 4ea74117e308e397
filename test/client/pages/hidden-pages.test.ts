import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LiveStore, Odds, OddsClient } from '../../../src/client/odds-client.ts';
import { until } from '../../harness/until.ts';
import { describePages, homePrice } from './live-pages.ts';

/** A page that has been hidden for this long gives its stream up. */
const HIDDEN_MS = 5_000;

declare const held: { readonly client: OddsClient; readonly store: LiveStore<Odds> };

/** Hides a page, or shows it again. Browsers give hidden pages no frames. */
const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      if (state === 'hidden') globalThis.requestAnimationFrame = () => 0;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

describePages('a page that is hidden', ({ startTabs }) => {
  async function startHidden() {
    const started = await startTabs();
    await started.context.clock.install();
    const page = await started.open();
    await started.allShow([page], 100);
    await setVisible(page, false);
    return { ...started, page };
  }

  test('follows prices for some seconds, and then says that it does not', async () => {
    const { game, page, connections, allShow } = await startHidden();
    game.moveHome(150);
    await allShow([page], 150);
    await page.clock.runFor(HIDDEN_MS);
    await until(async () => (await homePrice(page)) === 'reconnecting 150');
    expect(await page.evaluate(() => held.store.error)).toBeNull();
    await until(() => connections() === 0);
    game.moveHome(160);
    await setVisible(page, true);
    await allShow([page], 160);
  });

  test('hands the stream to those in sight, of which none says that the server cannot be reached', async () => {
    const { game, open, allShow } = await startTabs();
    const page = await open();
    await allShow([page], 100);
    const others = [await open(), await open()];
    await allShow(others, 100);
    for (const each of [page, ...others]) {
      await each.evaluate(() => {
        const told = new Set<string>();
        held.store.subscribe(() => told.add(`${held.store.error}`));
        Object.assign(globalThis, { told });
      });
    }
    await setVisible(page, false);
    await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
    game.moveHome(150);
    await allShow(others, 150);
    await allShow([page], 100, 'reconnecting');
    for (const each of [page, ...others])
      expect(await each.evaluate(() => [...Object(globalThis).told])).toEqual(['null']);
  });

  test('opens no other stream while its user leaves it', async () => {
    const { context, open, allShow } = await startTabs();
    // Without a name for its group, nothing asynchronous comes before the stream.
    await context.addInitScript(() =>
      Object.defineProperty(crypto, 'subtle', { value: undefined }),
    );
    const page = await open();
    await allShow([page], 100);
    const sent = await page.evaluate(async () => {
      const methods: unknown[] = [];
      const { fetch } = globalThis;
      globalThis.fetch = (input, init) => {
        methods.push(init?.method);
        return fetch(input, init);
      };
      dispatchEvent(new Event('pagehide'));
      for (let i = 0; i < 100; i += 1) await null; // A page that is left begins no other task.
      return methods;
    });
    expect(sent).not.toContain('PUT');
    await allShow([page], 100);
  });

  test('asks for no stream when its key comes, until it is shown', async () => {
    const { page, allShow } = await startHidden();
    await setVisible(page, true);
    let streams = 0;
    page.on('request', (request) => {
      streams += Number(request.method() === 'PUT');
    });
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<string>();
      Object.assign(globalThis, { key: promise, resolve });
      held.client.liveOdds({ leagues: ['nfl'] }).subscribe(() => {});
    });
    await setVisible(page, false);
    await page.clock.runFor(HIDDEN_MS);
    await page.evaluate(() => Object(globalThis).resolve('demo_pro'));
    await page.clock.runFor(HIDDEN_MS);
    expect(streams).toBe(0);
    await setVisible(page, true);
    await allShow([page], 100);
  });

  test('resumes at its cursor when it is shown, although its key came while it was hidden', async () => {
    const { page, allShow } = await startHidden();
    await setVisible(page, true);
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<string>();
      Object.assign(globalThis, { key: promise, resolve });
      held.client.reconnect();
    });
    await setVisible(page, false);
    await page.evaluate(() => Object(globalThis).resolve('demo_pro'));
    await page.clock.runFor(HIDDEN_MS + 1_000);
    const cursors: unknown[] = [];
    page.on('request', (request) => {
      const isOperation = request.url().endsWith('/stream') && request.method() === 'POST';
      if (isOperation) cursors.push(request.postDataJSON().variables.after);
    });
    await setVisible(page, true);
    await allShow([page], 100);
    expect(cursors).toEqual([expect.any(String)]);
  });

  test('says so too if another one holds the stream', async () => {
    const { page, open, allShow } = await startHidden();
    const other = await open();
    await allShow([other], 100);
    await page.clock.runFor(HIDDEN_MS);
    await until(async () => (await homePrice(page)) === 'reconnecting 100');
    await allShow([other], 100);
  });
});

describePages('a page that the server has told to wait', ({ startTabs }) => {
  test('waits as long, also if it is hidden and shown meanwhile', async () => {
    const { context, open, allShow } = await startTabs();
    await context.clock.install();
    let asked = 0;
    const url = '**/graphql/stream';
    await context.route(url, (route) => {
      asked += 1;
      const error = { message: 'Too many.', extensions: { code: 'STREAM_LIMIT_EXCEEDED' } };
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: { errors: [error] },
      });
    });
    const page = await open();
    await until(() => page.evaluate(() => held.store.state === 'reconnecting'));
    for (const isVisible of [false, true]) {
      await setVisible(page, isVisible);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.clock.runFor(1_000);
    }
    expect(asked).toBe(1);
    await context.unroute(url);
    await page.clock.runFor(60_000);
    await allShow([page], 100);
  });
});
