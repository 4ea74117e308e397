import type { Side } from '../../live-reports.ts';
import {
  type Lineup,
  type MarketGroup,
  type MarketSpec,
  plainBet,
  type Selection,
} from './market.ts';
import { above, below, exactly, type Range, type Region } from './region.ts';
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
import type { Outlook } from './sport.ts';

const RESULTS = [
  ['home', HOME_WINS],
  ['draw', DRAWN],
  ['away', AWAY_WINS],
] as const;

type Result = (typeof RESULTS)[number][0];

function nameOf(result: Result, lineup: Lineup): string {
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

/** Which side scores first, or neither: a side scores as often as it is expected to. */
export function firstToScore(type: string, group: MarketGroup, subject = wholeGame): MarketSpec {
  const chance = (side: Side) => (outlook: Outlook) => {
    const { expected, chance: of } = subject(outlook);
    return (of({ total: above(0) }) * expected[side]) / expected.total;
  };
  const bets = (lineup: Lineup) => [
    plainBet(
      [
        { name: lineup.home, type: 'home', chance: chance('home') },
        { name: lineup.away, type: 'away', chance: chance('away') },
        { name: 'No Goal', type: 'no', chance: region({ total: exactly(0) }, subject) },
      ],
      false,
    ),
  ];
  return { type, group, bets };
}

/** The result of the first part and that of the whole; `most` is the largest lead that matters. */
export function doubleResult(
  type: string,
  group: MarketGroup,
  [first, second]: readonly [Subject, Subject],
  most: number,
): MarketSpec {
  const leads = Array.from({ length: 2 * most + 1 }, (_, index) => index - most);
  const chance =
    (begins: Region, [from, to]: Range): Chance =>
    (outlook) =>
      leads.reduce((sum, lead) => {
        const [least, largest] = begins.margin ?? [0, 0];
        if (lead < least || lead > largest) return sum;
        const led = first(outlook).chance({ margin: exactly(lead) });
        return sum + led * second(outlook).chance({ margin: [from - lead, to - lead] });
      }, 0);
  const bets = (lineup: Lineup) => [
    plainBet(
      RESULTS.flatMap(([begun, begins]) =>
        RESULTS.map(([ended, { margin = exactly(0) }]) => ({
          name: `${nameOf(begun, lineup)} / ${nameOf(ended, lineup)}`,
          type: `${begun}_${ended}`,
          chance: chance(begins, margin),
        })),
      ),
      false,
    ),
  ];
  return { type, group, bets };
}

/** In which of two parts more is scored. */
export function highestScoringPart(
  type: string,
  group: MarketGroup,
  parts: readonly [Subject, Subject],
  names: readonly [string, string],
): MarketSpec {
  const more = (outlook: Outlook, [mine, other]: readonly [Subject, Subject], by: number) => {
    const most = Math.ceil(2 * mine(outlook).expected.total) + 6;
    let sum = 0;
    for (let scored = 0; scored <= most; scored++) {
      const same = mine(outlook).chance({ total: exactly(scored) });
      sum += same * other(outlook).chance({ total: [Number.NEGATIVE_INFINITY, scored - by] });
    }
    return sum;
  };
  const [first, second] = parts;
  const list: readonly Selection[] = [
    { name: names[0], type: partType(names[0]), chance: (view) => more(view, parts, 1) },
    { name: names[1], type: partType(names[1]), chance: (view) => more(view, [second, first], 1) },
    {
      name: 'Tie',
      type: 'draw',
      chance: (view) => more(view, parts, 0) - more(view, parts, 1),
    },
  ];
  return { type, group, bets: () => [plainBet(list, true)] };
}

function partType(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}

/** The probability that something is true of each of several parts, which are independent. */
export function inEach(wanted: Region, ...parts: readonly Subject[]): Chance {
  return (outlook) => parts.reduce((product, of) => product * of(outlook).chance(wanted), 1);
}

/** The probability that something is true of one of several parts at least. */
export function inAny(wanted: Region, ...parts: readonly Subject[]): Chance {
  return (outlook) =>
    1 - parts.reduce((product, of) => product * (1 - of(outlook).chance(wanted)), 1);
}
