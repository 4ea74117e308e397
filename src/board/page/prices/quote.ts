/** The price of one selection at one sportsbook, as the page holds it. */
export interface Quote {
  /** Stays with a price whose line moves, if the price was streamed: only streams are asked for ids. */
  readonly id: string;
  /** Of event, sportsbook, bet and line: unique. */
  readonly key: string;
  /** Upstream's id, which links to bets are read by; null for a price that was read by query. */
  readonly oddsId: string | null;
  readonly eventId: string;
  readonly book: string;
  readonly marketType: string;
  readonly selection: string;
  readonly side: string;
  readonly player: string | null;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly american: number;
  readonly decimal: number;
  /** When the price was last seen at the sportsbook or changed, in milliseconds since the Unix epoch. */
  readonly seenAt: number;
  /** When the page saw it move, in milliseconds since the Unix epoch; 0 if it has not. */
  readonly movedAt: number;
  /** Which way it moved: 1 is a higher payout. */
  readonly direction: -1 | 0 | 1;
}

/** A price as the GraphQL API sends it, by stream or by query. */
export interface SentPrice {
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

/** A sent price as a quote. How it moved is seen from `held`, the quote that it replaces. */
export function quoteOf(sent: SentPrice, held: Quote | undefined, now: number): Quote {
  const { american, decimal } = sent.price;
  const isSameBet = held !== undefined && held.line === sent.line;
  const direction = isSameBet ? Math.sign(decimal - held.decimal) : 0;
  const hasMoved = direction !== 0;
  return {
    id: sent.id ?? sent.key,
    key: sent.key,
    oddsId: sent.id ?? null,
    eventId: sent.eventId,
    book: sent.sportsbookId,
    marketType: sent.marketType,
    selection: sent.selection,
    side: sent.selectionType,
    player: sent.playerName ?? null,
    line: sent.line,
    isLive: sent.isLive,
    american,
    decimal,
    seenAt: Math.max(Date.parse(sent.lastSeenAt), Date.parse(sent.changedAt ?? '') || 0),
    movedAt: hasMoved ? now : isSameBet ? held.movedAt : 0,
    direction: (hasMoved ? direction : isSameBet ? held.direction : 0) as -1 | 0 | 1,
  };
}
