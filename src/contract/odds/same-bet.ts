import { slugOf } from '../slugs.ts';
import { hasOpposite } from './covering-sides.ts';
import {
  foldName,
  lacksPlayer,
  type NamedSelection,
  subjectOf,
  type Teams,
  unsaidParts,
} from './selection-name.ts';

/** What tells the prices of one event and market type apart. */
export type NamedPrice = NamedSelection & { readonly sportsbook: string };

/**
 * What identifies a bet across sportsbooks, from the loosest key to the strictest. Each splits only what those before
 * it left together, so it need not repeat what they have.
 */
const BET_KEYS: readonly ((price: NamedPrice, teams: Teams) => string)[] = [
  (price, teams) => {
    const type = slugOf(price.selection_type);
    if (SCORE.test(type)) return [type, price.line, besideScore(price, teams)].join('|');
    const named = { ...price, selection_type: type };
    return [type, price.line, subjectOf(named, teams), unsaidConditions(named, teams)].join('|');
  },
  ({ selection }) => foldName(selection).join(' '),
  fullName,
];

/**
 * The conditions of a selection type such as `draw_no` that the name leaves out. A sportsbook that only says "Draw"
 * may mean another bet than one that says "Draw & No". A type with an opposite, such as
 * `home_over`, has no conditions: it is the over of a team's total.
 */
function unsaidConditions(price: NamedPrice, teams: Teams): string {
  const { selection_type: type } = price;
  return type.includes('_') && !hasOpposite(type) ? unsaidParts(price, teams).join('_') : '';
}

/** The goals of home and away, as selection types of exact scores have them. */
const SCORE = /^\d+_\d+$/;

/**
 * What a name says beside an exact score: nothing in "2-1" and "England 2, Argentina 1". "England 2-1" may be another bet,
 * such as that on the score at some time.
 */
function besideScore({ selection }: NamedPrice, { home_team, away_team }: Teams): string {
  const words = sortedWords(selection);
  return words === sortedWords([home_team, away_team].join(' ')) ? '' : words;
}

/** The words of a name without numbers and signs, sorted: it does not matter which team is named first. */
function sortedWords(name: string): string {
  return foldName(name.replace(/[^\p{L}\p{M}]/gu, ' '))
    .sort()
    .join(' ');
}

/** Whether the price is on a player, but does not say on which. */
function leavesPlayerOpen(price: NamedPrice, teams: Teams): boolean {
  const type = slugOf(price.selection_type);
  return lacksPlayer(price.market_type, type, subjectOf({ ...price, selection_type: type }, teams));
}

/** All that tells a price apart, as its sportsbook writes it. */
function fullName({ selection_type, line, player_name, selection }: NamedPrice): string {
  return `${selection_type}|${line ?? ''}|${player_name ?? ''}|${selection}`;
}

/**
 * Groups the prices of one event and market type by bet. If a sportsbook has two prices on what looks like one bet,
 * there are several: the group is split by the next stricter key, so that no price hides another. Prices that no
 * name tells apart stand alone, and so does each price on a player whom it does not name.
 */
export function betsOf<Price extends NamedPrice>(prices: Iterable<Price>, teams: Teams): Price[][] {
  // Keys are made once for each name, since sportsbooks share most of them.
  return split([...Map.groupBy(prices, fullName).values()], teams, BET_KEYS);
}

/** Splits prices, which come grouped by full name, by the first of the keys, and by the others where there is need. */
function split<Price extends NamedPrice>(
  byName: readonly Price[][],
  teams: Teams,
  [key, ...stricter]: typeof BET_KEYS,
): Price[][] {
  if (key === undefined) return byName.flat().map((price) => [price]);
  const groups = Map.groupBy(byName, ([first]) => first && key(first, teams));
  return [...groups.values()].flatMap((same) => {
    const bet = same.flat();
    const [first] = bet;
    const books = new Set(bet.map(({ sportsbook }) => sportsbook));
    const isOne = books.size === bet.length && !(first && leavesPlayerOpen(first, teams));
    return isOne ? [bet] : split(same, teams, stricter);
  });
}
