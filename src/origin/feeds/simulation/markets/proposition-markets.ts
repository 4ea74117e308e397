import type { Side } from '../../../games/live-reports.ts';
import { above, below, exactly, type Range, type Region } from '../score-condition.ts';
import type { Outlook } from '../score-models/score-model.ts';
import {
  type Lineup,
  type MarketGroup,
  type MarketSpec,
  plainBet,
  type Selection,
} from './market.ts';
import {
  AWAY_WINS,
  DRAWN,
  HOME_WINS,
  type Outcome,
  outcomes,
  SIDES,
  type Subject,
  wholeGame,
  winsBy,
} from './score-markets.ts';

export const RESULTS = [
  ['home', HOME_WINS],
  ['draw', DRAWN],
  ['away', AWAY_WINS],
] as const;

type Result = (typeof RESULTS)[number][0];

export function nameOf(result: Result, lineup: Lineup): string {
  return result === 'draw' ? 'Draw' : lineup[result];
}

export function oddEven(type: string, group: MarketGroup, subject = wholeGame): MarketSpec {
  const list: readonly Outcome[] = [
    { name: 'Odd', type: 'odd', region: { isOdd: true } },
    { name: 'Even', type: 'even', region: { isOdd: false } },
  ];
  return outcomes(type, group, subject, () => list, true);
}

export type Chance = (outlook: Outlook) => number;

export function yesNo(type: string, group: MarketGroup, chance: Chance): MarketSpec {
  return { type, group, bets: () => [plainBet(yesAndNo('', ['yes', 'no'], chance), true)] };
}

/** A yes and a no for each team. Many books call them by the side of the team, both alike. */
export function teamYesNo(
  type: string,
  group: MarketGroup,
  chance: (outlook: Outlook, side: Side) => number,
  typedBy: 'answer' | 'side' = 'answer',
): MarketSpec {
  const bets = (lineup: Lineup) =>
    SIDES.map((side) => {
      const types = typedBy === 'side' ? ([side, side] as const) : (['yes', 'no'] as const);
      return plainBet(
        yesAndNo(`${lineup[side]} `, types, (outlook) => chance(outlook, side)),
        true,
      );
    });
  return { type, group, bets };
}

function yesAndNo(
  prefix: string,
  [yes, no]: readonly [string, string],
  chance: Chance,
): readonly Selection[] {
  return [
    { name: `${prefix}Yes`, type: yes, chance },
    { name: `${prefix}No`, type: no, chance: (outlook) => 1 - chance(outlook) },
  ];
}

export function region(wanted: Region, subject: Subject = wholeGame): Chance {
  return (outlook) => subject(outlook).chance(wanted);
}

/** Every score up to `most` of a side. */
export function correctScore(
  type: string,
  group: MarketGroup,
  most: number,
  subject = wholeGame,
): MarketSpec {
  const numbers = Array.from({ length: most + 1 }, (_, number) => number);
  const list = numbers.flatMap((home) =>
    numbers.map((away) => ({
      name: `${home}-${away}`,
      type: `${home}_${away}`,
      region: { home: exactly(home), away: exactly(away) },
    })),
  );
  return outcomes(type, group, subject, () => list, false);
}

/** By how much a side wins: bands of its lead, of which the last has no end. */
export function winningMargin(
  type: string,
  group: MarketGroup,
  bands: readonly number[],
  subject = wholeGame,
): MarketSpec {
  const list = (lineup: Lineup) =>
    SIDES.flatMap((side) =>
      bandsFrom(bands).map(({ name, range }) => ({
        name: `${lineup[side]} by ${name}`,
        type: 'other',
        ownLine: range[0],
        region: winsBy(side, range),
      })),
    );
  return outcomes(type, group, subject, list, false);
}

/** In which band the total ends. Bands of one number are `exact`. */
export function totalRange(
  type: string,
  group: MarketGroup,
  bands: readonly number[],
  subject = wholeGame,
): MarketSpec {
  const list = bandsFrom(bands).map(({ name, range }) => ({
    name,
    type: range[0] === range[1] ? `exact_${name}` : 'other',
    region: { total: range },
  }));
  return outcomes(type, group, subject, () => list, false);
}

/** Bands that begin at the given numbers; the last one has no end. */
function bandsFrom(starts: readonly number[]): { readonly name: string; readonly range: Range }[] {
  return starts.map((from, index) => {
    const next = starts[index + 1];
    if (next === undefined) return { name: `${from}+`, range: [from, Number.POSITIVE_INFINITY] };
    const name = next - 1 === from ? String(from) : `${from}-${next - 1}`;
    return { name, range: [from, next - 1] };
  });
}

/** The result and over or under at once. */
export function resultAndTotal(
  type: string,
  group: MarketGroup,
  lines: readonly number[],
  hasDraw: boolean,
): MarketSpec {
  const list = (lineup: Lineup) =>
    lines.flatMap((line) =>
      RESULTS.filter(([result]) => hasDraw || result !== 'draw').flatMap(([result, won]) => {
        const name = `${nameOf(result, lineup)} and`;
        return [
          { name, type: `${result}_over`, ownLine: line, region: { ...won, total: above(line) } },
          { name, type: `${result}_under`, ownLine: line, region: { ...won, total: below(line) } },
        ];
      }),
    );
  return outcomes(type, group, wholeGame, list, false);
}
