import { readConfig } from '../config.ts';

/** Runs a command, which may return a line to write. If it fails, one line says why. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    const line = await command();
    if (typeof line === 'string') process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** The database of HISTORY_URL. */
export function recordedUrl(): string {
  const url = readConfig().history?.url;
  if (!url) throw new Error('Set HISTORY_URL to the database that prices are recorded in.');
  return url;
}
