import { afterAll, beforeAll, describe, test } from 'vitest';
import { openFeed } from '../../src/origin/feeds/open-price-feed.ts';
import { recordedBoards } from '../harness/servers/recorded-boards.ts';
import { CASE_GROUPS } from './all-cases.ts';
import { ofAnyBoard } from './any-board.ts';
import { openOrigin, type Target } from './target.ts';

const boards = recordedBoards();
const groups = CASE_GROUPS.map(({ subject, cases }) => ({
  subject,
  cases: ofAnyBoard(subject, cases),
})).filter(({ cases }) => cases.length > 0);
const run = groups.reduce((sum, { cases }) => sum + cases.length, 0);
const all = CASE_GROUPS.reduce((sum, { cases }) => sum + cases.length, 0);

describe.skipIf(boards.length === 0)('the contract on recorded boards', () => {
  describe.each(boards)('$name', ({ name, path }) => {
    let target: Target;

    beforeAll(async () => {
      target = await openOrigin((clock) => openFeed({ clock, feed: path, seed: 1 }), name);
    });

    afterAll(async () => {
      await target.close();
      process.stdout.write(
        `\nContract of ${name}: ${run} cases; ${all - run} need the simulation.\n`,
      );
    });

    describe.each(groups)('$subject', ({ cases }) => {
      test.each(cases)('$name', async ({ run }) => {
        await run(target.api);
      });
    });
  });
});
