import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Span } from '../../../src/history/history-store.ts';
import { WorkerStore } from '../../../src/history/worker/worker-store.ts';
import { hasPostgres, PostgresServer } from '../../harness/programs/postgres.ts';

/** How often the process is killed. `HISTORY_KILLS=100` plays a hundred. */
const KILLS = Number(process.env['HISTORY_KILLS'] ?? 3);
/** A process runs for a random time up to this one after it has begun to record. */
const RUN_MS = 900;
const ALWAYS: Span = { from: 0, to: Date.UTC(2100, 0, 1) };

const PROGRAM = join(import.meta.dirname, 'recording-process.ts');

/** Lets a process record, and kills it at a random moment. */
async function playKill(url: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  expect(String(output)).toBe('recording\n');
  await pause(Math.random() * RUN_MS); // The moment of the kill is what is played here.
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Counts points, and checks that those inside one span of coverage count without a hole. */
async function checkStored(url: string): Promise<{ points: number; holes: number }> {
  const store = await WorkerStore.open(url);
  const { spans } = await store.coverage(ALWAYS);
  const events = await store.eventsIn(ALWAYS, {});
  const series = await store.seriesOf({ eventIds: events.map(({ id }) => id) });
  const seriesIds = series.map(({ id }) => id);
  const pages = await store.points({
    ...ALWAYS,
    seriesIds,
    resolution: 'TICK',
    limit: 100_000,
    after: null,
  });
  await store.close();
  let holes = 0;
  for (const { points } of pages) {
    points.forEach((point, index) => {
      const before = points[index - 1];
      if (before === undefined) return;
      expect(point.at).toBeGreaterThan(before.at);
      expect(point.american).toBeGreaterThan(before.american);
      if (point.american === before.american + 1) return;
      holes += 1;
      const span = spans.find(({ from, to }) => from <= before.at && point.at < to);
      expect(span, `${before.american} to ${point.american} is inside a span`).toBeUndefined();
    });
  }
  return { points: pages.reduce((sum, { points }) => sum + points.length, 0), holes };
}

describe('a process that is killed while it records 2,000 changes a second', () => {
  let folder: string;
  let server: PostgresServer | null = null;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'history-'));
    server = hasPostgres ? await PostgresServer.start() : null;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  it('leaves an SQLite database without damage, doubles, or holes outside of gaps', {
    timeout: 600_000,
  }, async () => {
    const path = join(folder, 'history.db');
    for (let kill = 0; kill < KILLS; kill += 1) await playKill(`sqlite:${path}`);
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
    const { points, holes } = await checkStored(`sqlite:${path}`);
    expect(points).toBeGreaterThan(200 * KILLS);
    expect(holes).toBeGreaterThan(0);
  });

  it.skipIf(!hasPostgres)(
    'leaves PostgreSQL without doubles, or holes outside of gaps',
    { timeout: 600_000 },
    async () => {
      const url = (await server?.createDatabase()) ?? '';
      for (let kill = 0; kill < KILLS; kill += 1) await playKill(url);
      const { points, holes } = await checkStored(url);
      expect(points).toBeGreaterThan(200 * KILLS);
      expect(holes).toBeGreaterThan(0);
    },
  );
});
