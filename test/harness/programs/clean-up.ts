import { afterAll } from 'vitest';
import { removeFolders } from '../node/new-folder.ts';
import { killPrograms } from './end-with-file.ts';

// The setup of every test file, whose own hooks run before this one.
afterAll(() => {
  killPrograms();
  removeFolders();
});
