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
  const best = new Map<string, Price>();
  /** Sportsbooks may state different starts of an event: the earliest counts. */
  const starts = new Map<string, number>();
  for (const price of odds) {
    const { bet, start } = placeOf(price);
    if (start < (starts.get(price.eventId) ?? Infinity)) starts.set(price.eventId, start);
    if (price.price.decimal > (best.get(bet)?.price.decimal ?? SUSPENDED)) best.set(bet, price);
  }
  const startOf = ({ eventId }: Price) => starts.get(eventId) ?? Infinity;
  return [...best]
    .sort(([a, one], [b, other]) => startOf(one) - startOf(other) || (a < b ? -1 : 1))
    .map(([, price]) => price);
}

interface Place {
  readonly bet: string;
  /** The start of its event. */
  readonly start: number;
}

/** A price stays the same object until it changes, and the best ones are asked for in every frame. */
const places = new WeakMap<BetPrice, Place>();

function placeOf(price: BetPrice): Place {
  const known = places.get(price);
  if (known !== undefined) return known;
  const { eventStartTime, eventId, marketType, playerName, line } = price;
  const bet = [eventId, marketType, fold(playerName ?? ''), line, sideOf(price)].join('|');
  const place = { bet, start: Date.parse(eventStartTime) };
  places.set(price, place);
  return place;
}

/**
 * Sportsbooks spell teams and players in different ways, so sides are known by their type. Where that says too little, the
 * whole name counts: "France No" is not the home side of "France".
 */
function sideOf({ selection, selectionType, playerName, line }: BetPrice): string {
  const isTeam =
    /^(home|away|draw)$/.test(selectionType) && !/ (over|under|yes|no)$/i.test(selection);
  const isOfPlayer = /^(over|under)$/.test(selectionType) && playerName !== null;
  if (isTeam || isOfPlayer) return selectionType;
  return `${selectionType} ${fold(selection.replace(String(line), ''))}`;
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
