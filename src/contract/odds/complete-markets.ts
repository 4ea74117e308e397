import type { ComparisonSelection } from '../routes/odds-comparison.ts';
import { slugOf } from '../slugs.ts';
import { coveringSides, type MarketPosition, positionOf } from './covering-sides.ts';
import { impliedProbability, sumOf } from './implied-probability.ts';
import type { NamedSelection, Teams } from './selection-name.ts';

/**
 * The lowest plausible sum of the implied probabilities of all sides at one sportsbook. None offers every outcome
 * at a greater loss to itself: where one seems to, the sides are not those of one market.
 */
export const LOWEST_SUM = 0.98;

/** A lower sum than that of prices without a margin, however these are rounded. */
const LOSING_SUM = 0.995;

/** A market at one line whose sides surely cover every outcome. */
export interface CompleteMarket<Selection> {
  /** The line of the home side, or of the over. */
  readonly line: number | null;
  /** The player or team that it is about; empty if that is the match itself. */
  readonly subject: string;
  /** One selection for each side: two, or three with a draw. */
  readonly sides: readonly Selection[];
  /** The sportsbooks that have a third side at this line, as far as that is known. */
  readonly withThirdSide?: ReadonlySet<string>;
}

/** What the selections of one event and market type have in common. */
export interface MarketOfEvent extends Teams {
  readonly sport: string;
  readonly marketType: string;
  readonly isLive: boolean;
}

/**
 * The markets among the selections of one event and market type whose sides cover every outcome. Selections for which
 * that is not known, as in outrights and correct scores, are left out.
 */
export function completeMarkets<Selection extends Omit<NamedSelection, 'market_type'>>(
  selections: readonly Selection[],
  market: Omit<MarketOfEvent, 'isLive'>,
): CompleteMarket<Selection>[] {
  const type = { sport: slugOf(market.sport), marketType: slugOf(market.marketType) };
  const positioned = selections.flatMap((selection) => {
    const position = positionIn({ ...selection, market_type: type.marketType }, market);
    return position === null
      ? []
      : [{ side: slugOf(selection.selection_type), selection, position }];
  });
  const markets = Map.groupBy(positioned, ({ position }) => keyOf(position));
  return [...markets.values()].flatMap((members) => {
    const position = members[0]?.position;
    const hasDraw = members.some(({ side }) => side === 'draw');
    const sides = position && coveringSides({ ...position, ...type }, hasDraw);
    // Two selections for one side belong to two markets that cannot be told apart.
    if (!sides || members.length !== sides.length) return [];
    const ordered = sides.flatMap(
      (side) => members.find((member) => member.side === side)?.selection ?? [],
    );
    if (ordered.length < sides.length) return [];
    return [{ line: position.line, subject: subjectAt(position), sides: ordered }];
  });
}

/** What selections on the sides of one market have in common; null if nothing opposes a selection. */
export function marketKey(selection: NamedSelection, teams: Teams): string | null {
  const position = positionIn(selection, teams);
  return position && keyOf(position);
}

/** Whether the complete markets are on a player or team, and some selections of the market type on another one. */
export function areOfSeveral<Selection extends Omit<NamedSelection, 'market_type'>>(
  complete: readonly CompleteMarket<Selection>[],
  selections: readonly Selection[],
  market: MarketOfEvent,
): boolean {
  const [first] = complete;
  if (first === undefined || complete.some(({ subject }) => subject === '')) return false;
  return selections.some((selection) => {
    const position = positionIn({ ...selection, market_type: market.marketType }, market);
    return position !== null && subjectAt(position) !== first.subject;
  });
}

/** In totals of a team, the family names it. */
function subjectAt({ family: [type = ''], subject }: MarketPosition): string {
  return (/^(home|away)_/.exec(type)?.[0] ?? '') + subject;
}

function positionIn(selection: NamedSelection, teams: Teams): MarketPosition | null {
  return positionOf({ ...selection, selection_type: slugOf(selection.selection_type) }, teams);
}

/** The first selection type of the family stands for all that oppose each other, such as over and under. */
function keyOf({ family, line, subject }: MarketPosition): string {
  return `${family[0]}|${line}|${subject}`;
}

/** The price of a sportsbook on a selection. */
export type Offer = Pick<ComparisonSelection['books'][string], 'odds_american' | 'odds_decimal'>;

/** A selection with the prices of sportsbooks by their ids. */
export interface PricedSelection {
  readonly books: Readonly<Record<string, Offer>>;
}

export function impliedBy({ odds_american: american, odds_decimal: decimal }: Offer): number {
  return impliedProbability(american, decimal);
}

/** The implied probabilities at each sportsbook that prices every side and has suspended none, in the order of the sides. */
export function completeQuotes(sides: readonly PricedSelection[]): Map<string, number[]> {
  const quotes = new Map<string, number[]>();
  for (const book of Object.keys(sides[0]?.books ?? {})) {
    const implied = sides
      .flatMap(({ books }) => (Object.hasOwn(books, book) ? (books[book] ?? []) : []))
      .map(impliedBy)
      .filter((probability) => probability < 1);
    if (implied.length === sides.length) quotes.set(book, implied);
  }
  return quotes;
}

/** A complete market with what sportsbooks quote on it. */
export interface QuotedMarket<Selection> extends CompleteMarket<Selection> {
  /** The implied probabilities at each sportsbook that plausibly prices every side, in the order of the sides. */
  readonly quotes: ReadonlyMap<string, readonly number[]>;
  /**
   * Whether the prices of a sportsbook are plausibly on this market. One that does not price every side is taken for as
   * plausible as the best of those that do.
   */
  readonly isPlausible: (book: string) => boolean;
}

/**
 * The sportsbooks that would lose whatever happens at several whole numbers of one event and market type. They pay for
 * neither over nor under there if the result is that number, which they list as a third side or not at all.
 */
export function booksWithThirdSide(complete: readonly CompleteMarket<PricedSelection>[]) {
  const losing = complete
    .filter(({ line }) => Number.isInteger(line))
    .flatMap(({ sides }) => [...completeQuotes(sides)])
    .filter(([, implied]) => sumOf(implied) < LOSING_SUM)
    .map(([book]) => book);
  return new Set(losing.filter((book, at) => losing.indexOf(book) < at));
}

/** Complete markets with the quotes of sportsbooks, without those that have a third side. */
export function quotedMarkets<Selection extends PricedSelection>(
  complete: readonly CompleteMarket<Selection>[],
): QuotedMarket<Selection>[] {
  return complete.map((market) => {
    const all = completeQuotes(market.sides);
    const quotes = new Map(
      [...all].filter(
        ([book, implied]) => sumOf(implied) >= LOWEST_SUM && !market.withThirdSide?.has(book),
      ),
    );
    const isPlausible = (book: string) =>
      all.has(book) ? quotes.has(book) : all.size === 0 || quotes.size > 0;
    return { ...market, quotes, isPlausible };
  });
}
