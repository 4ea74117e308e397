import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../../src/credential.ts';
import type { OddsgraphError } from '../../../src/errors.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { UpstreamStream } from '../../../src/upstream/stream/upstream-stream.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { type ScriptedStream, ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const credential = new Credential('demo_pro');

let upstream: ScriptedUpstream;
let clock: ManualClock;
let feed: UpstreamStream;
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
  feed = new UpstreamStream(
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
  test('wait twice as long each time, up to ten seconds', async () => {
    upstream.refuse(...Array.from({ length: 8 }, () => ({ status: 500 })));
    open();
    const waits: number[] = [];
    for (let number = 1; number <= 8; number += 1) {
      await until(() => troubles.length === number);
      waits.push(await waited());
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  /** Fails a few times, then opens a stream, which completes its snapshot. */
  async function openAfterFailures(failures: number): Promise<ScriptedStream> {
    upstream.refuse(...Array.from({ length: failures }, () => ({ status: 500 })));
    open();
    for (let number = 1; number <= failures; number += 1) {
      await until(() => troubles.length === number);
      clock.advance(10_000);
    }
    return completed(1);
  }

  async function completed(number: number): Promise<ScriptedStream> {
    const stream = await upstream.stream(number);
    stream.open([oddsRow(1)]);
    await until(() => frames.length === 3 * number);
    return stream;
  }

  test('are made at once where a stream that completed its snapshot drops, whatever failed before', async () => {
    const stream = await openAfterFailures(6);
    stream.cut();
    await until(() => troubles.length === 7);
    expect(await waited()).toBe(500);
  });

  for (const [held, wait] of [
    [9_999, 1_000],
    [10_000, 500],
  ] as const) {
    test(`wait ${wait} ms where the next stream drops after ${held}`, async () => {
      (await openAfterFailures(6)).cut();
      await until(() => troubles.length === 7);
      await waited();
      const second = await completed(2);
      clock.advance(held);
      second.cut();
      await until(() => troubles.length === 8);
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

test('of a refusal that never ends no more is read than is needed, and it is none of the contract', async () => {
  upstream.refuse({ status: 403, code: 'tier_restricted', endless: true });
  open();
  await until(() => troubles.length === 1);
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']); // It is not JSON any more.
});

test('a refusal whose body does not come is none of the contract', async () => {
  upstream.refuse({ status: 401, hanging: true });
  open();
  await until(() => clock.pendingTimers === 2); // For the silence, and for the body.
  clock.advance(10_000);
  await until(() => troubles.length === 1);
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(ends).toEqual([]);
});

describe('a page of a proxy in between', () => {
  for (const [status, code] of [
    [400, 'UPSTREAM_INVALID_RESPONSE'],
    [401, 'UPSTREAM_INVALID_RESPONSE'],
    [403, 'UPSTREAM_INVALID_RESPONSE'],
    [429, 'RATE_LIMITED'],
    [502, 'UPSTREAM_UNAVAILABLE'],
  ] as const) {
    test(`with ${status} ends nothing, neither at first nor later`, async () => {
      upstream.refuse({ status, html: true });
      open();
      await until(() => troubles.length === 1);
      await waited();
      (await upstream.stream(1)).open([oddsRow(1)]);
      await until(() => frames.length === 3);
      upstream.refuse({ status, html: true }, { status, html: true });
      (await upstream.stream(1)).cut();
      for (const number of [2, 3, 4]) {
        await until(() => troubles.length === number);
        await waited();
      }
      await upstream.stream(2);
      expect(codes).toEqual([code, 'UPSTREAM_UNAVAILABLE', code, code]);
      expect(ends).toEqual([]);
    });
  }
});

describe('a 429 of upstream', () => {
  const LIMIT = { status: 429, code: 'stream_limit_exceeded' };

  test('for the first stream is told at once', async () => {
    upstream.refuse(LIMIT);
    open();
    await until(() => ends.length === 1);
    expect(ends[0]?.code).toBe('STREAM_LIMIT_EXCEEDED');
    expect([troubles, clock.pendingTimers]).toEqual([[], 0]);
  });

  test('for another one passes: it is tried again, for as long as upstream asks to wait', async () => {
    upstream.refuse({ status: 500 });
    open();
    await until(() => troubles.length === 1);
    upstream.refuse(LIMIT, { status: 429, code: 'rate_limited', headers: { 'retry-after': '30' } });
    const waits = [await waited()];
    for (const number of [2, 3]) {
      await until(() => troubles.length === number);
      waits.push(await waited());
    }
    expect(waits).toEqual([500, 1_000, 30_000]);
    expect(codes).toEqual(['UPSTREAM_UNAVAILABLE', 'STREAM_LIMIT_EXCEEDED', 'RATE_LIMITED']);
    await upstream.stream(1);
    expect(ends).toEqual([]);
  });

  test('that has not passed within five minutes ends the stream', async () => {
    open();
    (await upstream.stream(1)).open([oddsRow(1)]);
    await until(() => frames.length === 3);
    upstream.refuse(...Array.from({ length: 100 }, () => LIMIT));
    (await upstream.stream(1)).cut();
    await until(() => troubles.length === 1);
    const begun = clock.now();
    while (ends.length === 0) {
      const told = troubles.length;
      clock.advance(10_000);
      await until(() => troubles.length > told || ends.length > 0);
    }
    expect(ends[0]?.code).toBe('STREAM_LIMIT_EXCEEDED');
    expect(clock.now() - begun).toBeGreaterThanOrEqual(5 * 60_000);
    expect(clock.now() - begun).toBeLessThan(5 * 60_000 + 20_000);
    expect(clock.pendingTimers).toBe(0);
  });
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
