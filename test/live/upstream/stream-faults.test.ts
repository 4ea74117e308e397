import { afterEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { LiveMirror } from '../../harness/clients/live-mirror.ts';
import { linesOf } from '../../harness/clients/log-lines.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import type { ScriptedStream, StreamRefusal } from '../../harness/servers/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];

const graph = scriptedGraph();

afterEach(() => expect(graph.log).not.toMatch(/demo_|unexpected/));

/** A subscriber that has its snapshot, and its upstream stream. */
async function subscribed(): Promise<{ client: LiveClient; stream: ScriptedStream }> {
  const opening = graph.live();
  const stream = await graph.upstream.stream(1);
  stream.open(BOARD);
  const client = await opening;
  await client.untilState('READY');
  return { client, stream };
}

/** Merges all events of a subscriber, and expects only prices that upstream has sent. */
function boardOf(client: LiveClient): Map<string, number> {
  const mirror = new LiveMirror<{ id: string; key: string; price: { american: number } }>();
  for (const { data, errors } of client.results) {
    expect(errors).toBeUndefined();
    if (data?.liveOdds) mirror.apply(data.liveOdds);
  }
  return new Map([...mirror.odds.values()].map(({ id, price }) => [id, price.american]));
}

function pricesOf(rows: readonly Odds[]): Map<string, number> {
  return new Map(rows.map((row) => [row.id, row.odds_american]));
}

/** The states that a subscriber has got, in order. */
function statesOf(client: LiveClient): string[] {
  return client.of('FeedStatus').map(({ state }) => state);
}

/** Lets the graph open its next stream, with another board, and waits until the subscriber has it. */
async function recover(client: LiveClient, number: number, rows: readonly Odds[] = NEXT_BOARD) {
  graph.clock.advance(30_000);
  const stream = await graph.upstream.stream(number);
  stream.open(rows);
  await client.untilState('READY');
  expect(boardOf(client)).toEqual(pricesOf(rows));
  return stream;
}

/** Upstream cuts a stream off, and accepts the next one, on which it has sent no snapshot yet. */
async function cutAndReopened(client: LiveClient, stream: ScriptedStream): Promise<ScriptedStream> {
  stream.cut();
  await client.untilState('RECONNECTING');
  graph.clock.advance(500);
  const second = await graph.upstream.stream(2);
  second.connected();
  return second;
}

const NEXT_BOARD = [oddsRow(1), oddsRow(2, 5), oddsRow(4, 5)];

const FAILING = 'upstream streams are failing';
const INVALID = 'UPSTREAM_INVALID_RESPONSE';

/** What upstream may do to a stream, and the message of the status. */
const UNAVAILABLE = 'UPSTREAM_UNAVAILABLE';
const BREAKS: readonly [string, (stream: ScriptedStream) => void, says: RegExp, code?: string][] = [
  ['a torn connection', (stream) => stream.cut(), /cannot be reached/, UNAVAILABLE],
  ['a stream that ends', (stream) => stream.end(), /stream ended/, UNAVAILABLE],
  [
    'JSON that is none',
    (stream) => stream.write('event: odds:update\ndata: {"odds": [{"id"\n\n'),
    /is not JSON/,
  ],
  [
    'a change of nobody knows what',
    (stream) => stream.update({ ...oddsDelta(1, 5), id: 1 }),
    /wrong type at "\/odds\/0\/id"/,
  ],
  [
    'rows that are none',
    (stream) => stream.send('odds:update', { odds: 7, count: 1 }),
    /wrong type at ""|wrong type at "\/odds"/,
  ],
  [
    'a list that is none',
    (stream) => stream.send('odds:removed', { ids: 'all', count: 1, book: 'fanduel' }),
    /wrong type at "\/ids"/,
  ],
  [
    'a list without measure',
    (stream) => stream.write(`event: odds:removed\ndata: {"ids":[${'1,'.repeat(100_000)}1]}\n\n`),
    /lists more than 100000 items/,
  ],
  [
    'an event without an end',
    (stream) => stream.write(`event: odds:update\ndata: ${'x'.repeat(9 * 2 ** 20)}`),
    /event longer than/,
  ],
];

describe('an upstream stream that breaks', () => {
  test.each(BREAKS)(
    'by %s is opened again, without wrong prices in between',
    async (_, breaks, says, code = INVALID) => {
      const { client, stream } = await subscribed();
      stream.update(oddsDelta(3, 2));
      await client.untilKind('OddsUpdate');
      breaks(stream);
      const status = await client.untilState('RECONNECTING');
      expect(status.message).toMatch(says);
      expect(status.code).toBe(code);
      expect(boardOf(client)).toEqual(pricesOf([oddsRow(1), oddsRow(2), oddsRow(3, 2)]));

      const again = await recover(client, 2);
      expect(statesOf(client).join()).toBe('CONNECTED,READY,RECONNECTING,CONNECTED,READY');
      expect(client.of('OddsSnapshot')).toHaveLength(1); // The board stays and is updated.
      again.update(oddsDelta(1, 9));
      await client.untilKind('OddsUpdate');
      expect(boardOf(client).get('1')).toBe(109);
      expect(graph.upstream.requests).toBe(2);
    },
  );

  test('during a snapshot keeps all prices and shows those that have arrived', async () => {
    const { client, stream } = await subscribed();
    const second = await cutAndReopened(client, stream);
    second.snapshot([oddsRow(1, 3)]);
    await client.untilState('CONNECTED');
    await until(() => boardOf(client).get('1') === 103);
    second.cut();
    await client.untilState('RECONNECTING');
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 3), oddsRow(2), oddsRow(3)]));
    await recover(client, 3);
  });

  test('and sends fewer rows than it announces when it is back takes no price away', async () => {
    const { client, stream } = await subscribed();
    const second = await cutAndReopened(client, stream);
    const odds = [oddsRow(1, 3)];
    second.write(second.frame(frames.snapshot(odds, 0, 3)));
    second.complete(odds);
    await client.untilState('READY');
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 3), oddsRow(2), oddsRow(3)]));
  });

  test('before its first snapshot sends statuses, and the snapshot once it is complete', async () => {
    const opening = graph.live();
    const stream = await graph.upstream.stream(1);
    stream.connected();
    const client = await opening;
    await client.untilState('CONNECTED');
    stream.snapshot([oddsRow(1, 3)]);
    stream.cut();
    await client.untilState('RECONNECTING');
    expect(client.of('OddsSnapshot')).toEqual([]);
    await recover(client, 2);
  });

  test('right after it was opened restarts the event ids each time, and is logged once', async () => {
    const { client, stream } = await subscribed();
    stream.cut();
    for (const number of [2, 3]) {
      await client.untilState('RECONNECTING');
      graph.clock.advance(30_000);
      const next = await graph.upstream.stream(number);
      next.connected();
      await client.untilState('CONNECTED');
      next.cut();
    }
    await client.untilState('RECONNECTING');
    await recover(client, 4);
    expect(linesOf(graph.log, FAILING)).toMatchObject([{ level: 40, reason: 'reset' }]);
    expect(linesOf(graph.log, 'upstream streams have recovered')).toMatchObject([
      { level: 30, forMs: 90_000 },
    ]);
  });
});

describe('a row with a field of the wrong type', () => {
  const notice = { state: 'NOTICE', code: INVALID };

  test('removes only that price, with one notice', async () => {
    const { client, stream } = await subscribed();
    stream.update(oddsDelta(1, 2), { ...oddsDelta(2, 2), odds_american: 'even' }, oddsDelta(3, 2));
    const status = await client.untilState('NOTICE');
    expect(status).toMatchObject(notice);
    expect(status.message).toMatch(/wrong type at "\/odds\/1\/odds_american"/);
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 2), oddsRow(3, 2)]));
    stream.update({ ...oddsDelta(3, 3), line: {} }, oddsDelta(1, 3));
    await until(() => boardOf(client).get('1') === 103);
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 3)]));
    expect(statesOf(client)).toEqual(['CONNECTED', 'READY', 'NOTICE']);
    expect(graph.upstream.requests).toBe(1);
  });

  test('in a snapshot of a thousand affects no other price, however often it arrives', async () => {
    const good = Array.from({ length: 999 }, (_, i) => oddsRow(i));
    // Rows that do not match the contract.
    const bad = [{ ...oddsRow(2_000), home_team: 5 }, { id: 7 }, null] as unknown as Odds[];
    const opening = graph.live();
    const send = (stream: ScriptedStream, rows: readonly Odds[]) => {
      stream.connected();
      stream.snapshot([...rows, ...bad]);
      stream.complete(rows);
    };
    send(await graph.upstream.stream(1), good);
    const client = await opening;
    await client.untilState('NOTICE');
    await client.untilState('READY');
    expect(boardOf(client)).toEqual(pricesOf(good));
    (await graph.upstream.stream(1)).cut();
    await client.untilState('RECONNECTING');
    graph.clock.advance(500);
    send(await graph.upstream.stream(2), good.slice(1));
    await client.untilState('READY');
    expect(boardOf(client)).toEqual(pricesOf(good.slice(1)));
    expect(statesOf(client).filter((state) => state === 'NOTICE')).toHaveLength(2);
  });

  test('or with an id that is ill-formed text is left out of the board', async () => {
    const { client, stream } = await subscribed();
    stream.snapshot([{ ...oddsRow(5), id: 'lone \ud800' }, oddsRow(6)]);
    await client.untilState('NOTICE');
    expect(boardOf(client)).toEqual(pricesOf([...BOARD, oddsRow(6)]));
  });

  test('among very many reopens the stream, and the board keeps its prices', async () => {
    const { client, stream } = await subscribed();
    const bad = Array.from({ length: 101 }, (_, i) => ({ ...oddsDelta(i + 1, 2), line: 'none' }));
    stream.update(...bad);
    expect((await client.untilState('RECONNECTING')).code).toBe(INVALID);
    expect(boardOf(client)).toEqual(pricesOf(BOARD));
    await recover(client, 2);
  });
});

test('a change does not set fields other than those of a change', async () => {
  const { client, stream } = await subscribed();
  stream.update({ ...oddsDelta(1, 2), sportsbook: 7, event_id: null, __proto__: null });
  await client.untilKind('OddsUpdate');
  expect(client.results.at(-1)).toMatchObject({
    data: { liveOdds: { odds: [{ eventId: oddsRow(1).event_id, sportsbookId: 'draftkings' }] } },
  });
});

test('a stream that is silent for a minute is STALE and is opened again', async () => {
  const { client, stream } = await subscribed();
  stream.heartbeat();
  stream.update(oddsDelta(3, 2));
  await client.untilKind('OddsUpdate');
  graph.clock.advance(59_999);
  stream.heartbeat();
  stream.update(oddsDelta(3, 3));
  await client.untilKind('OddsUpdate');
  graph.clock.setWallBy(10 * 60_000); // The system's clock is set, which is no silence.
  graph.clock.advance(59_999);
  await graph.roundTrip();
  expect(statesOf(client)).toEqual(['CONNECTED', 'READY']);
  graph.clock.advance(1);
  const stale = await client.untilState('STALE');
  expect(stale).toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    message: 'Upstream has sent no data for 60 seconds.',
    at: new Date(graph.clock.now()).toISOString(), // Dates follow the system's clock.
  });
  expect((await client.untilState('RECONNECTING')).code).toBe('UPSTREAM_TIMEOUT');
  await until(() => !stream.isOpen);
  await recover(client, 2);
  expect(statesOf(client).slice(2)).toEqual(['STALE', 'RECONNECTING', 'CONNECTED', 'READY']);
  expect(linesOf(graph.log, FAILING)).toMatchObject([{ reason: 'timeout' }]);
});

test('a stream is STALE if upstream accepts the request and never answers', async () => {
  const { client, stream } = await subscribed();
  graph.upstream.refuse({ status: 0 });
  stream.end();
  await client.untilState('RECONNECTING');
  graph.clock.advance(30_000);
  await until(() => graph.upstream.requests === 2);
  graph.clock.advance(60_000);
  await client.untilState('STALE');
  await client.untilState('RECONNECTING');
  await recover(client, 2);
});

describe('a stream may, by the contract, have', () => {
  test('frames that are split at any byte', async () => {
    const { client, stream } = await subscribed();
    const name = { ...oddsRow(4), selection: 'Besiktas – Fenerbahçe ⚽' };
    const sent =
      stream.frame(frames.update([oddsDelta(1, 2)])) +
      stream.frame(frames.snapshot([name], 3, 4)) +
      stream.frame(frames.removal(['2']));
    for (const byte of Buffer.from(sent)) await stream.write(Buffer.from([byte]));
    await until(() => boardOf(client).size === 3 && boardOf(client).has('4'));
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 2), oddsRow(3), oddsRow(4)]));
    expect(graph.upstream.requests).toBe(1);
  });

  test('a byte order mark, CRLF, comments, unknown events and fields, and frames without an id', async () => {
    const opening = graph.live();
    const stream = await graph.upstream.stream(1);
    stream.write('\uFEFF: welcome\r\n\r\nretry: 5\r\n\r\n');
    stream.connected();
    stream.write('event: gamestate\r\ndata: no JSON at all\r\n\r\n');
    stream.write('data: neither a kind nor JSON\n\n');
    stream.snapshot([{ ...oddsRow(1), shade: 'green' } as Odds]);
    stream.complete(BOARD);
    const update = JSON.stringify({ ...frames.update([oddsDelta(1, 2)]).data, mood: 'calm' });
    stream.write(`: note\r\nevent: odds:update\r\nfoo: bar\r\ndata: ${update}\r\n\r\n`);
    const client = await opening;
    await until(() => boardOf(client).get('1') === 102);
    expect(statesOf(client)).toEqual(['CONNECTED', 'READY']);
    expect(graph.upstream.requests).toBe(1);
  });

  test('prices with a status, which changes do not have: it is not reported', async () => {
    const fields =
      '... on OddsSnapshot { odds { isLive status } } ... on OddsUpdate { odds { isLive status } }';
    const opening = LiveClient.open(
      graph.url,
      `subscription { liveOdds { __typename ${fields} } }`,
    );
    const stream = await graph.upstream.stream(1);
    stream.open([{ ...oddsRow(1), status: 'upcoming' }]);
    const client = await opening;
    expect((await client.untilKind('OddsSnapshot')).odds).toEqual([
      { isLive: false, status: null },
    ]);
    stream.update(oddsDelta(1, 1));
    expect((await client.untilKind('OddsUpdate')).odds).toEqual([{ isLive: true, status: null }]);
  });

  test('repeated frames', async () => {
    const { client, stream } = await subscribed();
    const update = stream.frame(frames.update([oddsDelta(1, 2)]));
    const removal = stream.frame(frames.removal(['2']));
    stream.write(update + update + removal + removal);
    stream.update(oddsDelta(3, 2));
    await until(() => boardOf(client).get('3') === 102);
    expect(boardOf(client)).toEqual(pricesOf([oddsRow(1, 2), oddsRow(3, 2)]));
  });
});

test('an error frame is delivered as a NOTICE and changes nothing else', async () => {
  const { client, stream } = await subscribed();
  stream.send('error', { code: 'upstream_error', message: 'A book is late.' });
  expect(await client.untilState('NOTICE')).toMatchObject({
    code: 'upstream_error',
    message: 'A book is late.',
  });
  stream.send('error', { code: 'upstream_error', message: 'x'.repeat(100_000) });
  expect((await client.untilState('NOTICE')).message).toBe('x'.repeat(1_000));
  for (const data of [{ code: 'late' }, { code: 'late', message: null }]) {
    stream.send('error', data);
    expect(await client.untilState('NOTICE')).toMatchObject({ code: 'late', message: null });
  }
  stream.update(oddsDelta(1, 2));
  await client.untilKind('OddsUpdate');
  expect(graph.upstream.requests).toBe(1);
});

describe('a refused upstream stream', () => {
  const ENDING = [
    [401, 'unauthorized', 'UNAUTHENTICATED'],
    [403, 'tier_restricted', 'FEATURE_NOT_AVAILABLE'],
    [403, 'feature_not_available', 'FEATURE_NOT_AVAILABLE'],
  ] as const;
  const LIMITING = [
    [429, 'stream_limit_exceeded', 'STREAM_LIMIT_EXCEEDED'],
    [429, 'rate_limited', 'RATE_LIMITED'],
  ] as const;

  test.each(ENDING)(
    'ends the subscription after %s %s with %s, and is not retried',
    async (status, wire, code) => {
      const { client, stream } = await subscribed();
      graph.upstream.refuse({ status, code: wire });
      stream.cut();
      await client.untilState('RECONNECTING');
      graph.clock.advance(30_000);
      expect((await client.lastError())?.extensions?.['code']).toBe(code);
      expect(client.isComplete).toBe(true);
      expectNoLeak(JSON.stringify(client.results).replaceAll('RECONNECTING', ''));
      await graph.clock.advanceInSteps(60_000, 1_000);
      expect(graph.upstream.requests).toBe(2);
      expect(await graph.upstream.sockets()).toBeLessThanOrEqual(1); // That of REST requests may be kept.
    },
  );

  /** Refuses the next two attempts to open a lost stream, which are made all the same. */
  async function expectRetried(
    { client, stream }: Awaited<ReturnType<typeof subscribed>>,
    refusal: StreamRefusal,
    code: string,
  ): Promise<void> {
    graph.upstream.refuse(refusal, refusal);
    stream.cut();
    const statuses = [await client.untilState('RECONNECTING')];
    for (const _ of [1, 2]) {
      graph.clock.advance(10_000);
      statuses.push(await client.untilState('RECONNECTING'));
    }
    expect(statuses.map((status) => status.code)).toEqual(['UPSTREAM_UNAVAILABLE', code, code]);
    expectNoLeak(JSON.stringify(client.results).replaceAll('RECONNECTING', ''));
    await recover(client, 2);
  }

  test.each(LIMITING)(
    'is retried after %s %s, which is delivered as %s',
    async (status, wire, code) => {
      await expectRetried(await subscribed(), { status, code: wire }, code);
    },
  );

  test.each([
    [400, INVALID],
    [401, INVALID],
    [403, INVALID],
    [429, 'RATE_LIMITED'],
    [502, 'UPSTREAM_UNAVAILABLE'],
  ])('is retried after %s of a proxy, on the first attempt and later', async (status, code) => {
    const refusal = { status, html: true };
    graph.upstream.refuse(refusal);
    const client = await graph.live();
    expect((await client.untilState('RECONNECTING')).code).toBe(code);
    await expectRetried({ client, stream: await recover(client, 1, BOARD) }, refusal, code);
  });

  test.each([...ENDING, ...LIMITING])(
    'refuses the first subscription after %s %s with %s, and is logged',
    async (status, wire, code) => {
      graph.upstream.refuse({ status, code: wire });
      const client = await graph.live({}, { key: 'demo_hobby' });
      const upstream = { status, code: wire };
      expect((await client.lastError())?.extensions).toMatchObject({ code, upstream });
      expect(client.results).toHaveLength(1);
      await graph.clock.advanceInSteps(60_000, 1_000);
      expect(graph.upstream.requests).toBe(1);
      const [account, logged] = [/^[0-9a-f]{8}$/, /^[A-Z_]+$/].map((one) =>
        expect.stringMatching(one),
      );
      expect(linesOf(graph.log, 'upstream streams refused')).toMatchObject([
        { level: 40, channel: 'odds', account, code: logged },
      ]);
    },
  );
});
