import { readConfig } from '../config.ts';

/** A command is not used as its usage says. */
export class UsageError extends Error {}

/** Runs a command, which may return a line to write. If it fails, a line says why, and its usage follows if it was misused. */
export async function runCommand(usage: string, command: () => Promise<unknown>): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    return;
  }
  try {
    const line = await command();
    if (typeof line === 'string') process.stdout.write(`${line}\n`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const isMisused = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(isMisused ? `${message}\n\n${usage}` : `${message}\n`);
    process.exitCode = isMisused ? 2 : 1;
  }
}

/** The database of HISTORY_URL. */
export function recordedUrl(): string {
  const url = readConfig().history?.url;
  if (!url) throw new Error('Set HISTORY_URL to the database that prices are recorded in.');
  return url;
}
