import { expect, test } from 'vitest';
import {
  middleProbability,
  numbersBetween,
} from '../../../../src/origin/opportunities/valuation/middle-probability.ts';

const goals = {
  sport: 'soccer',
  marketType: 'total_goals',
  family: ['over', 'under'],
  line: 2.5,
  subject: '',
};
const spread = { ...goals, marketType: 'point_spread', family: ['home', 'draw', 'away'] };

function between(low: number, high: number, market: typeof goals = goals): number {
  return middleProbability(
    market,
    [3],
    [
      { threshold: 2.5, below: low },
      { threshold: 3.5, below: high },
    ],
  );
}

test('the probability of a middle is the difference of the fair probabilities if that is the lower estimate', () => {
  expect(between(0.5, 0.72)).toBeCloseTo(0.22, 6);
});

test('the probability of a middle is that of a logistic distribution if that is the lower estimate', () => {
  expect(between(0.5, 0.8)).toBeCloseTo(0.2402, 3);
});

test('the probability of a middle is 0 if fair prices contradict each other or the deviation of results is unknown', () => {
  expect(between(0.6, 0.55)).toBe(0);
  expect(between(0.5, 0.72, { ...spread, sport: 'curling' })).toBe(0);
});

test('the numbers of a middle are the whole numbers between the two lines', () => {
  expect(numbersBetween(goals, 2.5, 4.5)).toEqual([3, 4]);
  expect(numbersBetween(goals, 2, 3)).toEqual([]);
  expect(numbersBetween(goals, 2.25, 2.75)).toEqual([]);
  expect(numbersBetween(spread, -1.5, 1.5)).toEqual([-1, 0, 1]);
});

test('the numbers of a middle leave out a margin of 0 in sports without ties', () => {
  expect(numbersBetween({ ...spread, sport: 'basketball' }, -1.5, 1.5)).toEqual([-1, 1]);
  expect(numbersBetween({ ...goals, sport: 'hockey' }, -0.5, 1.5)).toEqual([0, 1]);
});
