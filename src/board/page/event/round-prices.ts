import { american } from '../prices/formats.ts';

/** The distances that labels of the axis may have, in American or decimal odds. */
const STEPS = [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

/** The axis has at least this many labels, and they are at least this share of it apart. */
const LABELS_MIN = 4;
const GAP = 0.1;

/** American odds are whole numbers. */
const AMERICAN_STEP_MIN = 1;

/**
 * The decimal prices from `min` to `max` that a chart labels: multiples of the largest step that gives enough of them.
 * American odds are not in proportion to decimal ones, so some of their multiples are left out where they are too close.
 */
export function roundPrices(min: number, max: number, isAmerican: boolean): number[] {
  const steps = STEPS.filter((step) => !isAmerican || step >= AMERICAN_STEP_MIN);
  let labels: number[] = [];
  for (const step of steps) {
    const found = isAmerican ? americanMultiples(min, max, step) : multiples(min, max, step);
    labels = apart(found, (max - min) * GAP);
    if (labels.length >= LABELS_MIN) break;
  }
  return labels;
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** The decimal prices of American odds that are multiples of a step: none is between -100 and +100, which are the same. */
function americanMultiples(min: number, max: number, step: number): number[] {
  const favorites = min < 2 ? multiples(american(min), Math.min(-101, american(max)), step) : [];
  const others = max >= 2 ? multiples(Math.max(100, american(min)), american(max), step) : [];
  return [...favorites.map((odds) => 1 - 100 / odds), ...others.map((odds) => 1 + odds / 100)];
}

/** Those of a rising list that are at least `gap` apart, from the last one on. */
function apart(values: readonly number[], gap: number): number[] {
  const kept: number[] = [];
  for (const value of values.toReversed()) {
    if (kept.length === 0 || (kept[0] ?? 0) - value >= gap) kept.unshift(value);
  }
  return kept;
}
