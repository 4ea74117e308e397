import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { csvOf } from '../history/files/csv-records.ts';
import { exportRecords } from '../history/files/export-records.ts';
import { openStore } from '../history/worker/open-store.ts';
import { ProgressBar } from './progress-bar.ts';

/*
 * `npm run -s history:export -- --from 2026-11-20 --to 2026-11-21 [--league nba] > history.csv`: writes what is
 * recorded in the database of HISTORY_URL as CSV, one row a point.
 */

try {
  await exportHistory();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function exportHistory(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      league: { type: 'string', multiple: true, default: [] },
    },
  });
  const url = readConfig().history?.url;
  if (!url) throw new Error('Set HISTORY_URL to the database that prices are recorded in.');
  const from = timeOf('--from', values.from);
  const to = timeOf('--to', values.to);
  if (from >= to) throw new Error('--from has to be before --to.');
  const progress = new ProgressBar(process.stderr);
  const store = await openStore(url);
  try {
    const onProgress = (share: number) => progress.show(share);
    const records = exportRecords(store, { from, to, leagues: values.league, onProgress });
    await pipeline(Readable.from(csvOf(records)), process.stdout);
  } finally {
    await store.close();
  }
}

/** A day, which means its beginning in UTC, or a time with a zone. */
function timeOf(option: string, text: string | undefined): number {
  const time = Date.parse(text ?? '');
  if (!/^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text ?? '') || Number.isNaN(time)) {
    throw new Error(
      `${option} has to be a day or a time, such as 2026-07-14 or 2026-07-14T19:00:00Z.`,
    );
  }
  return time;
}
