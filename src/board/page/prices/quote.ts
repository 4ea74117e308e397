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

/** The price of one selection at one sportsbook, as the page holds it. There are many: it keeps what was sent as it is. */
export class Quote {
  readonly #sent: SentPrice;
  #seenAt = 0; // Read only of those that are shown.
  /** The sportsbook, by which all prices are counted again and again. */
  readonly book: string;
  /** When the page saw it move, in milliseconds since the Unix epoch; 0 if it has not. */
  readonly movedAt: number;
  /** Which way it moved: 1 is a higher payout. */
  readonly direction: -1 | 0 | 1;

  /** How it moved is seen from `held`, the quote that it replaces. */
  constructor(sent: SentPrice, held: Quote | undefined, now: number) {
    this.#sent = sent;
    this.book = sent.sportsbookId;
    const moved = held === undefined ? 0 : Math.sign(sent.price.decimal - held.decimal);
    this.movedAt = moved === 0 ? (held?.movedAt ?? 0) : now;
    this.direction = (moved === 0 ? (held?.direction ?? 0) : moved) as -1 | 0 | 1;
  }

  /** Stays with a price whose line moves, if the price was streamed: only streams are asked for ids. */
  get id(): string {
    return this.#sent.id ?? this.#sent.key;
  }

  /** Of event, sportsbook, bet and line: unique. */
  get key(): string {
    return this.#sent.key;
  }

  /** Upstream's id, which links to bets are read by; null for a price that was read by query. */
  get oddsId(): string | null {
    return this.#sent.id ?? null;
  }

  get eventId(): string {
    return this.#sent.eventId;
  }

  get marketType(): string {
    return this.#sent.marketType;
  }

  get selection(): string {
    return this.#sent.selection;
  }

  get side(): string {
    return this.#sent.selectionType;
  }

  get player(): string | null {
    return this.#sent.playerName ?? null;
  }

  get line(): number | null {
    return this.#sent.line;
  }

  get isLive(): boolean {
    return this.#sent.isLive;
  }

  get american(): number {
    return this.#sent.price.american;
  }

  get decimal(): number {
    return this.#sent.price.decimal;
  }

  /** When the price was last seen at the sportsbook or changed, in milliseconds since the Unix epoch. */
  get seenAt(): number {
    const { lastSeenAt, changedAt } = this.#sent;
    this.#seenAt ||= Math.max(Date.parse(lastSeenAt), Date.parse(changedAt ?? '') || 0);
    return this.#seenAt;
  }
}
