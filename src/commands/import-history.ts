import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recordsIn } from '../history/files/csv-records.ts';
import { importRecords } from '../history/files/import-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { counted } from './counted.ts';
import { recordedUrl, runCommand, UsageError } from './run-command.ts';

const USAGE = `Usage: npm run history:import -- FILE

Writes what npm run history:export has written to the database of HISTORY_URL; the file - is standard input. Points that
are there already change nothing.
`;

await runCommand(USAGE, async () => `${await importHistory()} new points`);

async function importHistory(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) {
    throw new UsageError('Specify one file to import.');
  }
  if (path !== '-' && !existsSync(path)) throw new Error(`There is no file ${path}.`);
  const url = recordedUrl();
  const store = await openStore(url);
  try {
    const file = path === '-' ? process.stdin : createReadStream(path);
    return await importRecords(store, counted(recordsIn(file)));
  } finally {
    await store.close();
  }
}
