import { readdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** Files directly in a folder. A folder with more needs subfolders. */
const FILES_MAX = 14;

/** The folders of `src` that have one file per domain, such as `odds.ts`, so names repeat among them. */
const DOMAIN_FOLDERS: ReadonlySet<string> = new Set([
  'src/access/viewers',
  'src/contract',
  'src/contract/odds',
  'src/contract/routes',
  'src/models',
  'src/loaders',
  'src/resolvers',
  'src/resolvers/fields',
  'src/origin/routes',
]);

/** Folders that get one more file with each capability. */
const CATALOGUES: ReadonlySet<string> = new Set([
  'src/contract/routes',
  'src/resolvers/fields',
  'src/origin/routes',
  'test/contract/cases',
  'test/operations',
]);

/** What is wrong with the layout of these files of `src` and `test`, one sentence per problem. */
export function layoutProblems(paths: readonly string[]): string[] {
  return [...crowdedFolders(paths), ...repeatedNames(paths)];
}

function crowdedFolders(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, (path) => dirname(path))]
    .filter(([folder, files]) => files.length > FILES_MAX && !CATALOGUES.has(folder))
    .map(
      ([folder, { length }]) => `${folder} has ${length} files; at most ${FILES_MAX} are allowed.`,
    );
}

function repeatedNames(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
  return [...Map.groupBy(sources, (path) => basename(path)).values()]
    .filter((files) => files.length > 1 && files.some((file) => !DOMAIN_FOLDERS.has(dirname(file))))
    .map((files) => `${files.join(' and ')} have the same name; rename all but one of them.`);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join('/'))
    .filter((path) => !path.startsWith('src/client/dist/')); // What is built of it.
}

if (import.meta.main) {
  const problems = layoutProblems(['src', 'test'].flatMap(filesOf));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
