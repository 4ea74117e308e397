import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { ANONYMOUS } from '../../../src/access/identity.ts';
import { EncodedData } from '../../../src/execution/encoding/encoded-data.ts';
import { EncodingCache } from '../../../src/execution/encoding/encoding-cache.ts';
import type { Executor } from '../../../src/execution/executor.ts';
import type { Operation } from '../../../src/execution/operation.ts';
import { OperationLog } from '../../../src/execution/operation-log.ts';
import type { Outcome } from '../../../src/execution/run-operation.ts';
import { Subscription } from '../../../src/execution/subscription.ts';
import { type Chunk, chunkOf } from '../../../src/live/topics/batch.ts';
import { LiveStream } from '../../../src/live/topics/live-stream.ts';
import type { OperationContext } from '../../../src/resolvers/context.ts';
import type { OperationRecord, OperationTitle } from '../../../src/resolvers/operation-record.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { ByteLedger } from '../../../src/transports/response/byte-ledger.ts';
import { sseEvents } from '../../../src/transports/sse/add-operation.ts';
import { EventStream } from '../../../src/transports/sse/event-stream.ts';
import { PING } from '../../../src/transports/sse/sse-connection.ts';
import type {
  EventFormat,
  OperationToAdd,
} from '../../../src/transports/sse/streamed-operation.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { testRecord } from '../../harness/operators/test-record.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

const scheduler = new Scheduler(new ManualClock());

/** A subscription with results from the test. */
class GivenResults {
  readonly #chunks: Chunk<unknown>[] = [];
  #wake: () => void = () => {};
  #error: Error | null = null;
  isClosed = false;
  readonly subscription: Subscription;

  /** `execute` returns each result, or a promise of it. */
  constructor(execute: (event: object) => unknown = (event) => ({ data: event }), isBulk = false) {
    const source = {
      isBulk,
      read: () => {
        if (this.#error !== null) throw this.#error;
        return this.#chunks.shift() ?? null;
      },
      onWake: (wake: () => void) => {
        this.#wake = wake;
      },
      close: () => {
        this.isClosed = true;
      },
    };
    const executor = {
      encodings: new EncodingCache(),
      executeEvent: (_: unknown, event: object) => execute(event),
    };
    // What a subscription uses of the executor and of its operation.
    this.subscription = new Subscription(
      executor as unknown as Executor,
      new OperationLog(1_000),
      {
        document: {},
        context: {
          record: testRecord(),
          identity: ANONYMOUS,
          services: { clock: new ManualClock(), scheduler, upstream: { keys: null } },
        },
      } as unknown as Operation,
      new LiveStream('at', 'odds', source),
    );
  }

  get unread(): number {
    return this.#chunks.length;
  }

  give(...payloads: unknown[]): void {
    this.giveChunk(chunkOf(payloads));
  }

  giveChunk(chunk: Chunk<unknown>): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#wake();
  }
}

/** The next write, as ids of operations with their payloads; null for completions. */
function read(operations: EventStream): [string, unknown][] {
  const text = operations.next()?.toString() ?? '';
  return [...text.matchAll(/data: (.*)\n/g)].map(([, json = '']) => {
    const { id, payload } = JSON.parse(json);
    return [id, payload?.data?.at ?? payload?.errors ?? null];
  });
}

/** A stream without operations. */
function newStream(onClose: () => void = () => {}, ledger = new ByteLedger()): EventStream {
  const operationLog = new OperationLog(1_000);
  return new EventStream({ ping: PING, operationLog, ledger }, onClose);
}

function resultOf(data: object): Outcome {
  return { kind: 'result', data: new EncodedData(JSON.stringify(data)) };
}

interface Given extends Partial<Pick<OperationToAdd, 'bytes' | 'eventOf' | 'status'>> {
  type?: OperationTitle['type'];
}

/** Adds an operation, and returns its record. */
function add(
  stream: EventStream,
  id: string | number | null,
  run: () => Promise<Outcome>,
  { bytes = 1, type = 'query', ...given }: Given = {},
): OperationRecord {
  const record = testRecord();
  record.title = { ...record.title, type };
  const context = { record, account: 'A', log: SILENT_LOG, viewer: null };
  const written = async (write: (outcome: Outcome) => void) => write(await run());
  const known = context as unknown as OperationContext;
  const eventOf = sseEvents(`${id}`);
  stream.add({ id, bytes, run: written, context: known, eventOf, ...given });
  return record;
}

async function started(given: Record<string, GivenResults>): Promise<EventStream> {
  const operations = newStream();
  for (const [id, { subscription }] of Object.entries(given)) {
    const run = async (): Promise<Outcome> => ({ kind: 'subscription', subscription });
    add(operations, id, run, { type: 'subscription' });
  }
  read(operations);
  await turn();
  return operations;
}

test('another format may say with the last result that it is complete, and refusals of an id do not take it', async () => {
  const stream = newStream();
  for (const at of [1, 2, 3]) {
    const eventOf: EventFormat = (json, isComplete) => [Buffer.from(`${at}${json}${isComplete}\n`)];
    add(stream, at === 2 ? null : at, async () => resultOf({ at }), { eventOf });
  }
  stream.endOperation(3);
  const events = [stream.next()];
  await turn();
  events.push(stream.next());
  expect(events.join('').match(/.*(true|false)/g)).toEqual([
    '3nulltrue',
    '1{"data":{"at":1}}true',
    '2{"data":{"at":2}}true',
  ]);
});

test('an operation that has no answer yet when its client leaves is logged with the status of its request', () => {
  const end = vi.spyOn(OperationLog.prototype, 'end');
  const stream = newStream();
  add(stream, 'accepted', async () => resultOf({}), { status: 202 });
  add(stream, 'without a request', async () => resultOf({}));
  stream.close('client');
  expect(end.mock.calls.map(([, ended]) => ended)).toEqual([
    { status: 202, isAborted: true },
    { status: 200, isAborted: true },
  ]);
});

test('a subscription delivers its results one after another, until the signal aborts', async () => {
  const given = new GivenResults();
  const [written, stop] = [[] as unknown[], new AbortController()];
  const encode = (results: readonly ExecutionResult[]) =>
    results.map((result) => JSON.stringify(result.data));
  const write = async (texts: readonly string[]) => void written.push(...texts);
  const delivered = given.subscription.deliver('texts', encode, write, stop.signal);
  given.give(1, 2);
  await turn();
  given.give(3);
  await turn();
  stop.abort();
  await delivered;
  expect(written).toEqual(['{"at":1}', '{"at":2}', '{"at":3}']);
});

const LARGE = 'x'.repeat(40_000);

describe('operations of one stream', () => {
  test('take turns when they have many results', async () => {
    const [a, b] = [new GivenResults(), new GivenResults()];
    const operations = await started({ a, b });
    for (const number of [1, 2, 3, 4]) a.give(`${number}${LARGE}`);
    for (const number of [1, 2]) b.give(`${number}${LARGE}`);
    const order: string[] = [];
    for (let events = read(operations); events.length > 0; events = read(operations)) {
      expect(events.length).toBeLessThanOrEqual(2); // The size of one write is bounded.
      order.push(...events.map(([id, at]) => `${id}${String(at)[0]}`));
    }
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('take turns when each waits for the scheduler and the client takes one result at a time', async () => {
    const [a, b] = [new GivenResults(undefined, true), new GivenResults(undefined, true)];
    const operations = await started({ a, b });
    for (let number = 1; number < 10; number += 1) a.give(`${number}${LARGE}${LARGE}`);
    b.give('b');
    const order: unknown[] = [];
    let isBlocked = false;
    operations.onWake(() => {
      while (!isBlocked) {
        const events = read(operations);
        if (events.length === 0) break;
        order.push(...events.map(([id]) => id));
        isBlocked = true;
      }
    });
    for (let drained = 0; drained < 4; drained += 1) {
      isBlocked = false;
      read(operations);
      for (let turns = 0; turns < 5; turns += 1) await turn();
    }
    expect(order).toEqual(['a', 'b', 'a', 'a']);
  });

  test('hold results only for the operation whose turn it is', async () => {
    const [a, b] = [new GivenResults(), new GivenResults()];
    const operations = await started({ a, b });
    a.give(`1${LARGE}`, `2${LARGE}`, `3${LARGE}`, `4${LARGE}`);
    b.give('waits');
    expect(read(operations)).toHaveLength(2);
    expect([a.unread, b.unread]).toEqual([0, 1]);
    const ids = [...read(operations), ...read(operations)].map(([id]) => id);
    expect(ids).toEqual(['a', 'a', 'b']);
  });

  test('keep their turn if a write ends with some of their results, whoever wakes up in between', async () => {
    const [a, b] = [new GivenResults(), new GivenResults()];
    const operations = await started({ a, b });
    a.give('0');
    a.give(`1${LARGE}${LARGE}`, '2');
    const order = read(operations).map(([id, at]) => `${id}${String(at)[0]}`);
    b.give('b');
    order.push(...read(operations).map(([id, at]) => `${id}${String(at)[0]}`));
    expect(order).toEqual(['a0', 'a1', 'a2', 'bb']);
  });

  test('are written together, with one wake-up, when they have few results in the same turn', async () => {
    const given = { a: new GivenResults(), b: new GivenResults(), c: new GivenResults() };
    const operations = await started(given);
    let wakes = 0;
    operations.onWake(() => {
      wakes += 1;
    });
    for (const results of Object.values(given)) results.give('news');
    await turn();
    expect(wakes).toBe(1);
    expect(read(operations)).toEqual([
      ['a', 'news'],
      ['b', 'news'],
      ['c', 'news'],
    ]);
  });

  test('continue while one of them executes, and each operation’s results stay in order', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const a = new GivenResults((event) =>
      'wait' in Object(Object(event).at) ? promise : { data: event },
    );
    const b = new GivenResults();
    const operations = await started({ a, b });
    a.give({ wait: true });
    b.give('now');
    expect(read(operations)).toEqual([['b', 'now']]);
    a.give('after');
    b.give('and now');
    expect(read(operations)).toEqual([['b', 'and now']]);
    resolve({ data: { at: 'waited for' } });
    await turn();
    expect(read(operations)).toEqual([
      ['a', 'waited for'],
      ['a', 'after'],
    ]);
  });

  test('send the error of a failed operation, masked, and complete it', async () => {
    const a = new GivenResults(() => Promise.reject(new Error('A defect.')));
    const [b, c] = [new GivenResults(), new GivenResults()];
    const operations = await started({ a, b, c });
    a.give('lost');
    b.fail(new Error('Another.'));
    c.give(); // A chunk without results.
    const events = read(operations);
    await turn();
    events.push(...read(operations));
    const masked = [expect.objectContaining({ message: 'Unexpected error.' })];
    expect(events.filter(([id]) => id === 'a')).toEqual([
      ['a', masked],
      ['a', null],
    ]);
    c.give('kept');
    expect(read(operations)).toEqual([['c', 'kept']]);
    expect([a.isClosed, b.isClosed, c.isClosed]).toEqual([true, true, false]);
    for (const id of ['a', 'b']) add(operations, id, async () => resultOf({}));
    expect(() => add(operations, 'c', async () => resultOf({}))).toThrow('already has');
  });

  test('close a subscription that starts after they were closed', async () => {
    const late = new GivenResults();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    let closed = 0;
    const operations = newStream(() => {
      closed += 1;
    });
    add(operations, 'late', () => promise);
    read(operations);
    operations.close('client');
    operations.close('client');
    resolve({ kind: 'subscription', subscription: late.subscription });
    await turn();
    expect([late.isClosed, closed, operations.hasEnded]).toEqual([true, 1, true]);
  });

  test('are answered before their stream ends; its subscriptions go on until then, except those still being opened', async () => {
    const [open, late] = [new GivenResults(), new GivenResults()];
    const [opening, asked] = [Promise.withResolvers<Outcome>(), Promise.withResolvers<Outcome>()];
    const operations = await started({ open });
    add(operations, 'opening', () => opening.promise, { type: 'subscription' });
    add(operations, 'asked', () => asked.promise);
    read(operations);
    operations.finish('draining');
    open.give('news');
    opening.resolve({ kind: 'subscription', subscription: late.subscription });
    await turn();
    expect(read(operations)).toEqual([['open', 'news']]);
    expect([open.isClosed, late.isClosed, operations.hasEnded]).toEqual([false, true, false]);
    asked.resolve(resultOf({ at: 'answered' }));
    await turn();
    expect(read(operations)).toEqual([
      ['asked', 'answered'],
      ['asked', null],
    ]);
    expect([open.isClosed, operations.hasEnded]).toEqual([false, true]);
    const close = vi.spyOn(open.subscription, 'close');
    operations.close('error');
    expect(close).toHaveBeenCalledExactlyOnceWith('draining');
    expect(operations.next()).toBeNull();
  });

  test('send nothing after their completion, whatever they were waiting for', async () => {
    const [begun, result, failure] = [
      Promise.withResolvers<Outcome>(),
      Promise.withResolvers<unknown>(),
      Promise.withResolvers<unknown>(),
    ];
    const b = new GivenResults(() => result.promise);
    const c = new GivenResults(() => failure.promise);
    const operations = await started({ b, c });
    add(operations, 'a', () => begun.promise);
    b.give('late');
    c.give('late');
    expect(read(operations)).toEqual([]);
    for (const id of ['a', 'b', 'c']) operations.endOperation(id);
    expect(read(operations).sort()).toEqual([
      ['a', null],
      ['b', null],
      ['c', null],
    ]);
    begun.resolve(resultOf({}));
    result.resolve({ data: { at: 'late' } });
    failure.reject(new Error('Late.'));
    await turn();
    expect(read(operations)).toEqual([]);
  });

  test('complete without starting when they are ended before their first turn', async () => {
    const operations = newStream();
    add(operations, 'a', () => Promise.reject(new Error('It has begun.')));
    operations.endOperation('a');
    const repeat = () => add(operations, 'a', async () => resultOf({}));
    expect(repeat).toThrow('already has'); // Its completion has not been sent yet.
    expect(read(operations)).toEqual([['a', null]]);
    repeat();
  });

  test('count what they hold until it is sent, and results beyond the limit are replaced by an error', async () => {
    const ledger = new ByteLedger({ bytes: 1_000, accountBytes: 100 });
    const operations = newStream(() => {}, ledger);
    add(operations, 'a', async () => resultOf({ at: 'a'.repeat(60) }), { bytes: 50 });
    expect([ledger.bytes, operations.hasRoomFor('A', 50)]).toEqual([50, true]);
    expect([operations.hasRoomFor('A', 51), operations.hasRoomFor('B', 51)]).toEqual([false, true]);
    expect(read(operations)).toEqual([]);
    await turn();
    expect(ledger.bytes).toBeGreaterThan(60); // The result in place of the request.
    add(operations, 'b', async () => resultOf({ at: 'b'.repeat(60) }));
    expect(read(operations)).toEqual([
      ['a', 'a'.repeat(60)],
      ['a', null],
    ]);
    const record = add(operations, 'c', async () => resultOf({ at: 'c'.repeat(60) }));
    read(operations);
    await turn();
    const [kept, , refused] = read(operations);
    expect(kept).toEqual(['b', 'b'.repeat(60)]);
    expect(refused).toMatchObject([
      'c',
      [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } }],
    ]);
    expect(record.errorCodes).toEqual(new Map([['RATE_LIMITED', 1]]));
    expect(ledger.bytes).toBe(0);
  });

  test('count no result any more once it is sent', async () => {
    const ledger = new ByteLedger({ bytes: 1_000, accountBytes: 1_000 });
    const operations = newStream(() => {}, ledger);
    const results = new GivenResults(async (event) => ({ data: event }));
    const { subscription } = results;
    add(operations, 'one', async () => ({ kind: 'subscription', subscription }));
    read(operations);
    await turn();
    for (const text of ['first', 'second']) results.giveChunk(chunkOf([text]));
    read(operations); // The first one begins to be computed.
    for (const text of ['first', 'second']) {
      await turn();
      expect(ledger.bytes).toBeGreaterThan(0);
      expect(read(operations)).toEqual([['one', text]]); // And the second one begins to be.
      expect(ledger.bytes).toBe(0);
    }
  });

  test('count results that were computed while others were sent, equal ones once, and fail beyond the limit', async () => {
    const ledger = new ByteLedger({ bytes: 1_000, accountBytes: 250 });
    const operations = newStream(() => {}, ledger);
    const text = 'x'.repeat(100);
    const shared = chunkOf([text]);
    const given: Record<string, GivenResults> = {};
    for (const id of ['one', 'equal', 'other', 'refused']) {
      const results = new GivenResults(async (event) => ({ data: event }));
      const { subscription } = results;
      given[id] = results;
      add(operations, id, async () => ({ kind: 'subscription', subscription }));
      results.giveChunk(id === 'one' || id === 'equal' ? shared : chunkOf([text]));
    }
    read(operations);
    await turn();
    expect([read(operations), ledger.bytes]).toEqual([[], 0]);
    await turn();
    const bytes = ledger.bytes / 2; // Of one result: `refused` holds none.
    expect(bytes).toBeGreaterThan(text.length);
    operations.endOperation('other');
    expect(ledger.bytes).toBe(bytes);
    operations.endOperation('one');
    expect(ledger.bytes).toBe(bytes); // It is still to be sent to `equal`.
    const events = read(operations);
    expect(events.filter(([id]) => id === 'equal')).toEqual([['equal', text]]);
    expect(events.filter(([id]) => id === 'refused')).toEqual([
      [
        'refused',
        [expect.objectContaining({ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } })],
      ],
      ['refused', null],
    ]);
    expect(given['refused']?.isClosed).toBe(true);
    expect(ledger.bytes).toBe(0);
  });
});
