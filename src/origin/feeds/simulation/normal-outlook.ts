import { normalAbove } from './normal.ts';
import type { Opinion, Outlook } from './sport.ts';

/** A score with the share of the game that is still to be played, 1 before it begins. */
export interface ScoreSoFar {
  readonly home: number;
  readonly away: number;
  readonly left: number;
}

/**
 * An outlook on a game of many small scores: what remains is normal, its mean shrinking with the
 * time left and its deviation with the root of it. An even score at the end is decided by chance.
 */
export function normalOutlook(opinion: Opinion, scatter: Opinion, score: ScoreSoFar): Outlook {
  const left = Math.max(score.left, 0.002);
  const margin = score.home - score.away + opinion.margin * left;
  const total = score.home + score.away + opinion.total * left;
  const marginDeviation = scatter.margin * Math.sqrt(left);
  const totalDeviation = scatter.total * Math.sqrt(left);
  const sideDeviation = Math.hypot(marginDeviation, totalDeviation) / 2;
  const expected = { margin, total, home: (total + margin) / 2, away: (total - margin) / 2 };
  const home = normalAbove(0, margin, marginDeviation);
  return {
    outcome: { home, draw: 0, away: 1 - home },
    expected,
    covers: (line) => normalAbove(-line, margin, marginDeviation),
    totalAbove: (line) => normalAbove(line, total, totalDeviation),
    scoreAbove: (side, line) => normalAbove(line, expected[side], sideDeviation),
  };
}
