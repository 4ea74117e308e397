import type { HistoryRecord } from '../history/files/import-records.ts';

/** After how many rows each time a command says how far it is. */
const ROWS_SAID = 100_000;

/** Passes records on, and says on standard error how many rows there were: now and then, and in the end if there were none. */
export async function* counted(records: AsyncIterable<HistoryRecord>) {
  let [rows, said] = [0, 0];
  for await (const record of records) {
    yield record;
    rows += 'points' in record ? record.points.length : 1;
    if (rows < said + ROWS_SAID) continue;
    said = rows - (rows % ROWS_SAID);
    process.stderr.write(`${said} rows\n`);
  }
  if (rows === 0) process.stderr.write('There are no rows.\n');
}
