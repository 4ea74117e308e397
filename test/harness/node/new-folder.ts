import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A temporary folder that is removed after its test file, or when its program ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oddsgraph-test-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

process.once('exit', removeFolders); // Vitest's workers end without it.
