import { includes, type Range, type Region } from '../score-condition.ts';
import { normalAbove } from './normal-distribution.ts';
import { poissonOutlook } from './poisson-score-model.ts';
import { counted, NOT_BEGUN, type ScoreSoFar, scaled } from './score.ts';
import type { Opinion, Outlook } from './score-model.ts';

/**
 * An outlook on a game of many small scores: what remains is normal, its mean shrinking with the
 * time left and its deviation with the root of it. Margin and total are independent, and so are the
 * two scores, whose deviations are about equal. Where a tie is `decided`, either side wins half of
 * what would end even.
 */
export function normalOutlook(
  opinion: Readonly<Opinion>,
  scatter: Readonly<Opinion>,
  score: ScoreSoFar,
  decided: boolean,
): Outlook {
  const left = Math.max(score.left, 0.002);
  const margin = score.home - score.away + opinion.margin * left;
  const total = score.home + score.away + opinion.total * left;
  const marginDeviation = scatter.margin * Math.sqrt(left);
  const totalDeviation = scatter.total * Math.sqrt(left);
  const sideDeviation = Math.hypot(marginDeviation, totalDeviation) / 2;
  const expected = { margin, total, home: (total + margin) / 2, away: (total - margin) / 2 };
  return {
    expected,
    chance(region: Region) {
      let chance = region.isOdd === undefined ? 1 : 0.5;
      if (region.margin) {
        chance *= within(
          decided ? withoutTie(region.margin) : bounds(region.margin),
          margin,
          marginDeviation,
        );
      }
      if (region.total) chance *= within(bounds(region.total), total, totalDeviation);
      if (region.home) chance *= within(bounds(region.home), expected.home, sideDeviation);
      if (region.away) chance *= within(bounds(region.away), expected.away, sideDeviation);
      return chance;
    },
    part: (share) => {
      const root = Math.sqrt(share);
      const partScatter = { margin: scatter.margin * root, total: scatter.total * root };
      return normalOutlook(scaled(opinion, share), partScatter, NOT_BEGUN, false);
    },
    tally: (statistic) => poissonOutlook(counted(statistic, opinion), NOT_BEGUN, false),
  };
}

/** A whole number takes what lies half a number around it. */
function bounds([from, to]: Range): Range {
  return [from - 0.5, to + 0.5];
}

/** The same where 0 does not happen. */
function withoutTie(range: Range): Range {
  const [from, to] = bounds(range);
  if (includes(range, 0)) return [from === -0.5 ? 0 : from, to === 0.5 ? 0 : to];
  return [from === 0.5 ? 0 : from, to === -0.5 ? 0 : to];
}

function within([from, to]: Range, mean: number, deviation: number): number {
  return normalAbove(from, mean, deviation) - normalAbove(to, mean, deviation);
}
