import type { HistoryRecord } from '../history/files/import-records.ts';

/** After how many rows a command says how far it is. */
const ROWS_SAID = 100_000;

/** Passes records on, and says on standard error now and then how many rows there were, and if there were none. */
export async function* counted(records: AsyncIterable<HistoryRecord>) {
  let rows = 0;
  for await (const record of records) {
    yield record;
    const before = rows;
    rows += 'points' in record ? record.points.length : 1;
    const said = Math.floor(rows / ROWS_SAID);
    if (said > Math.floor(before / ROWS_SAID)) {
      process.stderr.write(`${said * ROWS_SAID} rows\n`);
    }
  }
  if (rows === 0) process.stderr.write('There are no rows.\n');
}
