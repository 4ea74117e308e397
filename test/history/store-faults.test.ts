import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyMetrics } from '../../src/history/history-metrics.ts';
import type { Batch } from '../../src/history/history-store.ts';
import { BUFFERED_MAX, BUFFERED_MS } from '../../src/history/recorder/change-buffer.ts';
import { FLUSH_MS } from '../../src/history/recorder/recorder.ts';
import { dayOf } from '../../src/history/store/days.ts';
import { StoreConnection } from '../../src/history/store-connection.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { hasPostgres, PostgresServer } from '../harness/programs/postgres.ts';
import { recordingIn } from '../harness/servers/recording.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { startTestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { FedRecording } from './fed-recording.ts';
import { checkDatabase } from './kills/check-stored.ts';
import { aBatch, aPoint, DAY, NOON } from './stores/batches.ts';

/** Whether small file systems can be made here, which only root may. */
const canMount = canMountTmpfs();
if (!canMount) {
  process.stderr.write(
    'WARNING: tmpfs cannot be mounted: tests of full and read-only disks are skipped.\n',
  );
}

const FAILS = 'cannot be recorded';
const WORKS = 'are recorded again';
const LOST = 'were not recorded';
const HOUR = 3_600_000;
/** A round trip that is so long that all of a beginning take more than a minute. */
const SLOW_MS = 2_500;

let recording: FedRecording;

/** Records, to begin with: a span of coverage and some points. */
async function record(url: string, prices?: number): Promise<void> {
  recording = new FedRecording(url, prices);
  await recording.answered();
  for (let step = 0; step < 4; step += 1) await recording.step();
  expect(recording.logged(FAILS)).toBe(0);
}

/** Stops to record, and checks that all is stored, without a gap. */
async function expectAll(url: string): Promise<void> {
  await recording.step();
  await recording.stop();
  expect(recording.logged(LOST)).toBe(0);
  expect(await stored(url)).toEqual({ points: recording.points, holes: 0, spans: 1 });
}

/** Stops to record, and checks that what was lost since `droppedBefore` is one gap, counted and logged once. */
async function expectOneGap(url: string, droppedBefore: number): Promise<void> {
  await recording.step(); // The new span begins, if it has not yet.
  await recording.step();
  await recording.stop();
  const { points, holes, spans } = await stored(url);
  expect([holes, spans]).toEqual([recording.prices, 2]);
  expect(points).toBeLessThan(recording.points);
  expect(await dropped()).toBeGreaterThan(droppedBefore);
  const logged = [FAILS, LOST, WORKS].map((words) => recording.logged(words));
  expect(logged.every((lines) => lines <= 1)).toBe(true);
}

function stored(url: string) {
  return checkDatabase(url, recording.steps);
}

async function dropped(): Promise<number> {
  return (await historyMetrics.history_points_dropped_total.get()).values[0]?.value ?? 0;
}

describe('an SQLite database', () => {
  let folder: string;
  let url: string;
  beforeEach(() => {
    folder = newFolder();
    url = `sqlite:${join(folder, 'history.db')}`;
  });
  afterEach(() => void spawnSync('umount', [folder]));

  it('takes a flood of 50,000 changes at once, and loses none', async () => {
    await record(url, 500);
    for (let change = 0; change < 99; change += 1) recording.change();
    recording.clock.advance(FLUSH_MS);
    await recording.answered();
    await expectAll(url);
  });

  it('claims to have watched no longer than until the first change that it lacks', async () => {
    await record(url, 500);
    for (let change = 0; change < 5; change += 1) {
      recording.clock.advance(20);
      recording.change();
    }
    recording.batches = 1;
    recording.clock.advance(FLUSH_MS);
    await recording.answered();
    const { points, holes } = await stored(url);
    expect([recording.points - points, holes]).toEqual([1_500, 0]);
    await recording.stop();
  });

  describe.skipIf(!canMount)('with a full disk', () => {
    testFailure({
      begin() {
        mount(folder, 'size=2m');
        return url;
      },
      fail: () => fill(folder),
      mend: () => rmSync(join(folder, 'filler')),
    });
  });

  it.skipIf(!canMount)('is made as soon as its read-only disk can be written', async () => {
    mount(folder, 'size=2m,ro');
    await expectBegun(url, () => spawnSync('mount', ['-o', 'remount,rw', folder]));
  });

  it('is recorded as soon as its damaged file has been put aside', async () => {
    const path = join(folder, 'history.db');
    writeFileSync(path, Buffer.alloc(100_000, 'damage'));
    await expectBegun(url, () => rmSync(path));
  });

  it('is said to lack the changes of more than a minute if it has not been open until then', async () => {
    writeFileSync(join(folder, 'history.db'), Buffer.alloc(100_000, 'damage'));
    const droppedBefore = await dropped();
    recording = new FedRecording(url);
    await recording.answered();
    for (let ms = 0; ms <= BUFFERED_MS + 2_000; ms += 1_000) await recording.step(1_000);
    expect([recording.logged(FAILS), recording.logged(LOST)]).toEqual([1, 1]);
    expect(await dropped()).toBeGreaterThan(droppedBefore);
    await recording.stop();
  });

  it('is made anew when its file has been deleted while it was recorded', async () => {
    await record(url);
    rmSync(join(folder, 'history.db'));
    await recording.untilLogged(FAILS);
    await recording.untilLogged(WORKS);
    for (let step = 0; step < 8; step += 1) await recording.step();
    await recording.stop();
    expect(recording.logged(LOST)).toBe(0);
    expect(recording.logged('another replica records')).toBe(0);
    expect(await stored(url)).toMatchObject({ holes: 0, spans: 1 });
  });

  it('to which another process writes for a while delays a reader by a second at most, and has no gap', async () => {
    await record(url);
    const other = new DatabaseSync(join(folder, 'history.db'));
    other.exec('BEGIN IMMEDIATE');
    recording.change();
    recording.clock.advance(FLUSH_MS);
    const settled = recording.recorder.settled();
    recording.clock.advance(1_000);
    await settled;
    other.exec('ROLLBACK');
    other.close();
    await recording.answered();
    await expectAll(url);
  });

  it('does not keep the server from starting and answering if its file is damaged', async () => {
    writeFileSync(join(folder, 'history.db'), Buffer.alloc(100_000, 'damage'));
    const graph = await startTestGraph({ history: recordingIn(url) });
    const answer = await graph.ask('{ events(first: 1) { nodes { id } } }');
    expect(answer.errors).toEqual([]);
    await until(() => graph.log().includes(`prices over time ${FAILS}`));
    await graph.stop();
  });

  it('whose temporary folder has been removed does not keep the server from stopping', async () => {
    vi.stubEnv('TMPDIR', folder);
    const graph = await startTestGraph({ history: { ...recordingIn(), url: null } });
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await graph.stop();
  });

  it('of a newer release ends the start with one line that says so', async () => {
    const db = new DatabaseSync(join(folder, 'history.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(startTestGraph({ history: recordingIn(url) })).rejects.toThrow(NEWER);
  });

  testRecorder(() => url);
  testAnyDatabase(() => url);
});

type Act = () => unknown;

/** Whatever keeps a database from being written for a while costs nothing, and a gap if it takes too long. */
function testFailure({ begin, fail, mend }: { begin: () => string; fail: Act; mend: Act }): void {
  it('goes on without a gap when that is over soon', () => expectNoGap(begin(), fail, mend));

  it('has a gap after more than a minute', async () => {
    const url = begin();
    await record(url);
    const before = await dropped();
    await fail();
    await recording.untilLogged(LOST, BUFFERED_MS / 10);
    await mend();
    await recording.untilLogged(WORKS);
    await expectOneGap(url, before);
  });
}

async function expectNoGap(url: string, fail: Act, mend: Act): Promise<void> {
  await record(url);
  await fail();
  await recording.untilLogged(FAILS);
  await mend();
  await recording.untilLogged(WORKS);
  await expectAll(url);
}

/** A recording that cannot begin does once that is mended. */
async function expectBegun(url: string, mend: Act): Promise<void> {
  recording = new FedRecording(url);
  await recording.untilLogged(FAILS);
  await mend();
  await recording.untilLogged(WORKS);
  await recording.step();
  await recording.stop();
  expect(await stored(url)).toMatchObject({ holes: 0, spans: 1 });
}

/** What the recorder does by itself, whichever database it is that does what the contract of stores says. */
function testRecorder(url: () => string): void {
  it('keeps what has just changed when the stream says again that it is live', async () => {
    await record(url());
    recording.change();
    recording.recorder.onState();
    recording.clock.advance(FLUSH_MS);
    await recording.answered();
    await expectAll(url());
  });

  it.each([
    ['compared with the board', () => true, 0],
    ['recorded', ({ position }: Batch) => position !== null, 20],
  ])('begins anew if changes were dropped while it was first %s', async (_, isHeld, holes) => {
    recording = new FedRecording(url());
    const hear = recording.hold((name, [batch]) => name === 'append' && isHeld(batch as Batch));
    await recording.answered();
    while (recording.logged(LOST) === 0) await recording.step(1_000);
    hear();
    await recording.answered();
    for (let step = 0; step < 8; step += 1) await recording.step();
    await recording.stop();
    expect(await stored(url())).toMatchObject({ holes, spans: 1 });
  });

  it.each(['standing', 'append'] as const)(
    'has no coverage of an outage that began while it was first compared with the board, in %s',
    async (call) => {
      recording = new FedRecording(url());
      const hear = recording.hold((name) => name === call);
      await recording.answered();
      recording.setLive(false);
      hear();
      await recording.answered();
      recording.clock.advance(10_000);
      await recording.answered();
      const backAt = recording.clock.now();
      recording.setLive(true);
      for (let step = 0; step < 8; step += 1) await recording.step();
      expect((await recording.store.position())?.span.from).toBeGreaterThanOrEqual(backAt);
      await recording.stop();
      expect(await stored(url())).toMatchObject({ spans: 1 });
    },
  );

  it('is not said to have been watched in an outage while what comes after that is being stored', async () => {
    await record(url());
    recording.setLive(false);
    recording.clock.advance(10_000);
    await recording.answered();
    const backAt = recording.clock.now();
    const hear = recording.hold();
    recording.setLive(true);
    const settled = recording.recorder.settled();
    await recording.answered();
    expect(recording.recorder.watched).toBeNull();
    hear();
    await settled;
    expect(recording.recorder.watched?.from).toBeGreaterThanOrEqual(backAt);
    await recording.stop();
  });

  it('is left alone once the recorder has stopped, even while it is first compared', async () => {
    recording = new FedRecording(url());
    const hear = recording.hold();
    await recording.answered();
    const stopped = recording.stop();
    recording.clock.advance(1_000);
    await stopped;
    recording.batches = 100;
    hear();
    await recording.answered();
    recording.clock.advance(5_000);
    await recording.answered();
    expect([recording.batches, recording.logged(FAILS)]).toEqual([100, 0]);
  });

  it('has one gap after a flood of more changes than wait to be stored, and keeps none of them', async () => {
    await record(url(), 500);
    const before = await dropped();
    for (let change = 0; change * recording.prices <= BUFFERED_MAX; change += 1) recording.change();
    recording.clock.advance(FLUSH_MS);
    expect((await dropped()) - before).toBe(BUFFERED_MAX + recording.prices);
    expect(recording.logged(`the database is too slow","msg":"changes of prices ${LOST}`)).toBe(1);
    await recording.answered();
    await expectOneGap(url(), before);
  });

  it('has one gap after a flood that goes on while nothing can be stored, and never keeps more than its bound', async () => {
    await record(url(), 500);
    const before = await dropped();
    recording.batches = 0;
    const waiting: number[] = [];
    while (recording.steps.length < 210) {
      for (let change = 0; change < 5; change += 1) recording.change();
      recording.clock.advance(FLUSH_MS);
      await recording.answered();
      waiting.push((await historyMetrics.history_changes_buffered.get()).values[0]?.value ?? 0);
    }
    expect(Math.max(...waiting)).toBeLessThanOrEqual(BUFFERED_MAX + 5 * recording.prices);
    expect((await dropped()) - before).toBeGreaterThan(BUFFERED_MAX);
    recording.batches = Number.POSITIVE_INFINITY;
    await recording.untilLogged(WORKS, 1_000);
    await expectOneGap(url(), before);
  });

  it('keeps points in order, without a gap, when the clock is set back', async () => {
    await record(url());
    for (let step = 0; step < 40; step += 1) await recording.step();
    recording.clock.setWallBy(-20 * FLUSH_MS);
    for (let step = 0; step < 4; step += 1) await recording.step();
    await expectAll(url());
  });

  it('has a gap where the clock is set forward, as after a sleep of the machine, and follows it', async () => {
    await record(url());
    const before = recording.clock.now();
    recording.clock.setWallBy(HOUR);
    await recording.recorder.settled();
    expect(recording.recorder.watched?.from).toBeGreaterThanOrEqual(before + HOUR);
    for (let step = 0; step < 4; step += 1) await recording.step();
    const { span } = (await recording.store.position()) ?? {};
    expect(span?.from).toBeGreaterThanOrEqual(before + HOUR);
    await recording.stop();
    expect(await stored(url())).toEqual({ points: recording.points, holes: 0, spans: 2 });
  });

  it('has that gap also while the board is written for the first time', async () => {
    recording = new FedRecording(url(), 500);
    recording.batches = 2; // The first half of the board.
    await recording.answered();
    const before = recording.clock.now();
    recording.clock.setWallBy(HOUR);
    recording.batches = Number.POSITIVE_INFINITY;
    await recording.step(1_000);
    for (let step = 0; step < 4; step += 1) await recording.step();
    const { span } = (await recording.store.position()) ?? {};
    expect(span?.from).toBeGreaterThanOrEqual(before + HOUR);
    await recording.stop();
  });
}

/** What depends on the database. */
function testAnyDatabase(url: () => string): void {
  it('lacks no change that came while it was first compared with the board', async () => {
    recording = new FedRecording(url(), 500);
    for (let change = 0; change < 3; change += 1) {
      recording.change(); // The database is not open yet.
      recording.clock.advance(20);
    }
    recording.batches = 1; // The series of the board.
    await recording.answered();
    for (let step = 0; step < 3; step += 1) await recording.step();
    recording.batches = Number.POSITIVE_INFINITY;
    await recording.step(1_000);
    for (let step = 0; step < 3; step += 1) await recording.step();
    await recording.stop();
    expect(await stored(url())).toMatchObject({ holes: 0, spans: 1 });
  });

  it('takes a price of an event that it has forgotten', async () => {
    await record(url());
    recording.fed.clear();
    recording.clock.advance(FLUSH_MS);
    await recording.answered();
    await recording.store.forgetBefore(recording.clock.now() + 24 * HOUR);
    recording.fed.list();
    recording.clock.advance(FLUSH_MS);
    await recording.answered();
    await recording.stop();
    expect(recording.logged(FAILS)).toBe(0);
    expect(await checkDatabase(url())).toMatchObject({ points: recording.prices });
  });

  it('is not one to which two processes record without a word in the log', async () => {
    await record(url());
    const other = new FedRecording(url());
    const both = [recording, other];
    for (let step = 0; step < 40; step += 1) for (const one of both) await one.step();
    const logged = both.map((one) => one.logged('records to the same database'));
    expect(logged).toEqual([1, 1]);
    await Promise.all(both.map((one) => one.stop()));
  });
}

describe.skipIf(!hasPostgres)('a PostgreSQL database', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    url = await server.createDatabase();
  });

  describe('whose server is gone', () => {
    testFailure({ begin: () => url, fail: () => server.halt(), mend: () => server.run() });
  });

  it('is recorded as soon as its server is there', async () => {
    await server.halt();
    await expectBegun(url, () => server.run());
  });

  it.skipIf(!canMount)('goes on without a gap when its full disk has room again', async () => {
    const folder = newFolder();
    mount(folder, 'size=40m');
    url = await server.createDatabase(folder);
    await expectNoGap(
      url,
      () => fill(folder),
      () => rmSync(join(folder, 'filler')),
    );
    const name = new URL(url).pathname.slice(1);
    await server.query('postgres', `DROP DATABASE ${name}`);
    await server.query('postgres', `DROP TABLESPACE of_${name}`);
    spawnSync('umount', [folder]);
  });

  it('that does not answer for a while delays a reader by a second at most, and has no gap', async () => {
    await record(url);
    const unlock = await lock();
    recording.change();
    recording.clock.advance(FLUSH_MS);
    const settled = recording.recorder.settled();
    recording.clock.advance(1_000);
    await settled;
    await unlock();
    await recording.answered();
    await expectAll(url);
  });

  it('that is far away has the board, and all that changes until then, however long that takes', async () => {
    const way = new URL(url);
    const proxy = await TcpProxy.open(Number(way.port));
    way.port = String(proxy.port);
    recording = new FedRecording(way.href, 2_000);
    let answers = 0;
    proxy.onAnswer = () => {
      answers += 1;
      if (answers % 5 === 0) recording.change();
      recording.clock.advance(SLOW_MS);
    };
    await recording.answered();
    expect(answers * SLOW_MS).toBeGreaterThan(BUFFERED_MS);
    proxy.onAnswer = () => {};
    await recording.step();
    await recording.stop();
    await proxy.close();
    expect(recording.logged(LOST)).toBe(0);
    expect(await stored(url)).toMatchObject({ holes: 0, spans: 1 });
  });

  it('whose old points somebody reads forgets them later, and says so', async () => {
    const longAgo = NOON - 99 * DAY;
    const store = await openStore(url);
    await store.append(aBatch({ points: [aPoint(longAgo)] }));
    await store.close();
    const graph = await startTestGraph({ history: recordingIn(url) });
    const reader = await connect();
    await reader.query('BEGIN; SELECT count(*) FROM points');
    historyMetrics.history_bytes.set(0);
    graph.clock.advance(60_000);
    await until(() => graph.log().includes('old prices could not be forgotten'));
    await until(async () => ((await historyMetrics.history_bytes.get()).values[0]?.value ?? 0) > 0);
    await reader.query('COMMIT');
    graph.clock.advance(60_000);
    const old = `SELECT FROM days WHERE day = ${dayOf(longAgo)}`;
    await until(async () => (await reader.query(old)).rowCount === 0);
    await reader.end();
    await graph.stop();
  });

  it('of a newer release ends the start with one line that says so', async () => {
    await record(url);
    await recording.stop();
    const client = await connect();
    await client.query('UPDATE schema_version SET version = 99');
    await client.end();
    const connection = new StoreConnection(url, recording.clock);
    await expect(connection.opened()).rejects.toThrow(NEWER);
    await connection.close();
  });

  testAnyDatabase(() => url);

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  }

  /** Keeps everybody else from the points, until the function that it returns is called. */
  async function lock(): Promise<() => Promise<void>> {
    const client = await connect();
    await client.query('BEGIN; LOCK TABLE points IN ACCESS EXCLUSIVE MODE');
    return () => client.end();
  }
});

const NEWER =
  /^The database of prices over time has version 99, and this release knows versions up to \d+\.$/;

function canMountTmpfs(): boolean {
  const folder = newFolder();
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  return isMounted;
}

function mount(folder: string, options: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`mount has failed: ${stderr}`);
}

/** Fills a file system. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
}
