import type { Side } from '../../../games/live-reports.ts';
import { above, exactly, type Range, type Region } from '../score-condition.ts';
import type { Outlook } from '../score-models/score-model.ts';
import {
  type Lineup,
  type MarketGroup,
  type MarketSpec,
  plainBet,
  type Selection,
} from './market.ts';
import { type Chance, nameOf, RESULTS, region } from './proposition-markets.ts';
import { type Subject, wholeGame } from './score-markets.ts';

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
