import { expect, test } from 'vitest';
import { ChangeBuffer, changeOf } from '../../../src/history/recorder/change-buffer.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';

test('changes of a board that was loaded anew stay together, though its removals come first with its last version', () => {
  const buffer = new ChangeBuffer();
  for (const version of [9, 5, 6]) {
    const row = price({ id: String(version) });
    buffer.add(changeOf({ id: row.id, value: row, version, isRemoved: version === 9 }, 0));
  }
  expect(buffer.oldest(1)).toHaveLength(3);
  buffer.dropUpTo(9);
  expect(buffer.length).toBe(0);
});

test('a change has no price and no line that databases could not keep', () => {
  const value = price({ odds_american: 1e39, line: -1e13 });
  const change = changeOf({ id: value.id, value, version: 1, isRemoved: false }, 0);
  expect(change).toMatchObject({ american: 0, line: null });
});
