import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OddsgraphError } from '../../../src/errors.ts';
import { UpstreamFeed } from '../../../src/upstream/feed.ts';
import type { StreamFrame } from '../../../src/upstream/stream-frames.ts';
import { Credential } from '../../../src/viewer.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { ScriptedUpstream } from '../../harness/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const credential = new Credential('demo_pro');

let upstream: ScriptedUpstream;
let clock: ManualClock;
let feed: UpstreamFeed;
let frames: StreamFrame[];
let troubles: string[];
let codes: (string | null)[];
let ends: OddsgraphError[];

beforeEach(async () => {
  upstream = await ScriptedUpstream.open();
  clock = new ManualClock();
  [frames, troubles, codes, ends] = [[], [], [], []];
});
afterEach(async () => {
  feed.close();
  expect(clock.pendingTimers).toBe(0);
  await upstream.close();
});

function open(random = 1): void {
  feed = new UpstreamFeed(
    credential,
    'odds',
    { baseUrl: upstream.url, clock, random: () => random },
    {
      onFrame: (frame) => frames.push(frame),
      onTrouble: (state, message, code) => {
        troubles.push(`${state}: ${message}`);
        codes.push(code);
      },
      onEnd: (error) => ends.push(error),
    },
  );
}

/** How long the feed waits before it asks again: it has no other timer meanwhile. */
async function waited(): Promise<number> {
  const { requests } = upstream;
  const begun = clock.now();
  while (upstream.requests === requests) {
    clock.advance(100);
    await Promise.race([until(() => upstream.requests > requests), answered()]);
  }
  return clock.now() - begun;
}

/** As much time as a request and its answer need, several times over. */
async function answered(): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await (await fetch(new URL('/api/v1/account/keys', upstream.url))).text();
  }
}

test('it sends the key, and asks for all that its channel has', async () => {
  open();
  const stream = await upstream.stream(1);
  expect(stream.key).toBe('demo_pro');
  expect(stream.path).toBe('/api/v1/stream?channel=odds&min_ev=0&min_profit=0');
  expect(stream.headers['last-event-id']).toBeUndefined();
});

test('a frame that comes twice under one number is told once', async () => {
  open();
  const stream = await upstream.stream(1);
  const notice = stream.frame('error', { code: 'upstream_error', message: 'A book is late.' });
  stream.write(notice + notice);
  stream.write('event: heartbeat\ndata: {"timestamp":""}\n\n'.repeat(2)); // These have no number.
  await until(() => frames.length >= 3);
  expect(frames.map(({ kind }) => kind)).toEqual(['error', 'heartbeat', 'heartbeat']);
});

test('text is whole wherever the connection cuts it', async () => {
  open();
  const stream = await upstream.stream(1);
  const message = 'Beşiktaş – Fenerbahçe ⚽'.repeat(5);
  for (const byte of Buffer.from(stream.frame('error', { code: 'upstream_error', message }))) {
    await stream.write(Buffer.from([byte]));
    await answered();
  }
  await until(() => frames.length === 1);
  expect(frames[0]?.data).toMatchObject({ message });
});

describe('tries', () => {
  test('wait twice as long each time, up to half a minute', async () => {
    upstream.refuse(...Array.from({ length: 9 }, () => ({ status: 500 })));
    open();
    const waits: number[] = [];
    for (let number = 1; number <= 9; number += 1) {
      await until(() => troubles.length === number);
      waits.push(await waited());
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  for (const [held, wait] of [
    [29_999, 4_000],
    [30_000, 500],
  ] as const) {
    test(`wait ${wait} ms after three failures and a stream in order for ${held}`, async () => {
      upstream.refuse({ status: 500 }, { status: 500 }, { status: 500 });
      open();
      for (let number = 1; number <= 3; number += 1) {
        await until(() => troubles.length === number);
        clock.advance(30_000);
      }
      const stream = await upstream.stream(1);
      stream.open([oddsRow(1)]);
      await until(() => frames.length === 3);
      clock.advance(held);
      stream.cut();
      await until(() => troubles.length === 4);
      expect(await waited()).toBe(wait);
    });
  }

  test('wait longer each time, though each stream completes its snapshot before it breaks', async () => {
    upstream.onStream = (stream) => {
      stream.open([oddsRow(1)]);
      stream.end();
    };
    open();
    const waits: number[] = [];
    for (let number = 1; number <= 4; number += 1) {
      await until(() => troubles.length === number);
      waits.push(await waited());
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
    expect(new Set(codes)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
  });

  test('do not hurry where Retry-After says that there is no need to wait', async () => {
    upstream.refuse(...[1, 2].map(() => ({ status: 503, headers: { 'retry-after': '0' } })));
    open();
    const waits: number[] = [];
    for (const number of [1, 2]) {
      await until(() => troubles.length === number);
      waits.push(await waited());
    }
    expect(waits).toEqual([500, 1_000]);
  });

  test('are spread at random', async () => {
    upstream.refuse({ status: 500 });
    open(0.2);
    await until(() => troubles.length === 1);
    expect(await waited()).toBe(100);
  });

  test('wait as long as Retry-After says, but no longer than two minutes', async () => {
    upstream.refuse({ status: 503, headers: { 'retry-after': '9999999999' } });
    open();
    await until(() => troubles.length === 1);
    clock.advance(119_999);
    await answered();
    expect(upstream.requests).toBe(1);
    clock.advance(1);
    await upstream.stream(1);
  });
});

test('what answers without being an event stream is said to be none', async () => {
  upstream.refuse({ status: 200 });
  open();
  await until(() => troubles.length === 1);
  expect(troubles).toEqual([
    'RECONNECTING: The odds service sent an answer that is no event stream.',
  ]);
});

test('what is compressed though nobody asked is said to be so', async () => {
  const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' };
  upstream.refuse({ status: 200, headers });
  open();
  await until(() => troubles.length === 1);
  expect(troubles[0]).toMatch(/compressed/);
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
});

test('the name of an event stream may be written in capitals', async () => {
  upstream.refuse({ status: 200, headers: { 'content-type': 'Text/Event-Stream; charset=UTF-8' } });
  open();
  await until(() => troubles.length === 1);
  expect(troubles).toEqual(['RECONNECTING: The stream ended.']);
});

test('a stream that tells of prices before it is connected is opened again', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.send('heartbeat', { timestamp: '' });
  stream.snapshot([oddsRow(1)]);
  await until(() => troubles.length === 1);
  expect(troubles[0]).toMatch(/does not begin with "connected"/);
  expect(frames.map(({ kind }) => kind)).toEqual(['heartbeat']);
});

test('a snapshot that does not get on for a minute is given up, whatever the heart does', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.connected();
  await until(() => frames.length === 1);
  clock.advance(40_000);
  stream.snapshot([oddsRow(1)]);
  await until(() => frames.length === 2);
  clock.advance(40_000);
  stream.send('heartbeat', { timestamp: '' });
  await until(() => frames.length === 3);
  clock.advance(19_999);
  expect(troubles).toEqual([]);
  clock.advance(1);
  expect(troubles.map((trouble) => trouble.split(':')[0])).toEqual(['STALE', 'RECONNECTING']);
  expect(codes).toEqual(['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
});

test('a number that is no header is not given back as one', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.write('event: heartbeat\nid: evt_1\ndata: {"timestamp":""}\n\n');
  for (const id of ['☃', 'a b', 'x'.repeat(20_000)]) {
    stream.write(`event: heartbeat\nid: ${id}\ndata: {"timestamp":""}\n\n`);
  }
  await until(() => frames.length === 4);
  stream.cut();
  await until(() => troubles.length === 1);
  clock.advance(30_000);
  expect((await upstream.stream(2)).headers['last-event-id']).toBe('evt_1');
});

test('an opportunity of a wrong type is over, and the others stand', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.connected();
  stream.send('ev:detected', [{ id: 'a', ev_percentage: 'high' }, { id: 'b' }]);
  stream.send('ev:detected', [{ id: 'c' }]);
  await until(() => frames.length === 6);
  expect(frames.slice(1)).toMatchObject([
    { kind: 'ev:expired', data: { expired: ['a', 'b'] } },
    { kind: 'ev:detected', data: [] },
    { kind: 'error', data: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    { kind: 'ev:expired', data: { expired: ['c'] } },
    { kind: 'ev:detected', data: [] },
  ]);
});

test('of a refusal that never ends no more is read than is needed', async () => {
  upstream.refuse({ status: 403, code: 'tier_restricted', endless: true });
  open();
  await until(() => ends.length === 1);
  expect(ends[0]?.code).toBe('FEATURE_NOT_AVAILABLE'); // Its code is not JSON any more.
});

test('a refusal whose body does not come is a refusal all the same', async () => {
  upstream.refuse({ status: 401, hanging: true });
  open();
  await until(() => clock.pendingTimers === 2); // For the silence, and for the body.
  expect(ends).toEqual([]);
  clock.advance(10_000);
  await until(() => ends.length === 1);
  expect(ends[0]?.code).toBe('UNAUTHENTICATED');
});

test('a connection that is opened anew tells nothing more of the old one', async () => {
  open();
  const first = await upstream.stream(1);
  first.open([oddsRow(1)]);
  await until(() => frames.length === 3);
  first.update({ id: '1' });
  feed.reconnect();
  clock.advance(1_000);
  const second = await upstream.stream(2);
  second.open([oddsRow(2)]);
  await until(() => frames.length === 6);
  expect(frames.slice(3).map(({ kind }) => kind)).toEqual([
    'connected',
    'snapshot',
    'snapshot:complete',
  ]);
  expect(troubles).toEqual(['RECONNECTING: The stream is opened anew.']);
  expect(codes).toEqual([null]); // Nothing was wrong.
});

test('a connection that is opened anew twice, or while it waits for that, is opened once', async () => {
  open();
  (await upstream.stream(1)).connected();
  await until(() => frames.length === 1);
  feed.reconnect();
  feed.reconnect();
  clock.advance(999);
  feed.reconnect();
  clock.advance(1);
  (await upstream.stream(2)).connected();
  await until(() => frames.length === 2);
  expect([upstream.requests, troubles.length, clock.pendingTimers]).toEqual([2, 1, 1]);
  feed.reconnect();
  feed.close();
  expect(clock.pendingTimers).toBe(0);
});

test('upstream may still count a connection that was given up: another refused for it is tried once more', async () => {
  open();
  (await upstream.stream(1)).connected();
  await until(() => frames.length === 1);
  upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
  feed.reconnect();
  clock.advance(1_000);
  await until(() => troubles.length === 2);
  expect(codes).toEqual([null, 'STREAM_LIMIT_EXCEEDED']);
  clock.advance(29_999);
  expect(upstream.requests).toBe(2);
  upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
  clock.advance(1);
  await until(() => ends.length === 1);
  expect([upstream.requests, clock.pendingTimers]).toEqual([3, 0]);
});

test('a closed feed leaves no connection and no timer, whatever it was doing', async () => {
  open();
  (await upstream.stream(1)).connected();
  await until(() => frames.length === 1);
  feed.close();
  feed.close();
  feed.reconnect();
  await until(() => upstream.openStreams === 0);
  open();
  feed.close(); // Before it was opened.
  upstream.refuse({ status: 500 });
  open();
  await until(() => troubles.length === 1);
  feed.close(); // While it waits.
  expect(clock.pendingTimers).toBe(0);
});
