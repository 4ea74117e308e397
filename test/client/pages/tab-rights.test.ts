import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { groupName } from '../../../src/client/connection/caller-rights.ts';
import type { LiveStore, Odds, OddsClient } from '../../../src/client/odds-client.ts';
import { until } from '../../harness/until.ts';
import { describePages, homePrice } from './live-pages.ts';

const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;
/** By how much clocks may differ before a token is taken for expired. */
const LEEWAY_SECONDS = 30;

/** What each page has for the test to look at. */
declare const held: { readonly client: OddsClient; readonly store: LiveStore<Odds> };
declare const names: { readonly groupName: typeof groupName };

describePages('tabs of a browser hear each other only with the same rights:', ({ startTabs }) => {
  async function startViewers() {
    const started = await startTabs();
    const { graph, context } = started;
    await context.clock.install({ time: graph.clock.now() });
    const token = (seconds: number) =>
      graph.token({ sub: 'alice', tier: 'pro', exp: graph.clock.now() / 1_000 + seconds });
    const pass = async (seconds: number, page?: Page) => {
      for (let second = 0; second < seconds; second += 1) graph.clock.advance(1_000);
      // The tab with the stream would take such a leap of the browser's clock for sleep.
      await page?.evaluate((ms) => {
        const { now } = Date;
        Date.now = () => now() + ms;
      }, seconds * 1_000);
    };
    return { ...started, token, pass };
  }

  test('a token that is forged hears nothing, whatever it says', async () => {
    const { open, allShow, token } = await startViewers();
    const good = await token(DAY_SECONDS);
    const holder = await open(good);
    await allShow([holder], 100);
    const forged = await open(`${good.split('.').slice(0, 2).join('.')}.c2lnbmF0dXJl`);
    await until(async () => (await homePrice(forged)) === 'refused undefined');
    expect(await homePrice(holder)).toBe('live 100');
  });

  test('a token that expires hears nothing more, while that of the tab with the stream is good', async () => {
    const { game, open, allShow, token, pass, connections } = await startViewers();
    const holder = await open(await token(DAY_SECONDS));
    await allShow([holder], 100);
    const other = await open(await token(20));
    await allShow([other], 100);
    expect(connections()).toBe(1);
    await pass(20 + LEEWAY_SECONDS + 1, other);
    await until(async () => (await homePrice(other)) === 'refused 100');
    game.moveHome(150);
    await allShow([holder], 150);
    expect(await homePrice(other)).toBe('refused 100');
  });

  test('a token that is renewed in time goes on without a break, and is shown to the server once', async () => {
    const { context, open, allShow, token, pass, connections } = await startViewers();
    const holder = await open(await token(DAY_SECONDS));
    await allShow([holder], 100);
    let shown = 0;
    context.on('request', (request) => {
      shown += Number(request.postData()?.includes('viewer') === true);
    });
    const other = await open(await token(20));
    await allShow([other], 100);
    expect(shown).toBe(1);
    const renewed = await token(DAY_SECONDS);
    await other.evaluate((key) => {
      const states = new Set<string>();
      held.store.subscribe(() => states.add(held.store.state));
      Object.assign(globalThis, { key, states });
    }, renewed);
    await pass(20 + LEEWAY_SECONDS + 1, other);
    await until(() => shown === 2);
    await allShow([holder, other], 100);
    const states = await other.evaluate(() => [...Object(globalThis).states]);
    expect(states).not.toContain('reconnecting');
    expect(connections()).toBe(1);
  });

  test('a token that is renewed is that of all stores of a page, also of one that hears later that the former is refused', async () => {
    const { context, open, allShow, token } = await startViewers();
    const good = await token(DAY_SECONDS);
    await allShow([await open(good)], 100);
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let asked = 0;
    await context.route('**/graphql', async (route) => {
      asked += 1;
      await answers[asked - 1]?.promise;
      await route.continue();
    });
    const page = await open(`${good.split('.').slice(0, 2).join('.')}.c2lnbmF0dXJl`);
    await until(() => asked === 1);
    await page.evaluate((key) => {
      const more = held.client.liveOdds({ markets: ['moneyline'] });
      more.subscribe(() => {});
      Object.assign(globalThis, { key, more });
    }, good);
    await until(() => asked === 2);
    answers[0].resolve();
    await allShow([page], 100);
    answers[1].resolve();
    await until(() => page.evaluate(() => Object(globalThis).more.state === 'live'));
  });

  test('a token of one viewer goes on when that of the tab with the stream expires', async () => {
    const { game, open, allShow, token, pass, connections } = await startViewers();
    const holder = await open(await token(20));
    await allShow([holder], 100);
    const other = await open(await token(DAY_SECONDS));
    await allShow([other], 100);
    expect(connections()).toBe(1);
    await pass(20 + LEEWAY_SECONDS + 1);
    game.moveHome(150);
    await allShow([other], 150);
    await until(async () => (await homePrice(holder)) === 'refused 100');
    await until(() => connections() === 1);
  });

  test('all stores of a page have one token, and so one stream, although each new token says something else', async () => {
    const { graph, context, open, token, allShow } = await startViewers();
    const page = await open(await token(DAY_SECONDS));
    await allShow([page], 100);
    let streams = 0;
    context.on('request', (request) => {
      streams += Number(request.method() === 'PUT');
    });
    const exp = graph.clock.now() / 1_000 + DAY_SECONDS;
    const claims = Array.from({ length: 50 }, (_, nonce) => ({
      sub: 'alice',
      tier: 'pro',
      exp,
      nonce,
    }));
    const tokens = await Promise.all(claims.map((each) => graph.token(each)));
    await page.evaluate((all) => {
      Object.defineProperty(globalThis, 'key', { get: () => all.shift() });
      const more = held.client.liveOdds({ markets: ['moneyline'] });
      more.subscribe(() => {});
      Object.assign(globalThis, { all, more });
    }, tokens);
    const untilLive = () =>
      until(() =>
        page.evaluate(
          () => held.store.state === 'live' && Object(globalThis).more.state === 'live',
        ),
      );
    await untilLive();
    expect(streams).toBe(0);
    await page.evaluate(() => {
      const states: string[] = [];
      held.store.subscribe(() => states.push(held.store.state));
      Object.assign(globalThis, { states });
      held.client.reconnect();
    });
    await until(() => streams > 0);
    await untilLive();
    expect(streams).toBe(1);
    expect(await page.evaluate(() => Object(globalThis).all.length)).toBe(tokens.length - 1);
  });

  test('a cookie, which nobody can compare, has a stream for each of them', async () => {
    const { graph, context, connections, allShow } = await startTabs();
    const value = await graph.token({ sub: 'alice', tier: 'pro' });
    await context.addCookies([{ name: 'session', value, url: graph.url }]);
    const pages = [await context.newPage(), await context.newPage()];
    await Promise.all(pages.map((page) => page.goto(`${graph.url}/page`)));
    await allShow(pages, 100);
    expect(connections()).toBe(2);
  });

  test('a cookie that the site has renewed goes on when the former one expires, and is refused if it has not', async () => {
    const { game, graph, context, token, pass, allShow } = await startViewers();
    const sendCookie = async (seconds: number) =>
      context.addCookies([{ name: 'session', value: await token(seconds), url: graph.url }]);
    await sendCookie(20);
    const page = await context.newPage();
    await page.goto(`${graph.url}/page`);
    await allShow([page], 100);
    await sendCookie(80);
    await pass(20 + LEEWAY_SECONDS + 1);
    game.moveHome(150);
    await allShow([page], 150);
    await pass(60);
    await until(async () => (await homePrice(page)) === 'refused 150');
  });

  test('a key that is changed in one of them is used at once for all that this one follows', async () => {
    const { game, connections, open, allShow } = await startTabs();
    const [holder, other] = [await open(), await open()];
    await allShow([holder, other], 100);
    expect(connections()).toBe(1);
    for (const page of [holder, other]) {
      const keys: (string | null)[] = [];
      page.on('request', async (request) => {
        if (request.method() === 'PUT') keys.push(await request.headerValue('authorization'));
      });
      await page.evaluate(() => {
        Object.assign(globalThis, { key: 'demo_sharp' });
        held.client.reconnect();
      });
      await until(() => keys.length > 0);
      expect(keys).toEqual(['Bearer demo_sharp']);
      await page.evaluate(() => {
        Object.assign(globalThis, { key: 'unknown' });
        held.client.reconnect();
      });
      await until(async () => (await homePrice(page)) === 'refused undefined');
      await page.evaluate(() => {
        Object.assign(globalThis, { key: 'demo_pro' });
        held.client.reconnect();
      });
      game.moveHome(150);
      await allShow([holder, other], 150);
      game.moveHome(100);
      await allShow([holder, other], 100);
    }
    await until(() => connections() === 1);
  });

  test('a key that is changed while the former one is waited for is used alone', async () => {
    const { connections, context, open, allShow } = await startTabs();
    const changing = await open('demo_pro');
    await allShow([changing], 100);
    const keys: (string | null)[] = [];
    context.on('request', async (request) => {
      if (request.method() === 'PUT') keys.push(await request.headerValue('authorization'));
    });
    await changing.evaluate(async () => {
      const former = Promise.withResolvers<string>();
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const get = () => {
        resolve();
        return former.promise;
      };
      Object.defineProperty(globalThis, 'key', { get, configurable: true });
      held.client.reconnect();
      await asked;
      Object.defineProperty(globalThis, 'key', { value: 'demo_sharp' });
      held.client.reconnect();
      former.resolve('demo_pro');
    });
    await until(() => keys.includes('Bearer demo_sharp'));
    await allShow([changing, await open('demo_pro')], 100);
    expect(connections()).toBe(2); // The other one does not hear what the key `demo_sharp` brings.
  });

  test('a key that is revoked is refused to all of them, and none asks again', async () => {
    const { graph, context, open, allShow } = await startTabs();
    const { data } = await graph.ask<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
      'mutation { createApiKey(name: "tabs") { secret apiKey { id } } }',
    );
    const { secret, apiKey } = data.createApiKey;
    await context.clock.install();
    const pages = [await open(secret), await open(secret), await open(secret)];
    await allShow(pages, 100);
    await graph.ask(`mutation { deleteApiKey(id: "${apiKey.id}") { id } }`);
    await until(async () => {
      graph.pass(2);
      await Promise.all(pages.map((page) => page.clock.runFor(2_000)));
      return (await Promise.all(pages.map(homePrice))).every((shown) => shown === 'refused 100');
    });
    let requests = 0;
    context.on('request', () => requests++);
    await Promise.all(pages.map((page) => page.clock.runFor(MINUTE_MS)));
    expect(requests).toBe(0);
  });

  test('another key that one of them changes to is used for its next subscription', async () => {
    const { game, connections, open, allShow } = await startTabs();
    const holder = await open();
    await allShow([holder], 100);
    const other = await open();
    await allShow([other], 100);
    await holder.evaluate(() => {
      Object.assign(globalThis, { key: 'demo_sharp' });
      held.client.liveOdds({ leagues: ['epl'] }).subscribe(() => {});
    });
    await until(() => connections() === 2);
    game.moveHome(150);
    await allShow([holder, other], 150);
    expect(connections()).toBe(2);
  });

  test('tokens of one viewer have one name, and others have others', async () => {
    const { open } = await startTabs();
    const page = await open();
    const found = await page.evaluate(() => {
      const token = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;
      const tokens = [
        { sub: 'alice', tier: 'pro', iat: 1, exp: 2 },
        { sub: 'alice', tier: 'pro', iat: 3, exp: 4 },
        { sub: 'alice', tier: 'free', iat: 1, exp: 2 },
        { sub: 'bob', tier: 'pro', iat: 1, exp: 2 },
      ];
      return Promise.all(tokens.map((claims) => names.groupName('/graphql', token(claims))));
    });
    const [alice, later, ...others] = found;
    expect(alice).toBe(later);
    expect(new Set([alice, ...others]).size).toBe(3);
    expect(found.join()).not.toContain('alice');
  });
});
