import { expect, test } from 'vitest';
import type { LiveOddsEvent } from '../../../src/client/live/live-documents.ts';
import { mergeOdds } from '../../../src/client/live/merge-odds.ts';

interface Price {
  readonly key: string;
}

const listOf = (...keys: string[]): Price[] => keys.map((key) => ({ key }));

test.each<[string, object, string[]]>([
  ['the first part of a snapshot is all', { offset: 0, isLast: false, odds: listOf('d') }, ['d']],
  ['another part is added', { offset: 1, isLast: true, odds: listOf('d') }, ['a', 'b', 'd']],
  ['an update replaces keys', { replacedKeys: ['a'], odds: listOf('d') }, ['b', 'd']],
  ['a removal has keys', { keys: ['b'] }, ['a']],
])('in a list of prices, %s', (_name, event, keys) => {
  const merged = mergeOdds<Price>(listOf('a', 'b'), event as unknown as LiveOddsEvent<Price>);
  expect(merged).toEqual(listOf(...keys));
});
