import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LiveStore, Odds, OddsClient } from '../../../src/client/odds-client.ts';
import { until } from '../../harness/until.ts';
import { describePages } from './live-pages.ts';

const TABS = 12;
/** A tab that holds the stream and answers no questions for this long loses it. */
const UNANSWERED_MS = 5_000;

/** What each page has for the test to look at. */
declare const held: { readonly client: OddsClient; readonly store: LiveStore<Odds> };

/** Resolves to the time at which a page has this price of the home team. */
function whenShown(page: Page, american: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const stop = held.store.subscribe(() => {
          const prices = [...held.store.getSnapshot().values()];
          if (!prices.some(({ price }) => price.american === wanted)) return;
          resolve(Date.now());
          stop();
        });
      }),
    american,
  );
}

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

  test('share one event stream: all twelve show each change within a second', async () => {
    const { game, graph, connections, openAll, allShow } = await startTabs();
    const pages = await openAll(TABS);
    await allShow(pages, 100);
    expect(connections()).toBe(1);
    const delays: number[] = [];
    for (const price of [150, 160, 170]) {
      const seen = pages.map((page) => whenShown(page, price));
      await Promise.all(pages.map((page) => page.evaluate(() => {}))); // All of them listen.
      const movedAt = Date.now();
      game.moveHome(price);
      graph.clock.advance(100);
      const seenAt = await Promise.all(seen);
      delays.push(Math.max(...seenAt) - movedAt);
    }
    expect(Math.min(...delays)).toBeLessThan(1_000); // A busy machine may be late once or twice.
  });

  test('go on at the last cursor when the one that holds the stream is closed', async () => {
    const { game, connections, context, openAll, allShow } = await startTabs();
    const pages = await openAll(3);
    await allShow(pages, 100);
    game.moveHome(150);
    await allShow(pages, 150);
    const holder = await holderOf(pages);
    const others = pages.filter((page) => page !== holder);
    const cursors: unknown[] = [];
    context.on('request', (request) => {
      const { variables } = JSON.parse(request.postData() ?? '{}');
      if (variables !== undefined) cursors.push(variables.after);
    });
    await holder.close();
    game.moveHome(160);
    await allShow(others, 160);
    expect(cursors).toEqual([expect.any(String), expect.any(String)]);
    await until(() => connections() === 1);
  });

  test('are live with a filter that the browser cannot hand over as it is', async () => {
    const { graph, other } = await startTwo();
    await other.evaluate(() => {
      const store = held.client.liveOdds(new Proxy({ markets: ['moneyline'] }, {}));
      store.subscribe(() => {});
      Object.assign(globalThis, { held: { store } });
    });
    await until(async () => {
      graph.clock.advance(100);
      return other.evaluate(() => held.store.state !== 'connecting');
    });
    expect(await other.evaluate(() => held.store.state)).toBe('live');
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
