import { createReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recordsIn } from '../history/files/csv-records.ts';
import { importRecords } from '../history/files/import-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { ProgressBar } from './progress-bar.ts';
import { recordedUrl, runCommand } from './run-command.ts';

/*
 * `npm run history:import -- FILE`: writes what `npm run history:export` has written to the database of HISTORY_URL.
 * Points that are there already change nothing.
 */

await runCommand(async () => `${await importHistory()} new points`);

async function importHistory(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error('Specify one file to import.');
  const url = recordedUrl();
  const { size } = statSync(path);
  const store = await openStore(url);
  try {
    return await importRecords(store, shownRecords(path, size));
  } finally {
    await store.close();
  }
}

/** The records of a file; a bar shows how much of it has been read. */
async function* shownRecords(path: string, size: number) {
  const file = createReadStream(path);
  const progress = new ProgressBar(process.stderr);
  for await (const record of recordsIn(file)) {
    progress.show(Math.min(file.bytesRead / size, 0.999));
    yield record;
  }
  progress.show(1);
}
