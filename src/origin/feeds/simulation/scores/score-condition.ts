export const SIDES = ['home', 'away'] as const;
export type Side = (typeof SIDES)[number];

/** Whole numbers between two bounds, both included. */
export type Range = readonly [from: number, to: number];

/** What a condition may be about: `scoreMargin` is the home score minus the away score, `total` their sum. */
export const FIGURES = ['scoreMargin', 'total', 'home', 'away'] as const;
export type Figure = (typeof FIGURES)[number];

/** A condition on a final score: every given figure has to be in its range. */
export type ScoreCondition = Readonly<Partial<Record<Figure, Range>>>;

/** A condition for each side. */
export type SideCondition = Readonly<Record<Side, ScoreCondition>>;

/** The whole numbers above a line such as 2, 2.5 or 2.25. */
export function above(line: number): Range {
  return [Math.floor(line) + 1, Number.POSITIVE_INFINITY];
}

/** The whole numbers below a line. */
export function below(line: number): Range {
  return [Number.NEGATIVE_INFINITY, Math.ceil(line) - 1];
}

export function exactly(number: number): Range {
  return [number, number];
}

/** The side wins by a margin in the range. */
export function winsBy(side: Side, [from, to]: Range): ScoreCondition {
  return { scoreMargin: side === 'home' ? [from, to] : [-to, -from] };
}

export const DRAW = { scoreMargin: exactly(0) };
export const BOTH_SCORE = { home: above(0), away: above(0) };

export const WINS = { home: winsBy('home', above(0)), away: winsBy('away', above(0)) };
export const SCORES = { home: { home: above(0) }, away: { away: above(0) } };
export const CONCEDES_NOTHING = { home: { away: exactly(0) }, away: { home: exactly(0) } };
export const WINS_TO_NIL = {
  home: { ...SCORES.home, ...CONCEDES_NOTHING.home },
  away: { ...SCORES.away, ...CONCEDES_NOTHING.away },
};
