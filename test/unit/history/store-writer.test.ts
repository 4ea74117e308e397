import { pino } from 'pino';
import { expect, test } from 'vitest';
import { NotWrittenError, StoreWriter } from '../../../src/history/recorder/store-writer.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { ThrottledLog } from '../../../src/observability/log.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';

// Replicas that share a Redis share the epoch of the board.
test.each([
  ['one', 0],
  ['two', 1],
])(
  'a recorder of epoch one that was overtaken in epoch %s warns %i times',
  async (epoch, times) => {
    const store = await openStore(newStoreUrl());
    const clock = new ManualClock();
    const lines: string[] = [];
    const log = ThrottledLog.start(pino({}, { write: (line) => void lines.push(line) }), clock);
    const connection = { store, opened: async () => {} };
    const nothing = { series: [], events: [], points: [] };
    const span = { from: clock.now(), to: clock.now() };
    const overtaken = new StoreWriter(connection, clock, log);
    await overtaken.record(nothing, { epoch: 'one', version: 1 }, span);
    const other = new StoreWriter(connection, clock, log);
    await other.readStored();
    await other.record(nothing, { epoch, version: 2 }, span);
    for (const version of [3, 4]) {
      const written = overtaken.record(nothing, { epoch: 'one', version }, span);
      await expect(written).rejects.toThrow(NotWrittenError);
    }
    expect(lines.filter((line) => line.includes('share a Redis'))).toHaveLength(times);
    await store.close();
  },
);
