import type { Odds } from './odds.ts';

/** What tells the selections of an event and market type apart. */
export type NamedSelection = Pick<
  Odds,
  'market_type' | 'selection' | 'selection_type' | 'line' | 'player_name'
>;

/** The teams of the event, by which selections may be named. */
export type Teams = Pick<Odds, 'home_team' | 'away_team'>;

/** The words of a name as `foldText` reads it, without connecting words and signs. */
export function foldName(name: string): string[] {
  return foldText(name)
    .split(/[\s/&]+/)
    .filter((word) => !CONNECTIVES.has(word));
}

/**
 * A text as it is compared: in lower case, in plain letters and apostrophes, without accents and the full stops of initials
 * and abbreviations. A blank stands for several, for a hyphen in a name, and for one at the end of a text that was cut off.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|(?<=\p{L}\p{M}*)\./gu, '')
    .replace(/[^ -~]/g, (sign) => PLAIN[sign] ?? sign)
    .replace(/\s+|(?<=\p{L})-(?=\p{L}|$)/gu, ' ');
}

/** Apostrophes, and the letters that are not written as a plain one with an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

const CONNECTIVES: ReadonlySet<string> = new Set(['', '-', 'or', 'and']);

/**
 * The player or team that a price is about; empty for the sides of the match itself. Books that spell
 * a selection differently get the same subject. It is the selection's name without the words that
 * repeat the side or the line. What remains tells selections apart: "France No" is not "France", and
 * "Over 3.5" without a line is not "Over 2.5". But "France Yes" is "France".
 */
export function subjectOf(odds: NamedSelection, teams: Teams): string {
  const { line = null } = odds;
  const selection = odds.selection.replace(AFFIRMATION, '');
  let words: readonly string[] = wordsOf({ ...odds, selection });
  // The sides first: a team's name may have a number that is the line, as Schalke 04 has.
  for (const side of odds.selection_type.split('_')) {
    for (const spelling of spellingsOf(side, teams)) words = without(words, spelling);
  }
  if (line !== null) words = words.filter((word) => Number(word) !== line);
  return words.join(' ');
}

/** "Yes" after a name. In "France & Yes" it is a condition. */
const AFFIRMATION = /(?<=[^\s&/-])(?<!\b(?:and|or))\s+yes$/i;

/** Whether a market type, such as `game_prop`, has propositions of any kind: only the whole name says what a bet is about. */
export function isMixed(marketType: string): boolean {
  return MIXED_PROPOSITIONS.test(marketType);
}

const MIXED_PROPOSITIONS = /(^|_)prop$/i;

/**
 * Whether selections of a market and a type leave open which player they are about, if this is what they are about beside
 * that. Where home and away are the players, the type says it.
 */
export function lacksPlayer(marketType: string, selectionType: string, subject: string): boolean {
  return subject === '' && ON_PLAYERS.test(marketType) && !/home|away/i.test(selectionType);
}

const ON_PLAYERS = /(^|_)player_/i;

/** The words of the player, if one is named apart, and those of the selection, unless market and line say what it is. */
function wordsOf({ market_type, player_name, selection, line = null }: NamedSelection): string[] {
  const name = foldName(player_name ?? '');
  if (name.length > 0 && line !== null && !isMixed(market_type)) return name;
  return [...name, ...foldName(selection).filter((word) => !name.includes(word))];
}

/** The parts of a selection type that a name doesn't say: in `draw_no`, "Draw" leaves out `no`. */
export function unsaidParts(odds: NamedSelection, teams: Teams): string[] {
  const words = wordsOf(odds);
  const isSaid = (phrase: readonly string[]) => without(words, phrase).length < words.length;
  return odds.selection_type.split('_').filter((part) => !spellingsOf(part, teams).some(isSaid));
}

const DRAW_SPELLINGS = [['the', 'draw'], ['draw'], ['tie'], ['x']];

/** How a selection's name may spell a part of its selection type: `home_over` has two parts. */
function spellingsOf(side: string, { home_team: home, away_team: away }: Teams): string[][] {
  if (side === 'draw') return DRAW_SPELLINGS;
  if (side === 'home') return [['home'], foldName(home ?? '')];
  if (side === 'away') return [['away'], foldName(away ?? '')];
  return [[side]];
}

/** Removes every occurrence of `phrase`. */
function without(words: readonly string[], phrase: readonly string[]): readonly string[] {
  const [start] = phrase;
  if (start === undefined || !words.includes(start)) return words;
  const left: string[] = [];
  for (let index = 0; index < words.length; ) {
    const isPhrase = phrase.every((word, at) => words[index + at] === word);
    if (!isPhrase) left.push(words[index] ?? '');
    index += isPhrase ? phrase.length : 1;
  }
  return left;
}
