import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import { FLUSH_MS, Recorder } from '../../../src/history/recorder/recorder.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { VersionedRows } from '../../../src/live/board/versioned-rows.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import { until } from '../../harness/until.ts';

let store: HistoryStore;
let clock: ManualClock;
let rows: VersionedRows<Odds>;
let recorder: Recorder;
/** Batches are answered once this has resolved. */
let answering = Promise.resolve();
const state = { isLive: true, isFilling: false, frameAge: 0 };

beforeEach(async () => {
  store = await openStore(newStoreUrl());
  clock = new ManualClock();
  rows = boardOf('one', { gone: 100, moved: 100 });
  const append: HistoryStore['append'] = async (batch) => {
    const answer = await store.append(batch);
    await answering;
    return answer;
  };
  const connection = { store: { ...store, append }, opened: async () => {} };
  const observe = () => Object.assign(state, { rows, stop: () => {} });
  recorder = new Recorder({ connection, observe, clock, log: SILENT_LOG });
  recorder.start();
  await untilStored();
  onTestFinished(async () => {
    await recorder.stop();
    await store.close();
  });
});

function boardOf(epoch: string, prices: Readonly<Record<string, number>>): VersionedRows<Odds> {
  const board = new VersionedRows<Odds>();
  board.rebuild({ epoch, version: 0, forgottenVersion: 0 }, []);
  for (const [id, american] of Object.entries(prices)) put(board, id, american);
  return board;
}

function put(board: VersionedRows<Odds>, id: string, american: number) {
  return board.put(id, { ...oddsRow(0), id, line: null, odds_american: american });
}

/** The board becomes a copy of another one, as when a replica loads it from Redis. */
function become(another: VersionedRows<Odds>): void {
  state.isLive = false;
  recorder.onState();
  rows.copyFrom(another, (row) => ({ ...row }));
}

function becomeLive(): void {
  state.isLive = true;
  recorder.onState();
}

/** Lets the recorder go on for some time. */
async function elapse(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    clock.advance(FLUSH_MS);
    await store.position(); // Batches before this one are stored.
  }
}

async function untilStored(): Promise<void> {
  await until(async () => {
    clock.advance(FLUSH_MS);
    const { epoch, version } = (await store.position())?.position ?? {};
    return epoch === rows.epoch && version === rows.version;
  });
}

/** The prices that the store takes for those of the board. */
async function standing(): Promise<number[]> {
  const prices = await store.standingAt({ eventIds: [oddsRow(0).event_id] }, clock.now());
  return prices.flatMap(({ point }) =>
    point === null || point.status === 'removed' ? [] : [point.american],
  );
}

test.each([
  ['at once', async () => {}],
  ['after a while', elapse],
])(
  'a board that was made anew within its epoch, and is live %s, is compared with the store',
  async (_, wait) => {
    const another = boardOf('one', { gone: 100, moved: 100 });
    put(another, 'moved', 200);
    another.remove('gone');
    another.dropRemovals(another.version);
    become(another);
    await wait();
    becomeLive();
    await untilStored();
    expect(await standing()).toEqual([200]);
  },
);

test('changes that have yet to be stored when another board comes count as those of the former one', async () => {
  const held = Promise.withResolvers<void>();
  answering = held.promise;
  for (let price = 101; price <= 2_600; price += 1) recorder.onEntry(put(rows, 'moved', price));
  clock.advance(FLUSH_MS);
  await until(async () => (await store.position())?.position.version !== 2);
  become(boardOf('two', { moved: 200 }));
  held.resolve();
  await elapse();
  becomeLive();
  await untilStored();
  expect(await standing()).toEqual([200]);
});
