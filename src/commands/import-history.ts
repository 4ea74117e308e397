import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { recordsIn } from '../history/files/csv-records.ts';
import { importRecords } from '../history/files/import-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { ProgressBar } from './progress-bar.ts';

/*
 * `npm run history:import -- FILE`: writes what `npm run history:export` has written to the database of HISTORY_URL.
 * Points that are there already change nothing.
 */

try {
  process.stdout.write(`${await importHistory()} new points\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function importHistory(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error('Specify one file to import.');
  const url = readConfig().history?.url;
  if (!url) throw new Error('Set HISTORY_URL to the database that prices are recorded in.');
  const { size } = statSync(path);
  const file = createReadStream(path);
  const store = await openStore(url);
  try {
    return await importRecords(store, shownRecords(file, size));
  } finally {
    await store.close();
  }
}

/** The records of a file; a bar shows how much of it has been read. */
async function* shownRecords(file: ReadStream, size: number) {
  const progress = new ProgressBar(process.stderr);
  for await (const record of recordsIn(file)) {
    progress.show(Math.min(file.bytesRead / size, 0.999));
    yield record;
  }
  progress.show(1);
}
