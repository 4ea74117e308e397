import type { Odds } from './live-documents.ts';

/** The decimal odds of a suspended bet. */
const SUSPENDED = 1;

/** What tells which bet a price is on, and how good it is. */
type BetPrice = Pick<
  Odds,
  | 'eventId'
  | 'eventStartTime'
  | 'marketType'
  | 'playerName'
  | 'line'
  | 'selection'
  | 'selectionType'
  | 'price'
>;

/**
 * The best price of each bet that some sportsbook takes. Names are taken at their word: `Event.comparison` also tells apart
 * different bets that sportsbooks list under one name. Bets are sorted by the start of their event; those of one market
 * stand together.
 */
export function bestOdds<Price extends BetPrice>(odds: Iterable<Price>): Price[] {
  const events = new Map<string, { start: number; readonly best: Map<string, Price> }>();
  for (const price of odds) {
    const { start, bet } = placeOf(price);
    const event = events.get(price.eventId) ?? { start, best: new Map<string, Price>() };
    const { best } = event;
    events.set(price.eventId, event);
    event.start = Math.min(event.start, start); // Sportsbooks may state different ones.
    if (price.price.decimal > (best.get(bet)?.price.decimal ?? SUSPENDED)) best.set(bet, price);
  }
  // Event by event, as many short lists are sorted faster than a long one.
  return [...events]
    .sort(([a, one], [b, other]) => one.start - other.start || (a < b ? -1 : 1))
    .flatMap(([, { best }]) => [...best.keys()].sort().map((bet) => best.get(bet) as Price));
}

interface Place {
  /** The bet, within its event. */
  readonly bet: string;
  /** The start of its event. */
  readonly start: number;
}

/** Remembered, since the best prices are asked for in every frame, and a price stays the same object until it changes. */
const places = new WeakMap<BetPrice, Place>();

function placeOf(price: BetPrice): Place {
  let place = places.get(price);
  if (place === undefined) {
    place = { start: Date.parse(price.eventStartTime) || Infinity, bet: betOf(price) };
    places.set(price, place);
  }
  return place;
}

/**
 * Sportsbooks spell teams and players in different ways, so sides are known by their type. Where that says too little, the
 * whole name counts: "France No" is not the home side of "France", and in `game_prop` sides are of any kind.
 */
function betOf({ marketType, selection, selectionType, playerName, line }: BetPrice): string {
  const isTeam =
    /^(home|away|draw)$/.test(selectionType) && !/ (over|under|yes|no)$/i.test(selection);
  const isOfPlayer = /^(over|under)$/.test(selectionType) && playerName;
  const isToldByType = (isTeam || isOfPlayer) && !/(^|_)prop$/i.test(marketType);
  const side = isToldByType
    ? selectionType
    : `${selectionType} ${fold(selection.replace(`${line}`, ''))}`;
  return [marketType, playerName && fold(playerName), line, side].join('|');
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

/**
 * A name as `Event.comparison` reads it: without case, accents, full stops of initials, hyphens, curly apostrophes and
 * connecting words and signs.
 */
function fold(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|(?<=\p{L}\p{M}*)\./gu, '')
    .replace(/[^ -~]/g, (sign) => PLAIN[sign] ?? sign);
  const words = plain.split(/[\s/&]+|(?<=\p{L})-(?=\p{L}|$)/u);
  return words.filter((word) => !/^(-|or|and)?$/.test(word)).join(' ');
}
