import { afterAll, beforeAll, describe, test } from 'vitest';
import { recordedBoards } from '../harness/servers/recorded-boards.ts';
import { ofAnyBoard } from './any-board.ts';
import { ENDPOINTS } from './endpoints.ts';
import { openOrigin, type Target } from './target.ts';

const boards = recordedBoards();
const endpoints = ENDPOINTS.map(({ endpoint, cases }) => ({
  endpoint,
  cases: ofAnyBoard(endpoint, cases),
})).filter(({ cases }) => cases.length > 0);
const run = endpoints.reduce((sum, { cases }) => sum + cases.length, 0);
const all = ENDPOINTS.reduce((sum, { cases }) => sum + cases.length, 0);

describe.skipIf(boards.length === 0)('the contract on recorded boards', () => {
  describe.each(boards)('$name', ({ name, path }) => {
    let target: Target;

    beforeAll(async () => {
      target = await openOrigin(path, name);
    });

    afterAll(async () => {
      await target.close();
      process.stdout.write(
        `\nContract of ${name}: ${run} cases; ${all - run} need a game in play.\n`,
      );
    });

    describe.each(endpoints)('$endpoint', ({ cases }) => {
      test.each(cases)('$name', async ({ run }) => {
        await run(target.api);
      });
    });
  });
});
