import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { groupName } from '../../src/client/connection/tabs.ts';
import type { LiveStore, Odds, OddsClient } from '../../src/client/odds-client.ts';
import { until } from '../harness/until.ts';
import { describePages, homePrice } from './live-pages.ts';

const TABS = 12;
/** A tab that holds the stream and answers no questions for this long loses it. */
const UNANSWERED_MS = 5_000;
const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
/** By how much clocks may differ before a token is taken for expired. */
const LEEWAY_SECONDS = 30;

/** What each page has for the test to look at. */
declare const held: { readonly client: OddsClient; readonly store: LiveStore<Odds> };
declare const names: { readonly groupName: typeof groupName };

describePages('tabs of a browser', ({ startTabs }) => {
  /** The page that holds the stream: the lock of the holder has no tab in its name. */
  async function holderOf(pages: readonly Page[]): Promise<Page> {
    const isHolder = (page: Page) =>
      page.evaluate(async () => {
        const own = crypto.randomUUID();
        return navigator.locks.request(own, async () => {
          const { held: locks = [] } = await navigator.locks.query();
          const client = locks.find(({ name }) => name === own)?.clientId;
          return locks.some(({ name, clientId }) => clientId === client && name?.endsWith(' '));
        });
      });
    const answers = await Promise.all(pages.map(isHolder));
    const holder = pages[answers.indexOf(true)];
    if (holder === undefined) throw new Error('A tab holds the stream.');
    return holder;
  }

  /** Starts two tabs, of which the first holds the stream. */
  async function startTwo(before?: () => void) {
    const started = await startTabs(before);
    await started.context.clock.install();
    const holder = await started.open();
    await started.allShow([holder], 100);
    const other = await started.open();
    await started.allShow([other], 100);
    expect(await holderOf([holder, other])).toBe(holder);
    expect(started.connections()).toBe(1);
    return { ...started, holder, other, protocol: await started.context.newCDPSession(holder) };
  }

  test('share one event stream: all twelve show each change, also after the tab that held it is closed', async () => {
    const { game, connections, openAll, allShow } = await startTabs();
    const pages = await openAll(TABS);
    await allShow(pages, 100);
    expect(connections()).toBe(1);
    game.moveHome(150);
    await allShow(pages, 150);
    const holder = await holderOf(pages);
    await holder.close();
    game.moveHome(160);
    const others = pages.filter((page) => page !== holder);
    await allShow(others, 160);
    await until(() => connections() === 1);
  });

  test('go on when the one that holds the stream is frozen', async () => {
    const { game, connections, holder, other, protocol, allShow } = await startTwo();
    await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
    game.moveHome(150);
    await allShow([other], 150);
    await protocol.send('Page.setWebLifecycleState', { state: 'active' });
    await allShow([holder, other], 150);
    await until(() => connections() === 1);
  });

  test('go on when the one that holds the stream crashes', async () => {
    const { game, connections, other, protocol, allShow } = await startTwo();
    protocol.send('Page.crash').catch(() => {});
    game.moveHome(150);
    await allShow([other], 150);
    await until(() => connections() === 1);
  });

  test('take the stream from one that says nothing, and that one joins them when it wakes', async () => {
    const { game, connections, holder, other, allShow } = await startTwo(() => {
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (message) {
        if (!Object(globalThis).isSilent) postMessage.call(this, message);
      };
    });
    await holder.evaluate(() => Object.assign(globalThis, { isSilent: true }));
    game.moveHome(150);
    await other.clock.runFor(UNANSWERED_MS);
    await allShow([other], 150);
    await holder.evaluate(() => Object.assign(globalThis, { isSilent: false }));
    await holder.clock.runFor(UNANSWERED_MS); // It asked for the stream while nobody heard it.
    game.moveHome(160);
    await allShow([holder, other], 160);
    await until(() => connections() === 1);
  });

  test('are all live again after a restart of the server, over one stream', async () => {
    const { game, graph, connections, openAll, allShow } = await startTabs();
    const pages = await openAll(3);
    await allShow(pages, 100);
    await graph.stopGraph();
    await allShow(pages, 100, 'reconnecting');
    game.moveHome(150);
    await graph.startGraph();
    await allShow(pages, 150);
    expect(connections()).toBe(1);
  });

  test('of another key have a stream of their own', async () => {
    const { connections, open, allShow } = await startTabs();
    const pages = [await open('demo_pro'), await open('demo_sharp'), await open('demo_pro')];
    await allShow(pages, 100);
    expect(connections()).toBe(2);
  });

  test('go on when one of them changes to another key: it gets a stream of its own', async () => {
    const { game, connections, holder, other, allShow } = await startTwo();
    await holder.evaluate(() => {
      Object.assign(globalThis, { key: 'demo_sharp' });
      held.client.liveOdds({ leagues: ['epl'] }).subscribe(() => {});
    });
    await until(() => connections() === 2);
    game.moveHome(150);
    await allShow([holder, other], 150);
    expect(connections()).toBe(2);
  });

  test('of a key that is refused say so, and do not ask again', async () => {
    const { context, open } = await startTabs();
    await context.clock.install();
    const pages = [await open('unknown'), await open('unknown')];
    const states = () => Promise.all(pages.map((page) => page.evaluate(() => held.store.state)));
    await until(async () => (await states()).join() === 'refused,refused');
    let requests = 0;
    for (const page of pages) page.on('request', () => requests++);
    await context.clock.runFor(MINUTE_MS);
    expect(requests).toBe(0);
  });

  test('of one viewer go on with their own tokens when that of the one that holds the stream expires', async () => {
    const { game, graph, connections, open, allShow } = await startTabs();
    const token = (seconds: number) =>
      graph.token({ sub: 'alice', tier: 'pro', exp: graph.clock.now() / 1_000 + seconds });
    const holder = await open(await token(20));
    await allShow([holder], 100);
    const other = await open(await token(DAY_SECONDS));
    await allShow([other], 100);
    expect(connections()).toBe(1);
    for (let second = 0; second <= LEEWAY_SECONDS + 20; second += 1) graph.clock.advance(1_000);
    game.moveHome(150);
    await allShow([other], 150);
    await until(async () => (await homePrice(holder)) === 'refused 100');
    await until(() => connections() === 1);
  });

  test('of one viewer find each other by any of their tokens, and those of others do not', async () => {
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

  test.each([
    {
      lacks: 'channels',
      before: () =>
        Object.assign(globalThis, {
          BroadcastChannel: class {
            constructor() {
              throw new Error('blocked');
            }
          },
        }),
    },
    {
      lacks: 'locks',
      before: () => Object.defineProperty(navigator, 'locks', { value: undefined }),
    },
    {
      lacks: 'rights to locks',
      before: () =>
        Object.assign(navigator.locks, { request: () => Promise.reject(new Error('blocked')) }),
    },
  ])('have a stream each where the browser lacks $lacks', async ({ before }) => {
    const { game, connections, openAll, allShow } = await startTabs(before);
    const pages = await openAll(2);
    await allShow(pages, 100);
    expect(connections()).toBe(2);
    game.moveHome(150);
    await allShow(pages, 150);
  });
});
