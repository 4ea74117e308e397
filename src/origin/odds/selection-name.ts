import type { Odds } from '../../contract/odds.ts';

/** A name without regard to case, accents and the signs and words that join its parts. */
export function foldName(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s/&]+/)
    .filter((word) => !JOINTS.has(word));
}

const JOINTS: ReadonlySet<string> = new Set(['', '-', 'or', 'and']);

/**
 * Whom or what a price is about beyond its side and its line, so that books which spell a selection
 * differently meet: the player or team of a prop, and nothing for the sides of the match itself.
 * Only what repeats the side or the line is left out of the name. What remains tells bets apart:
 * "France No" is not "France", and "Over 3.5" without a line is not "Over 2.5".
 */
export function subjectOf(odds: Odds): string {
  const { line = null } = odds;
  let words: readonly string[] = foldName(odds.player_name ?? odds.selection);
  if (line !== null) words = words.filter((word) => Number(word) !== line);
  for (const side of odds.selection_type.split('_')) {
    for (const spelling of spellingsOf(side, odds)) words = without(words, spelling);
  }
  return words.join(' ');
}

const DRAW_SPELLINGS = [['draw'], ['tie'], ['x']];

/** The ways in which a name may say a part of its selection type. */
function spellingsOf(side: string, { home_team: home, away_team: away }: Odds): string[][] {
  if (side === 'draw') return DRAW_SPELLINGS;
  if (side === 'home') return [['home'], foldName(home ?? '')];
  if (side === 'away') return [['away'], foldName(away ?? '')];
  return [[side]];
}

/** `words` without every place in which `phrase` stands. */
function without(words: readonly string[], phrase: readonly string[]): readonly string[] {
  const [opening] = phrase;
  if (opening === undefined || !words.includes(opening)) return words;
  const left: string[] = [];
  for (let index = 0; index < words.length; ) {
    const isPhrase = phrase.every((word, at) => words[index + at] === word);
    if (!isPhrase) left.push(words[index] ?? '');
    index += isPhrase ? phrase.length : 1;
  }
  return left;
}
