import { expect, test, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('sessionStorage', { getItem: () => null }));
const { clockText, dayTimeText, titleOf, withLine, tenths } = await import(
  '../../../src/board/page/prices/formats.ts'
);

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

test.each([
  ['Arsenal', null, 'moneyline', 'Arsenal'],
  ['Philadelphia 76ers', 7, 'point_spread', 'Philadelphia 76ers +7'],
  ['Philadelphia 76ers', 7, 'Point_Spread', 'Philadelphia 76ers +7'],
  ['1. FC Köln (-3)', -3, 'asian_handicap', '1. FC Köln (-3)'],
  ['Over 2.5', 2.5, 'total_goals', 'Over 2.5'],
  ['Over', 2.5, 'total_goals', 'Over 2.5'],
  ['O 2.5', 2.5, 'total_goals', 'O 2.5'],
  ['FC Schalke 04', 4, 'point_spread', 'FC Schalke 04 +4'],
  ['Boston Celtics', -6, 'point_spread', 'Boston Celtics −6'],
  ['Arsenal', 4.5, 'total_shots_on_target', 'Arsenal 4.5'],
])('the selection %s with the line %s of the market %s is %s', (selection, line, type, text) => {
  expect(withLine(selection, line, type)).toBe(text);
});

test('a time that cannot be read is a dash', () => {
  expect([clockText(''), dayTimeText('yesterday', 0)]).toEqual(['–', '–']);
});

test('tenths are rounded, and a small loss is no loss of zero', () => {
  expect([0.04, -0.04, 1.26].map(tenths)).toEqual([0, 0, 1.3]);
});
