import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Recorder } from '../../src/history/recorder/recorder.ts';
import { StoreConnection } from '../../src/history/store-connection.ts';
import { WorkerStore } from '../../src/history/worker/worker-store.ts';
import { ThrottledLog } from '../../src/observability/log.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { startTestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { FedBoard } from './kills/fed-board.ts';

/** Whether small file systems can be made here, which only root may. */
const canMount = canMountTmpfs();
if (!canMount) {
  process.stderr.write(
    'WARNING: tmpfs cannot be mounted: the test of a read-only disk is skipped.\n',
  );
}

const ALWAYS = { from: 0, to: Date.UTC(2100, 0, 1) };

describe('a store that fails', () => {
  let folder: string;
  let clock: ManualClock;
  let lines: string[];
  let fed: FedBoard;
  let connection: StoreConnection;
  let recorder: Recorder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
    clock = new ManualClock();
    lines = [];
    fed = new FedBoard(500, 100);
  });
  afterEach(async () => {
    await recorder?.stop();
    await connection?.close();
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  function record(url: string): void {
    connection = new StoreConnection(url, clock);
    const sink = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const log = ThrottledLog.start(sink, clock);
    recorder = new Recorder({ connection, observe: fed.observe, clock, log });
  }

  const logged = (message: string) => lines.filter((line) => line.includes(message)).length;

  /** Lets prices change, and time pass, until a condition holds. */
  async function untilWith(
    condition: () => boolean | Promise<boolean>,
    stepMs = 250,
  ): Promise<void> {
    await until(async () => {
      fed.change(clock.now());
      clock.advance(stepMs);
      return condition();
    });
  }

  /** Checks that the store has the present prices, and what it declares as gaps. */
  async function gapsOnceRecorded(url: string): Promise<number> {
    await until(() => {
      clock.advance(5);
      return logged('are recorded again') > 0;
    });
    fed.change(clock.now());
    const present = fed.board.rows.get('0')?.odds_american;
    await until(async () => {
      clock.advance(20);
      await recorder.settled();
      const { american } = await connection.store.standing();
      return american.length === 500 && american.every((one) => one === present);
    });
    const store = await WorkerStore.open(url);
    const { gaps } = await store.coverage({ from: ALWAYS.from, to: clock.now() });
    await store.close();
    return gaps.filter(({ from }) => from > ALWAYS.from).length;
  }

  it('takes a flood of 50,000 changes at once, and loses none', async () => {
    record(`sqlite:${join(folder, 'history.db')}`);
    await untilWith(async () => (await position()) !== null, 1);
    await recorder.settled();
    for (let change = 0; change < 99; change += 1) fed.change(clock.now());
    await recorder.settled();
    expect((await position())?.version).toBe(fed.board.rows.version);
    expect(logged('were not recorded')).toBe(0);
  });

  const position = async () => {
    try {
      return (await connection.store.position())?.position ?? null;
    } catch {
      return null;
    }
  };

  it.skipIf(!canMount)('records as soon as a read-only disk can be written', async () => {
    mount(folder, 'size=8m,ro');
    const url = `sqlite:${join(folder, 'history.db')}`;
    record(url);
    await untilWith(() => logged('cannot be recorded') > 0);
    spawnSync('mount', ['-o', 'remount,rw', folder]);
    expect(await gapsOnceRecorded(url)).toBe(0);
  });

  it('refuses a database of a newer release with one line that says so', async () => {
    const path = join(folder, 'history.db');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const history = { url: `sqlite:${path}`, apiKey: 'demo_enterprise', days: 30 };
    await expect(startTestGraph({ history })).rejects.toThrow(
      /^The database of prices over time has version 99, and this release knows versions up to \d+\.$/,
    );
  });

  it('does not keep the server from starting and answering if its file is damaged', async () => {
    const path = join(folder, 'history.db');
    writeFileSync(path, Buffer.alloc(100_000, 'damage'));
    const history = { url: `sqlite:${path}`, apiKey: 'demo_enterprise', days: 30 };
    const graph = await startTestGraph({ history });
    const answer = await graph.ask('{ events(first: 1) { nodes { id } } }');
    expect(answer.errors).toEqual([]);
    await until(() => graph.log().includes('prices over time cannot be recorded'));
    await graph.stop();
  });
});

function canMountTmpfs(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

function mount(folder: string, options: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`mount has failed: ${stderr}`);
}
