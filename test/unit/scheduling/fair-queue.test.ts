import { expect, test } from 'vitest';
import { FairQueue } from '../../../src/scheduling/fair-queue.ts';

const OWNERS = { a: {}, b: {}, c: {} };
type Owner = keyof typeof OWNERS;

function allOf<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.takeNext(); item !== undefined; item = queue.takeNext()) items.push(item);
  return items;
}

test('serves accounts in turn, and the owners of one account in turn', () => {
  const queue = new FairQueue<string>();
  for (const item of ['x.a1', 'x.a2', 'x.b1', 'x.b2', 'y.a1', 'y.a2']) {
    queue.push(item.slice(0, 1), OWNERS[item.slice(2, 3) as Owner], item);
  }
  expect(allOf(queue)).toEqual(['x.a1', 'y.a1', 'x.b1', 'y.a2', 'x.a2', 'x.b2']);
});

test('skips an account that is not eligible, which keeps its place', () => {
  const queue = new FairQueue<string>();
  for (const account of ['x', 'y']) queue.push(account, OWNERS.a, account);
  expect(queue.next((item) => item !== 'x')?.item).toBe('y');
  expect(queue.takeNext()).toBe('x');
});

test('removes one item of an owner, or all of them', () => {
  const queue = new FairQueue<string>();
  queue.push('x', OWNERS.a, 'a1');
  queue.push('x', OWNERS.b, 'b1');
  queue.push('x', OWNERS.a, 'a2');
  queue.remove('x', OWNERS.a, 'a1');
  expect([queue.size, queue.ownersOf('x'), queue.next()?.item]).toEqual([2, 2, 'a2']);
  queue.remove('x', OWNERS.a);
  expect([queue.size, queue.has('x', OWNERS.a), allOf(queue)]).toEqual([1, false, ['b1']]);
});
