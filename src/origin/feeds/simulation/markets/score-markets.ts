import type { Side } from '../../../games/live-reports.ts';
import { chanceAt, nextLine } from '../books/lines.ts';
import { above, below, exactly, type Range, type Region } from '../score-condition.ts';
import type { Outlook, Tally } from '../score-models/score-model.ts';
import {
  type Bet,
  type Lineup,
  type MarketGroup,
  type MarketSpec,
  plainBet,
  type Selection,
} from './market.ts';

/** What of a game a market is about. */
export type Subject = (outlook: Outlook) => Outlook;

export const wholeGame: Subject = (outlook) => outlook;

/** A part of the game that has this share of its scores. */
export function part(share: number): Subject {
  return rememberingLast((outlook) => outlook.part(share));
}

/** Something that is counted beside the score, in the game or a share of it. */
export function tally(counted: Tally, share = 1): Subject {
  return rememberingLast((outlook) => {
    const whole = outlook.tally(counted);
    return share === 1 ? whole : whole.part(share);
  });
}

/** Books price all bets on one subject in a row. */
function rememberingLast(derive: Subject): Subject {
  let last: Outlook | null = null;
  let derived: Outlook | null = null;
  return (outlook) => {
    if (derived === null || last !== outlook) derived = derive(outlook);
    last = outlook;
    return derived;
  };
}

export const SIDES: readonly Side[] = ['home', 'away'];
export const HOME_WINS: Region = { margin: above(0) };
export const DRAWN: Region = { margin: exactly(0) };
export const AWAY_WINS: Region = { margin: below(0) };

export function winsBy(side: Side, range: Range): Region {
  return { margin: side === 'home' ? range : [-range[1], -range[0]] };
}

/** The lines of a market: so many on either side of the main one, at this distance. */
export interface Ladder {
  readonly rungs: number;
  readonly step: number;
  /** The smallest absolute value of a handicap. */
  readonly smallest?: number;
}

/** A selection that wins in a region of scores. */
export interface Outcome {
  readonly name: string;
  readonly type: string;
  readonly region: Region;
  readonly ownLine?: number;
}

/** A market whose selections win in regions of scores. */
export function outcomes(
  type: string,
  group: MarketGroup,
  subject: Subject,
  list: (lineup: Lineup) => readonly Outcome[],
  isComplete: boolean,
): MarketSpec {
  const selection = ({ region, ...rest }: Outcome): Selection => ({
    ...rest,
    chance: (outlook) => subject(outlook).chance(region),
  });
  return { type, group, bets: (lineup) => [plainBet(list(lineup).map(selection), isComplete)] };
}

export function threeWay(type: string, group: MarketGroup, subject = wholeGame): MarketSpec {
  return outcomes(
    type,
    group,
    subject,
    ({ home, away }) => [
      { name: home, type: 'home', region: HOME_WINS },
      { name: 'Draw', type: 'draw', region: DRAWN },
      { name: away, type: 'away', region: AWAY_WINS },
    ],
    true,
  );
}

/** The stake comes back where the game is drawn. */
export function twoWay(type: string, group: MarketGroup, subject = wholeGame): MarketSpec {
  const wins = (outlook: Outlook, won: Region, lost: Region) => {
    const { chance } = subject(outlook);
    const share = chance(won);
    return share / (share + chance(lost));
  };
  const bets = ({ home, away }: Lineup) => [
    plainBet(
      [
        { name: home, type: 'home', chance: (outlook) => wins(outlook, HOME_WINS, AWAY_WINS) },
        { name: away, type: 'away', chance: (outlook) => wins(outlook, AWAY_WINS, HOME_WINS) },
      ],
      true,
    ),
  ];
  return { type, group, bets };
}

export function doubleChance(type: string, group: MarketGroup, subject = wholeGame): MarketSpec {
  return outcomes(
    type,
    group,
    subject,
    ({ home, away }) => [
      { name: `${home} or Draw`, type: 'home_draw', region: { margin: above(-0.5) } },
      { name: `${home} or ${away}`, type: 'home_away', region: {} },
      { name: `Draw or ${away}`, type: 'away_draw', region: { margin: below(0.5) } },
    ],
    false,
  );
}

export function handicap(
  type: string,
  group: MarketGroup,
  { rungs, step, smallest = 0 }: Ladder,
  subject = wholeGame,
): MarketSpec {
  const covers = (outlook: Outlook, line: number) =>
    chanceAt(
      line,
      (at) => subject(outlook).chance({ margin: above(-at) }),
      (at) => subject(outlook).chance({ margin: below(-at) }),
    );
  const bet = ({ home, away }: Lineup, offset: number): Bet => ({
    ...plainBet(
      [
        { name: home, type: 'home', chance: (outlook, _tilt, line) => covers(outlook, line) },
        {
          name: away,
          type: 'away',
          isOpposed: true,
          chance: (outlook, _tilt, line) => 1 - covers(outlook, line),
        },
      ],
      true,
    ),
    rung: Math.abs(offset),
    line(outlook, _tilt, current) {
      const before = current === null ? null : current - offset * step;
      const main = nextLine(-subject(outlook).expected.margin, before);
      return (Math.abs(main) < smallest ? Math.sign(main) * smallest : main) + offset * step;
    },
  });
  return { type, group, bets: (lineup) => offsets(rungs).map((offset) => bet(lineup, offset)) };
}

export function total(
  type: string,
  group: MarketGroup,
  ladder: Ladder,
  subject = wholeGame,
): MarketSpec {
  const names = { over: ['Over', 'over'], under: ['Under', 'under'] } as const;
  const bets = () => overUnder(ladder, subject, 'total', names);
  return { type, group, bets };
}

export function teamTotal(
  type: string,
  group: MarketGroup,
  ladder: Ladder,
  subject = wholeGame,
): MarketSpec {
  const bets = (lineup: Lineup) =>
    SIDES.flatMap((side) =>
      overUnder(ladder, subject, side, {
        over: [`${lineup[side]} Over`, `${side}_over`],
        under: [`${lineup[side]} Under`, `${side}_under`],
      }),
    );
  return { type, group, bets };
}

type OverUnderNames = Readonly<Record<'over' | 'under', readonly [name: string, type: string]>>;

function overUnder(
  { rungs, step }: Ladder,
  subject: Subject,
  what: 'total' | Side,
  { over, under }: OverUnderNames,
): Bet[] {
  const isOver = (outlook: Outlook, line: number) =>
    chanceAt(
      line,
      (at) => subject(outlook).chance({ [what]: above(at) }),
      (at) => subject(outlook).chance({ [what]: below(at) }),
    );
  const selections: Selection[] = [
    { name: over[0], type: over[1], chance: (outlook, _tilt, line) => isOver(outlook, line) },
    { name: under[0], type: under[1], chance: (outlook, _tilt, line) => 1 - isOver(outlook, line) },
  ];
  return offsets(rungs).map((offset) => ({
    ...plainBet(selections, true),
    rung: Math.abs(offset),
    line(outlook, _tilt, current) {
      const before = current === null ? null : current - offset * step;
      return nextLine(subject(outlook).expected[what], before) + offset * step;
    },
  }));
}

/** 0, 1, -1, 2, -2 … */
function offsets(rungs: number): number[] {
  return [0, ...Array.from({ length: rungs }, (_, rung) => [rung + 1, -rung - 1]).flat()];
}
