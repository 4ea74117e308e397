import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import type { OddsgraphError } from '../../../src/errors/errors.ts';
import { metrics } from '../../../src/observability/metrics.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { UpstreamStream } from '../../../src/upstream/stream/upstream-stream.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const credential = new Credential('demo_pro');

let upstream: ScriptedUpstream;
let clock: ManualClock;
let upstreamStream: UpstreamStream;
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
  upstreamStream.close();
  expect(clock.pendingTimers).toBe(0);
  await upstream.close();
});

interface Reactions {
  readonly onFrame: (frame: StreamFrame) => void;
  readonly onDegraded: () => void;
}

function open({ onFrame, onDegraded }: Partial<Reactions> = {}): void {
  upstreamStream = new UpstreamStream(
    credential,
    'odds',
    { baseUrl: upstream.url, clock, random: () => 1 },
    {
      onFrame: (frame) => {
        frames.push(frame);
        onFrame?.(frame);
      },
      onDegraded: (state, message, code) => {
        troubles.push(`${state}: ${message}`);
        codes.push(code);
        onDegraded?.();
      },
      onEnd: (error) => ends.push(error),
    },
  );
}

/** How long the stream waits before it reconnects. It has no other timer meanwhile. */
async function reconnectDelay(): Promise<number> {
  const { requests } = upstream;
  const begun = clock.now();
  while (upstream.requests === requests) {
    clock.advance(100);
    await Promise.race([until(() => upstream.requests > requests), roundTrips()]);
  }
  return clock.now() - begun;
}

/** How long the stream waits after each of its first failures. */
async function delaysOf(failures: number): Promise<number[]> {
  const delays: number[] = [];
  for (let number = 1; number <= failures; number += 1) {
    await until(() => troubles.length === number);
    delays.push(await reconnectDelay());
  }
  return delays;
}

/** Waits for several round trips to upstream, so that whatever was sent before has arrived. */
async function roundTrips(): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await (await fetch(new URL('/api/v1/account/keys', upstream.url))).text();
  }
}

test('sends the key and requests every row of its channel', async () => {
  open();
  const stream = await upstream.stream(1);
  expect(stream.key).toBe('demo_pro');
  expect(stream.path).toBe('/api/v1/stream?channel=odds&min_ev=0&min_profit=0');
});

test.each([
  ['connected', { stream_id: 'one', channel: 'odds', trial: null }],
  ['connected', {}],
  ['heartbeat', {}],
  ['heartbeat', { timestamp: 1_800_000_000 }],
] as const)('accepts %s frames with fields that nobody reads as %j', async (kind, data) => {
  open();
  const stream = await upstream.stream(1);
  stream.send(kind, data);
  stream.send('error', { code: 'upstream_error', message: 'A book is late.' });
  await until(() => frames.length + troubles.length >= 2 || troubles.length > 0);
  expect(frames.map((frame) => frame.kind)).toEqual([kind, 'error']);
});

test.each([
  [0, [0, 1, 2, 3]],
  [20, [0, 1, 1, 2]],
  [1_000, [0, 1, 1, 1, 1, 1, 2]],
])(
  'lets other work, which takes %i ms, run between the events of a chunk if they take long',
  async (otherMs, expected) => {
    let turns = 0;
    const turnsAt: number[] = [];
    const other = () => {
      turns += 1;
      clock.advance(otherMs);
    };
    open({
      onFrame: () => {
        if (turnsAt.push(turns) === 1 || turnsAt.at(-2) !== turns) setImmediate(other);
        clock.advance(10);
      },
    });
    const stream = await upstream.stream(1);
    await stream.write(stream.frame({ kind: 'connected', data: {} }).repeat(expected.length));
    await until(() => turnsAt.length === expected.length);
    expect(turnsAt).toEqual(expected);
  },
);

describe('reconnecting', () => {
  test('waits the longer the more often it has failed, and less after a stream that stayed complete for ten seconds', async () => {
    upstream.refuse(...Array.from({ length: 2 }, () => ({ status: 500 })));
    open();
    expect(await delaysOf(2)).toEqual([500, 1_000]);
    for (const [number, heldMs, waitMs] of [
      [1, 0, 500],
      [2, 9_999, 1_000],
      [3, 10_000, 500],
      [4, 0, 500],
    ] as const) {
      const stream = await upstream.stream(number);
      clock.advance(5_000); // Until then, it was not complete.
      stream.open([oddsRow(1)]);
      await until(() => frames.length === 3 * number);
      clock.advance(heldMs);
      stream.cut();
      await until(() => troubles.length === 2 + number);
      expect(await reconnectDelay()).toBe(waitMs);
    }
  });

  test('backs off although Retry-After is 0', async () => {
    upstream.refuse(...[1, 2].map(() => ({ status: 503, headers: { 'retry-after': '0' } })));
    open();
    expect(await delaysOf(2)).toEqual([500, 1_000]);
  });

  test('waits as long as Retry-After says, but at most two minutes', async () => {
    upstream.refuse({ status: 503, headers: { 'retry-after': '9999999999' } });
    open();
    await until(() => troubles.length === 1);
    clock.advance(119_999);
    await roundTrips();
    expect(upstream.requests).toBe(1);
    clock.advance(1);
    await upstream.stream(1);
  });
});

const EVENTS = 'text/event-stream';
const [INVALID, UNAVAILABLE] = ['UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_UNAVAILABLE'];

test.each([
  [{}, /sent a response that is not an event stream\./, INVALID],
  [{ 'content-type': EVENTS, 'content-encoding': 'gzip' }, /compressed/, INVALID],
  [{ 'content-type': EVENTS, 'content-encoding': '' }, /The stream ended\./, UNAVAILABLE],
  [
    { 'content-type': 'Text/Event-Stream; charset=UTF-8', 'content-encoding': 'Identity' },
    /The stream ended\./,
    UNAVAILABLE,
  ],
] as const)('reports of a response with the headers %j: %s', async (headers, trouble, code) => {
  upstream.refuse({ status: 200, headers });
  open();
  await until(() => troubles.length === 1);
  expect(troubles).toEqual([expect.stringMatching(trouble)]);
  expect(codes).toEqual([code]);
});

test('reconnects if a stream sends prices before "connected"', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.send('heartbeat', { timestamp: '' });
  stream.snapshot([oddsRow(1)]);
  await until(() => troubles.length === 1);
  expect(troubles[0]).toMatch(/does not begin with "connected"/);
  expect(frames.map(({ kind }) => kind)).toEqual(['heartbeat']);
});

test('reconnects if a snapshot makes no progress for a minute, despite heartbeats', async () => {
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

test('passes on an error of upstream without the key, which others must not see', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.send('error', { code: 'overloaded', message: 'The account of demo_pro has to wait.' });
  await until(() => frames.length === 1);
  const data = { code: 'overloaded', message: 'The account of … has to wait.' };
  expect(frames).toEqual([{ kind: 'error', data }]);
});

test('waits for another snapshot if a live stream says "connected" again', async () => {
  open();
  const stream = await upstream.stream(1);
  stream.open([oddsRow(1)]);
  stream.connected();
  await until(() => frames.length === 4);
  clock.advance(40_000);
  stream.heartbeat();
  await until(() => frames.length === 5);
  clock.advance(20_000); // The heartbeat is no sign that the snapshot makes progress.
  expect(codes).toEqual(['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
});

test.each([
  ['without an id', () => ({})],
  ['with an id that is a number', (row: number) => ({ id: row })],
])(
  'reconnects if all rows of a snapshot are %s, so that the board keeps its own',
  async (_, id) => {
    open();
    const stream = await upstream.stream(1);
    stream.connected();
    const rows = Array.from({ length: 101 }, (_, row) => ({
      ...oddsRow(row),
      id: undefined,
      ...id(row),
    }));
    const [odds, rest] = [rows.slice(0, 100), rows.slice(100)];
    stream.send('snapshot', { odds, count: 100, total: 101, offset: 0, has_more: true });
    stream.send('snapshot', { odds: rest, count: 1, total: 101, offset: 100, has_more: false });
    stream.complete([]);
    await until(() => codes.length === 1);
    expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
    expect(frames.map(({ kind }) => kind)).not.toContain('snapshot:complete');
  },
);

test('drops and expires an opportunity of a wrong type, and keeps the others', async () => {
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

test('reads only the start of an endless error body, which is then not in the contract’s format', async () => {
  upstream.refuse({ status: 403, code: 'tier_restricted', endless: true });
  open();
  await until(() => troubles.length === 1);
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']); // It is not JSON any more.
});

test('stops waiting for an error body that never comes, and retries', async () => {
  upstream.refuse({ status: 401, hanging: true });
  open();
  await until(() => clock.pendingTimers === 2); // The idle timer, and the timeout of the error body.
  clock.advance(10_000);
  await until(() => troubles.length === 1);
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(ends).toEqual([]);
});

describe('a 429 of upstream', () => {
  const LIMIT = { status: 429, code: 'stream_limit_exceeded' };

  test('ends the stream once it has lasted five minutes', async () => {
    open();
    (await upstream.stream(1)).open([oddsRow(1)]);
    await until(() => frames.length === 3);
    upstream.refuse(...Array.from({ length: 100 }, () => LIMIT));
    (await upstream.stream(1)).cut();
    await until(() => troubles.length === 1);
    const begun = clock.now();
    while (ends.length === 0) {
      const seen = troubles.length;
      clock.advance(10_000);
      await until(() => troubles.length > seen || ends.length > 0);
    }
    expect(ends[0]?.code).toBe('STREAM_LIMIT_EXCEEDED');
    expect(clock.now() - begun).toBeGreaterThanOrEqual(5 * 60_000);
    expect(clock.now() - begun).toBeLessThan(5 * 60_000 + 20_000);
    expect(clock.pendingTimers).toBe(0);
  });

  test('is retried for five minutes of its own, whatever was before an outage', async () => {
    open();
    (await upstream.stream(1)).open([oddsRow(1)]);
    await until(() => frames.length === 3);
    const down = Array.from({ length: 40 }, () => ({ status: 503, code: 'unavailable' }));
    upstream.refuse(LIMIT, ...down, LIMIT);
    (await upstream.stream(1)).cut();
    const begun = clock.now();
    while (upstream.streams.length < 2 && ends.length === 0) {
      const { requests } = upstream;
      clock.advance(10_000);
      await Promise.race([until(() => upstream.requests > requests), roundTrips()]);
    }
    expect(clock.now() - begun).toBeGreaterThan(5 * 60_000);
    expect(ends).toEqual([]);
  });
});

test('delivers no frames of the old connection after reconnect()', async () => {
  open();
  const first = await upstream.stream(1);
  first.open([oddsRow(1)]);
  await until(() => frames.length === 3);
  first.update({ id: '1' });
  upstreamStream.reconnect();
  clock.advance(1_000);
  const second = await upstream.stream(2);
  second.open([oddsRow(2)]);
  await until(() => frames.length === 6);
  expect(frames.slice(3).map(({ kind }) => kind)).toEqual([
    'connected',
    'snapshot',
    'snapshot:complete',
  ]);
  expect(troubles).toEqual(['RECONNECTING: The stream is being reopened.']);
  expect(codes).toEqual([null]); // Nothing was wrong.
});

test('counts lost and silent connections as lost, but not those that reconnect() replaces', async () => {
  metrics.upstream_streams_lost_total.reset();
  const lost = async () =>
    (await metrics.upstream_streams_lost_total.get()).values.map(({ value }) => value);
  open();
  await upstream.stream(1);
  upstreamStream.reconnect();
  expect(await lost()).toEqual([]);
  clock.advance(1_000);
  (await upstream.stream(2)).cut();
  await until(() => troubles.length === 2);
  expect(await lost()).toEqual([1]);
  await reconnectDelay();
  (await upstream.stream(3)).connected();
  await until(() => frames.length === 1);
  clock.advance(60_000);
  expect(await lost()).toEqual([2]);
});

test('reconnects once if reconnect() is called several times', async () => {
  open();
  (await upstream.stream(1)).connected();
  await until(() => frames.length === 1);
  upstreamStream.reconnect();
  upstreamStream.reconnect();
  clock.advance(999);
  upstreamStream.reconnect();
  clock.advance(1);
  (await upstream.stream(2)).connected();
  await until(() => frames.length === 2);
  expect([upstream.requests, troubles.length, clock.pendingTimers]).toEqual([2, 1, 1]);
  upstreamStream.reconnect();
  upstreamStream.close();
  expect(clock.pendingTimers).toBe(0);
});

test('leaves no connection and no timer after close(), in whatever state it was', async () => {
  open();
  (await upstream.stream(1)).connected();
  await until(() => frames.length === 1);
  upstreamStream.close();
  upstreamStream.close();
  upstreamStream.reconnect();
  await until(() => upstream.openStreams === 0);
  open();
  upstreamStream.close(); // While it connects.
  upstream.refuse({ status: 500 });
  open();
  await until(() => troubles.length === 1);
  upstreamStream.close(); // While it waits.
  expect(clock.pendingTimers).toBe(0);
});

test('leaves no timer if the listener closes it when the connection is lost', async () => {
  upstream.refuse({ status: 500 });
  open({ onDegraded: () => upstreamStream.close() });
  await until(() => clock.pendingTimers === 0);
  await roundTrips();
  expect([upstream.requests, clock.pendingTimers]).toEqual([1, 0]);
});

test('starts a new snapshot if the listener reconnects while the old one completes', async () => {
  open({
    onFrame: ({ kind }) => {
      if (kind === 'snapshot:complete' && frames.length === 3) upstreamStream.reconnect();
    },
  });
  (await upstream.stream(1)).open([oddsRow(1)]);
  await until(() => troubles.length === 1);
  clock.advance(1_000);
  const second = await upstream.stream(2);
  second.connected();
  await until(() => frames.length === 4);
  clock.advance(40_000);
  second.send('heartbeat', { timestamp: '' });
  await until(() => frames.length === 5);
  clock.advance(20_000); // Heartbeats don't count as progress of the second snapshot either.
  expect(codes).toEqual([null, 'UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
});

test('stays closed if it is closed at the moment when upstream accepts the request', async () => {
  const { request } = Agent.prototype;
  const accepted = Promise.withResolvers<void>();
  vi.spyOn(Agent.prototype, 'request').mockImplementation(async function (this: Agent, options) {
    const response = await request.call(this, options);
    upstreamStream.close();
    accepted.resolve();
    return response;
  });
  open();
  await accepted.promise;
  await roundTrips();
  expect([clock.pendingTimers, troubles, ends]).toEqual([0, [], []]);
});
