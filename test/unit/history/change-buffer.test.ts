import { expect, test } from 'vitest';
import { ChangeBuffer, changeOf } from '../../../src/history/recorder/change-buffer.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';

test('a removal stays together with what replaces it, which has the same version', () => {
  const buffer = new ChangeBuffer();
  for (const [index, version] of [5, 5, 6].entries()) {
    const row = price({ id: String(index) });
    buffer.add(changeOf({ id: row.id, value: row, version, isRemoved: index === 0 }, 0));
  }
  expect(buffer.oldest(1)).toHaveLength(2);
  buffer.dropUpTo(5);
  expect(buffer.length).toBe(1);
});

test.each([1e39, 99.5, -1.91])(
  'a change has no price of %d and no line that databases could not keep',
  (odds) => {
    const value = price({ odds_american: odds, line: -1e13 });
    const change = changeOf({ id: value.id, value, version: 1, isRemoved: false }, 0);
    expect(change).toMatchObject({ american: 0, line: null });
  },
);
