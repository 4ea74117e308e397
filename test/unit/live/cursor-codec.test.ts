import { expect, test } from 'vitest';
import { CursorCodec } from '../../../src/live/topics/cursor-codec.ts';

const NBA = { leagues: ['nba'] };

test('a cursor of another filter decodes to null', () => {
  const cursors = new CursorCodec({ epoch: 'e1' }, NBA);
  expect(cursors.decode(new CursorCodec({ epoch: 'e1' }, {}).encode(1))).toBeNull();
});

test('a cursor decodes to null once its board has started another epoch', () => {
  const board = { epoch: 'e1' };
  const cursors = new CursorCodec(board, NBA);
  const earlier = cursors.encode(1);
  board.epoch = 'e2';
  expect([cursors.decode(earlier), cursors.decode(cursors.encode(2))]).toEqual([null, 2]);
});

test.each(['', '.', '1', '.1', '%.', '%.-1', '%.1e3', '%.1.1', '%.1 ', `%.${'9'.repeat(16)}`])(
  'the malformed cursor "%s" decodes to null',
  (template) => {
    const cursors = new CursorCodec({ epoch: 'e1' }, NBA);
    const prefix = cursors.encode(0).replace('.0', '');
    expect(cursors.decode(template.replace('%', prefix))).toBeNull();
  },
);
