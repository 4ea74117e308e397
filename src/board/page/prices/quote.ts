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
  /** When the page saw it move, in milliseconds since the Unix epoch; 0 if it has not. */
  readonly movedAt: number;
  /** Which way it moved: 1 is a higher payout. */
  readonly direction: number;
}

/** How a price moved is seen from `held`, the quote that it replaces. */
export function quoteOf(sent: SentPrice, held: Quote | undefined, now: number): Quote {
  const moved = held === undefined ? 0 : Math.sign(sent.price.decimal - held.price.decimal);
  if (moved !== 0) return { ...sent, movedAt: now, direction: moved };
  return { ...sent, movedAt: held?.movedAt ?? 0, direction: held?.direction ?? 0 };
}

/** Stays with a price whose line moves, if the price was streamed. */
export function idOf({ id, key }: SentPrice): string {
  return id ?? key;
}
