import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../harness/hooks/postgres.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { endWithFile } from '../../harness/programs/end-with-file.ts';
import { hasPostgres } from '../../harness/programs/postgres.ts';
import { checkDatabase, type Step } from './check-stored.ts';

/** How often the process is killed. `HISTORY_KILLS=100` plays a hundred. */
const KILLS = Number(process.env['HISTORY_KILLS'] ?? 2);
/** That each process stores before it says that it records. */
const PRICES = 200;
/** A process runs for a random time up to this one after its first change. */
const RUN_MS = 900;

const PROGRAM = join(import.meta.dirname, 'recording-process.ts');

/** Lets a process record, and kills it at a random moment. */
async function playKill(url: string, journal: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, url, journal], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithFile(child);
  const [output] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  expect(String(output)).toMatch(/^(recording\n)+$/); // A busy machine may read it late.
  await pause(Math.random() * RUN_MS); // The moment of the kill is what is played here.
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Kills processes that record to a database one after the other, and checks what is stored. */
async function playKills(url: string): Promise<void> {
  const journal = join(newFolder(), 'journal');
  for (let kill = 0; kill < KILLS; kill += 1) await playKill(url, journal);
  const lines = (await readFile(journal, 'utf8')).trim().split('\n');
  const steps = lines.map((line): Step => JSON.parse(line));
  const { points, holes } = await checkDatabase(url, steps);
  expect(points).toBeGreaterThanOrEqual(PRICES * KILLS);
  expect(holes).toBeGreaterThan(0);
}

describe('a process that is killed while it records 2,000 changes a second', () => {
  const newPostgresUrl = sharedPostgres();

  it('leaves an SQLite database without damage, doubles, or holes outside of gaps', {
    timeout: 600_000,
  }, async () => {
    const path = join(newFolder(), 'history.db');
    await playKills(`sqlite:${path}`);
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
  });

  it.skipIf(!hasPostgres)(
    'leaves PostgreSQL without doubles, or holes outside of gaps',
    { timeout: 600_000 },
    async () => playKills(await newPostgresUrl()),
  );
});
