import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { price } from '../../../harness/feeds/hand-made-feed.ts';
import { originForEachTest } from '../running-origin.ts';

const MIB = 1024 * 1024;

const made = originForEachTest();

/** A client that opens a stream and does not read it. */
async function openUnread(path: string): Promise<IncomingMessage> {
  const headers = { 'x-api-key': made.origin.api.keyOf('enterprise') };
  const request = get(made.origin.api.urlOf(path), { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => {});
}

test('disconnects a client that does not read when its backlog is too large, and keeps others', async () => {
  const rows = made.feed.offer(Array.from({ length: 1000 }, (_, id) => price({ id: `${id}` })));
  const reader = await made.origin.ready('/stream/odds');
  const timers = made.clock.pendingTimers;
  const unread = await openUnread('/stream/odds');
  const closed = new Promise((resolve) => unread.on('close', resolve));
  let bytes = 0;
  // Until the heartbeat of the unread stream is gone.
  for (let round = 1; made.clock.pendingTimers > timers && bytes < 40 * MIB; round++) {
    made.feed.put(
      rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, odds_decimal: 2 + round } })),
    );
    bytes += JSON.stringify(await reader.until('odds:update')).length;
  }
  expect(bytes).toBeGreaterThan(14 * MIB);
  let received = 0;
  unread.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await closed;
  expect(unread.complete).toBe(false);
  expect(received).toBeLessThan(24 * MIB);
  made.clock.advance(30_000);
  await reader.take('heartbeat');
});

test('leaves no listener, timer or stream count behind after many connections', async () => {
  made.feed.offer(Array.from({ length: 3000 }, (_, id) => price({ id: `${id}` })));
  let listeners = 0;
  const subscribe = made.feed.board.onChange.bind(made.feed.board);
  vi.spyOn(made.feed.board, 'onChange').mockImplementation((listener) => {
    const release = subscribe(listener);
    listeners++;
    return () => {
      listeners--;
      release();
    };
  });
  const timersBefore = made.clock.pendingTimers;
  // The first stream of a tier starts its opportunity scanner, which stays.
  await (await made.origin.open('/stream?channel=all')).close();
  await vi.waitFor(() => expect(made.clock.pendingTimers).toBe(timersBefore));
  const listenersBefore = listeners;
  // More than an account may have open at once, which disconnect during their snapshots.
  for (let burst = 0; burst < 6; burst++) {
    const paths = Array.from({ length: 20 }, (_, n) => `/stream?channel=all&league=${n % 7}`);
    const streams = await Promise.all(paths.map((path) => made.origin.open(path)));
    if (burst === 0) expect(made.clock.pendingTimers).toBe(timersBefore + 20);
    await Promise.all(streams.map((stream) => stream.close()));
  }
  await vi.waitFor(() => {
    expect(listeners).toBe(listenersBefore);
    expect(made.clock.pendingTimers).toBe(timersBefore);
  });
});
