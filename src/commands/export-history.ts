import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { csvOf, timeOf } from '../history/files/csv-records.ts';
import { exportRecords } from '../history/files/export-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { SQLITE_SCHEME } from '../history/worker/store-thread.ts';
import { counted } from './counted.ts';
import { recordedUrl, runCommand, UsageError } from './run-command.ts';

const USAGE = `Usage: npm run -s history:export -- [--from 2026-11-20] [--to 2026-11-21] [--league nba] > history.csv

Writes what is recorded in the database of HISTORY_URL as CSV, one row a point: all of it by default. --from and --to are
times, or days, which mean their beginnings in UTC; --league may be repeated.
`;

await runCommand(USAGE, exportHistory);

async function exportHistory(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: '1970-01-01' },
      to: { type: 'string', default: new Date().toISOString() },
      league: { type: 'string', multiple: true, default: [] },
    },
  });
  const url = recordedUrl();
  const from = optionTime('--from', values.from);
  const to = optionTime('--to', values.to);
  if (from >= to) throw new UsageError('--from has to be before --to.');
  // It would be created otherwise.
  if (url.startsWith(SQLITE_SCHEME) && !existsSync(url.slice(SQLITE_SCHEME.length))) {
    throw new Error(`There is no database at ${url}.`);
  }
  const store = await openStore(url);
  try {
    const records = exportRecords(store, { from, to, leagues: values.league });
    await pipeline(Readable.from(csvOf(counted(records))), process.stdout);
  } finally {
    await store.close();
  }
}

/** A day, which means its beginning in UTC, or a time with a zone. */
function optionTime(option: string, text: string): number {
  const time = timeOf(text.length === 'YYYY-MM-DD'.length ? `${text}T00:00Z` : text);
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `${option} has to be a day or a time, such as 2026-07-14 or 2026-07-14T19:00:00Z.`,
  );
}
