import type { Odds } from './live-documents.ts';

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

/** The best price of each bet. Bets are sorted by the start of their event, then by event, market, player, line and side. */
export function bestOdds<Price extends BetPrice>(odds: Iterable<Price>): Price[] {
  const best = new Map<string, Price>();
  for (const price of odds) {
    const bet = betOf(price);
    if (price.price.decimal > (best.get(bet)?.price.decimal ?? 0)) best.set(bet, price);
  }
  return [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, price]) => price);
}

function betOf(price: BetPrice): string {
  const { eventStartTime, eventId, marketType, playerName, line } = price;
  return [eventStartTime, eventId, marketType, playerName, line, sideOf(price)].join('|');
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
  return `${selectionType} ${selection.replace(String(line), '').trim().toLowerCase()}`;
}
