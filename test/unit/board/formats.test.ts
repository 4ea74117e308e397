import { expect, test, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('sessionStorage', { getItem: () => null }));
const { titleOf } = await import('../../../src/board/page/prices/formats.ts');

test.each([
  ['darts', 'Darts'],
  ['golf', 'Golf'],
  ['nba', 'NBA'],
  ['ice_hockey', 'Ice hockey'],
  ['player_total_rbis', 'Player total RBIs'],
  ['total_points_odd_even', 'Total points odd or even'],
])('the slug %s has the title %s', (slug, title) => {
  expect(titleOf(slug)).toBe(title);
});
