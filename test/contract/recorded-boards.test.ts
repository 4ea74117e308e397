import { afterAll, beforeAll, describe, test } from 'vitest';
import { recordedBoards } from '../harness/recorded-boards.ts';
import { ENDPOINTS } from './endpoints.ts';
import { openOrigin, type Target } from './target.ts';

describe.each(recordedBoards())('over the recorded board $name', ({ name, path }) => {
  let target: Target;

  beforeAll(async () => {
    target = await openOrigin(path, name);
  });

  afterAll(() => target.close());

  for (const { endpoint, cases } of ENDPOINTS) {
    describe(endpoint, { timeout: 3000 }, () => {
      test.each(cases)('$name', async ({ run }) => {
        await run(target.api);
      });
    });
  }
});
