/** A price as the GraphQL API sends it, by stream or by query. */
export interface SentPrice {
  /** Upstream's id, by which links to bets are read. Only streams are asked for it. */
  readonly id?: string;
  /** A unique identity, made of event, sportsbook, market, selection, selection type and line. */
  readonly key: string;
  readonly eventId: string;
  readonly sportsbookId: string;
  readonly marketType: string;
  readonly selection: string;
  readonly selectionType: string;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly lastSeenAt: string;
  readonly changedAt?: string | null;
  readonly playerName?: string | null;
  readonly price: { readonly american: number; readonly decimal: number };
}

/** The price of one selection at one sportsbook, with the way that it last moved. */
export interface Quote extends SentPrice {
  /**
   * When the page saw it move, in milliseconds since the Unix epoch, and whether to a higher payout; left out if it has
   * not moved.
   */
  readonly moved?: { readonly at: number; readonly isUp: boolean };
}

/** Whether it can be bet. A suspended price wins nothing. */
export function isOpen({ price }: SentPrice): boolean {
  return price.decimal > 1;
}

/** How a price moved is seen from `held`, the quote that it replaces. Being suspended and open again is no move. */
export function quoteOf(sent: SentPrice, held: Quote | undefined, now: number): Quote {
  const canCompare = held !== undefined && isOpen(held) && isOpen(sent);
  const difference = canCompare ? sent.price.decimal - held.price.decimal : 0;
  const moved = difference === 0 ? held?.moved : { at: now, isUp: difference > 0 };
  return moved === undefined ? sent : { ...sent, moved }; // There are many: those that have not moved are not copied.
}

/** Stays with a price whose line moves, if the price was streamed. */
export function idOf({ id, key }: SentPrice): string {
  return id ?? key;
}
