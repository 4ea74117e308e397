import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** The recorded board of the World Cup. Tests of it are skipped where it is missing. */
export const WORLD_CUP = join(FOLDER, 'worldcup-2026-odds.csv');
export const hasWorldCup = existsSync(WORLD_CUP);
if (!hasWorldCup) process.stderr.write(`SKIPPED: the recorded board is not at ${WORLD_CUP}.\n`);

export interface RecordedBoardFile {
  readonly name: string;
  readonly path: string;
}

/** Every recorded board next to the project. Writes a warning to standard error if there is none. */
export function recordedBoards(): RecordedBoardFile[] {
  const files = existsSync(FOLDER)
    ? readdirSync(FOLDER).filter((file) => file.endsWith('.csv'))
    : [];
  if (files.length === 0) process.stderr.write(`SKIPPED: no recorded board is in ${FOLDER}.\n`);
  return files.sort().map((file) => ({ name: basename(file, '.csv'), path: join(FOLDER, file) }));
}
