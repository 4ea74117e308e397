import { expect, test } from 'vitest';
import type { LiveStore, Odds } from '../../../src/client/odds-client.ts';
import { until } from '../../harness/until.ts';
import { describePages, homePrice } from './live-pages.ts';

/** A stream that says nothing for this long is dead. */
const SILENCE_MS = 30_000;
const HOUR_MS = 3_600_000;

declare const held: { readonly store: LiveStore<Odds> };

describePages('pages whose stream goes dead', ({ startTabs }) => {
  /** Makes event streams die at the page's word: they stay open, and nothing arrives any more. */
  const makeStreamsMortal = () => {
    const { fetch } = globalThis;
    let deaths = 0;
    const fetchMortal: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
      const born = deaths;
      const dying = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, stream) => (born === deaths ? stream.enqueue(chunk) : undefined),
      });
      return new Response(response.body?.pipeThrough(dying) ?? null, response);
    };
    Object.assign(globalThis, { fetch: fetchMortal, killStreams: () => deaths++ });
  };

  test('are live again after half a minute without a word in which the connection died', async () => {
    const { game, context, open, allShow } = await startTabs(makeStreamsMortal);
    await context.clock.install();
    const page = await open();
    await allShow([page], 100);
    await page.evaluate(() => Object(globalThis).killStreams());
    game.moveHome(150);
    await page.clock.runFor(SILENCE_MS);
    await allShow([page], 150);
  });

  test.each(['PUT', 'GET', 'POST'])(
    'are live after half a minute in which nobody answered their first %s',
    async (method) => {
      const { context, open, allShow } = await startTabs();
      await context.clock.install();
      let asked = 0;
      await context.route('**/graphql/stream', (route, request) => {
        asked += Number(request.method() === method);
        if (asked !== 1 || request.method() !== method) return route.continue();
      });
      const page = await open();
      await until(() => asked === 1);
      await page.clock.runFor(SILENCE_MS);
      await allShow([page], 100);
    },
  );

  test('are live again seconds after an hour of sleep, in which timers stood still and the connection died', async () => {
    const { game, graph, context, open } = await startTabs(makeStreamsMortal);
    await context.clock.install();
    const page = await open();
    await context.clock.pauseAt(Date.now() + HOUR_MS / 60);
    const untilShown = async (text: string, seconds: number) => {
      for (let part = 0; part < 10 * seconds && (await homePrice(page)) !== text; part += 1) {
        graph.clock.advance(100);
        await page.clock.runFor(100);
      }
      expect(await homePrice(page)).toBe(text);
    };
    await untilShown('live 100', 5);
    await page.evaluate(() => Object(globalThis).killStreams());
    game.moveHome(150);
    const wokenAt = (await page.evaluate(() => Date.now())) + HOUR_MS;
    await page.clock.setSystemTime(wokenAt);
    await untilShown('live 150', SILENCE_MS / 2_000);
  });

  test('are never live behind a proxy that holds events back, and seldom ask again', async () => {
    const { context, open } = await startTabs(() => {
      const { fetch } = globalThis;
      const fetchHeldBack: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        const type = response.headers.get('content-type') ?? '';
        if (!type.startsWith('text/event-stream')) return response;
        return new Response(new ReadableStream(), response);
      };
      Object.assign(globalThis, { fetch: fetchHeldBack });
    });
    await context.clock.install();
    const page = await open();
    let streams = 0;
    page.on('request', (request) => {
      streams += Number(request.url().endsWith('/stream') && request.method() === 'GET');
    });
    const states = new Set<string>();
    const passSecond = async () => {
      await page.clock.runFor(1_000);
      states.add(await page.evaluate(() => held.store.state));
      return states.has('reconnecting');
    };
    await until(passSecond);
    streams = 0;
    for (let second = 0; second < 60; second += 1) await passSecond();
    expect(streams).toBeLessThanOrEqual(2);
    expect(states).not.toContain('live');
  });
});
