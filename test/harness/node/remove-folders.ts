import { afterAll } from 'vitest';
import { removeFolders } from './new-folder.ts';

// The setup of every test file, whose own hooks run before this one.
afterAll(removeFolders);
