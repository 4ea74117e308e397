import { expect, test } from 'vitest';
import { layoutProblems } from './file-layout.ts';

test('allows fourteen files in a folder and no more', () => {
  const files = Array.from({ length: 15 }, (_, i) => `test/a/${i}.ts`);
  expect(layoutProblems(files.slice(1))).toEqual([]);
  expect(layoutProblems(files)).toEqual(['test/a has 15 files; at most 14 are allowed.']);
});

test('does not count the files of subfolders', () => {
  expect(layoutProblems(Array.from({ length: 30 }, (_, i) => `src/a/${i}/${i}.ts`))).toEqual([]);
});

test('allows the same name only in the folders of a domain', () => {
  expect(layoutProblems(['src/models/odds.ts', 'src/loaders/odds.ts'])).toEqual([]);
  expect(layoutProblems(['src/models/odds.ts', 'src/live/odds.ts'])).toEqual([
    'src/models/odds.ts and src/live/odds.ts have the same name; rename all but one of them.',
  ]);
  expect(layoutProblems(['src/live/odds.ts', 'test/live/odds.ts'])).toEqual([]);
});
