import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Batch, batchOf, payloadsOf } from '../../../src/live/topics/batch.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';

function batchOfRows(rows: number): Batch<string> {
  return batchOf(payloadsOf(['part']), rows, { version: rows, count: rows });
}

/** A subscriber that tries to begin its batch whenever it is woken. */
class SimulatedSubscriber {
  isReading = false;
  woken = 0;
  readonly #admission: BatchAdmission;
  readonly batch: Batch<string>;

  constructor(admission: BatchAdmission, batch: Batch<string>) {
    this.#admission = admission;
    this.batch = batch;
  }

  readonly wake = (): void => {
    this.woken += 1;
    this.begin();
  };

  begin(): void {
    this.isReading = this.#admission.tryAcquire(this.batch, this.wake);
  }

  end(): void {
    this.isReading = false;
    this.#admission.release(this.batch);
  }
}

function subscribersOf(admission: BatchAdmission, ...rows: number[]): SimulatedSubscriber[] {
  const subscribers = rows.map((size) => new SimulatedSubscriber(admission, batchOfRows(size)));
  for (const subscriber of subscribers) subscriber.begin();
  return subscribers;
}

const isReading = (subscribers: readonly SimulatedSubscriber[]) =>
  subscribers.map((subscriber) => subscriber.isReading);

test('subscribers are admitted until their batches fill the room, then first come, first served', async () => {
  const subscribers = subscribersOf(new BatchAdmission({ rowsMax: 100 }), 60, 60, 10, 10);
  expect(isReading(subscribers)).toEqual([true, true, false, false]);
  subscribers[0]?.end();
  await turn();
  expect(isReading(subscribers)).toEqual([false, true, true, true]);
  expect(subscribers.map(({ woken }) => woken)).toEqual([0, 0, 1, 1]);
});

test('subscribers of the same batch share its room, and it keeps that while one of them reads it', async () => {
  const admission = new BatchAdmission({ rowsMax: 100 });
  const batch = batchOfRows(100);
  const subscribers = [batch, batch, batchOfRows(1)].map(
    (one) => new SimulatedSubscriber(admission, one),
  );
  for (const subscriber of subscribers) subscriber.begin();
  expect(isReading(subscribers)).toEqual([true, true, false]);
  subscribers[0]?.end();
  await turn();
  expect(isReading(subscribers)).toEqual([false, true, false]);
  subscribers[1]?.end();
  await turn();
  expect(isReading(subscribers)).toEqual([false, false, true]);
});

test('no more subscribers are woken than there is room for', async () => {
  const subscribers = subscribersOf(new BatchAdmission({ rowsMax: 100 }), 100, 100, 100, 100);
  subscribers[0]?.end();
  await turn();
  expect(subscribers.map(({ woken }) => woken)).toEqual([0, 1, 0, 0]);
  subscribers[1]?.end();
  await turn();
  expect(subscribers.map(({ woken }) => woken)).toEqual([0, 1, 1, 0]);
});
