import { parseArgs } from 'node:util';
import { historyUrl } from '../config.ts';
import { exportRecords } from '../history/files/export-records.ts';
import { importRecords } from '../history/files/import-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { counted } from './counted.ts';
import { openExisting } from './existing-store.ts';
import { recordedUrl, runCommand, UsageError } from './run-command.ts';

const USAGE = `Usage: npm run history:copy -- DATABASE

Copies all that is recorded in a database, such as sqlite:history.db, to that of HISTORY_URL, for instance from SQLite to
PostgreSQL. Points that are there already change nothing.
`;

await runCommand(USAGE, async () => `${await copyHistory()} new points`);

async function copyHistory(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [source] = positionals;
  if (source === undefined || positionals.length > 1) {
    throw new UsageError('Specify one database to copy from, such as sqlite:history.db.');
  }
  if (historyUrl(source) === null) {
    throw new UsageError('The database to copy from has to be sqlite:PATH or a postgres address.');
  }
  const url = recordedUrl();
  if (source === url) throw new Error('The database to copy from is that of HISTORY_URL.');
  const from = await openExisting(source);
  try {
    const to = await openStore(url);
    try {
      const all = { from: 0, to: Date.now(), leagues: [] };
      return await importRecords(to, counted(exportRecords(from, all)));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
