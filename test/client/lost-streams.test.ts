import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LiveStore, Odds } from '../../src/client/odds-client.ts';
import { until } from '../harness/until.ts';
import { describePages } from './live-pages.ts';

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

  test.each([
    { when: 'an hour of sleep', pass: (page: Page) => page.clock.fastForward(HOUR_MS) },
    { when: 'half a minute without a word', pass: (page: Page) => page.clock.runFor(SILENCE_MS) },
  ])('are live again after $when in which the connection died', async ({ pass }) => {
    const { game, context, open, allShow } = await startTabs(makeStreamsMortal);
    await context.clock.install();
    const page = await open();
    await allShow([page], 100);
    await page.evaluate(() => Object(globalThis).killStreams());
    game.moveHome(150);
    await pass(page);
    await allShow([page], 150);
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
