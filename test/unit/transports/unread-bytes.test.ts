import { expect, test, vi } from 'vitest';
import { UnreadBytesLimit } from '../../../src/transports/sse/unread-bytes.ts';

test('a connection counts with what it keeps now, and is cut before one whose client has read later', () => {
  const limit = new UnreadBytesLimit(100);
  const [first, second, third] = [{ cut: vi.fn() }, { cut: vi.fn() }, { cut: vi.fn() }];
  limit.hold(first, Buffer.alloc(60));
  limit.hold(second, Buffer.alloc(40));
  limit.hold(first, Buffer.alloc(30));
  limit.hold(third, Buffer.alloc(30));
  for (const { cut } of [first, second, third]) expect(cut).not.toHaveBeenCalled();
  limit.hold(third, Buffer.alloc(60));
  expect([first, second, third].map(({ cut }) => cut.mock.calls)).toEqual([[], [['memory']], []]);
});
